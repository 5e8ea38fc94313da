"""Heuristics made from a problem: pattern databases, landmarks, relaxed rules, learned sums."""
