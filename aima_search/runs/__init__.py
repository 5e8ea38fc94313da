"""Runs of searches and their outcomes: ``solve``, ``compare`` and batches of boards."""
