"""Runs and their outcomes: solve, compare and batch, with measures and records."""
