"""Heuristics computed from a problem: by abstraction, landmarks, relaxed rules, or learning."""
