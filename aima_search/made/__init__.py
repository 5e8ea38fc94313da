"""Heuristics that are made from a problem: pattern databases, landmarks, relaxed, learned."""
