"""Finds boards, heuristics, combinations of heuristics, and functions in user files by name."""
