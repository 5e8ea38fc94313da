"""The textbook's fourth edition as its notebook has it: nodes, searches, problems, a report.

Without a solution its searches return the nodes ``failure`` or ``cutoff``. Nodes are ordered by
path cost.
"""
