"""Attacks on the project, each of which counts what it tried and what did not hold."""
