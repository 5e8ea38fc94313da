"""Attacks on the project; each counts its attempts and its faults."""
