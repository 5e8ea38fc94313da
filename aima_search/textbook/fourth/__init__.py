"""The code in the notebook of the textbook's fourth edition: nodes, searches, problems, a report.

A search that finds no solution returns the node ``failure`` or ``cutoff``. Nodes are ordered by
path cost.
"""
