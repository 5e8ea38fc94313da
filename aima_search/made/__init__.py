"""Heuristics made from the problem itself: stored costs of patterns, landmarks, relaxed rules."""
