"""Heuristics computed from the problem itself: pattern databases, landmarks, relaxed, learned."""
