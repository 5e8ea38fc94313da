"""The textbook's fourth edition as its notebook has it: nodes, searches, problems, a report.

Its searches answer ``failure`` and ``cutoff``, which are nodes; its nodes are ordered by path cost.
"""
