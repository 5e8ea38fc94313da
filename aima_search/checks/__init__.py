"""Contracts of a problem, truths about a heuristic, the helpers for tests of one's own."""
