"""The textbook's fourth edition: the nodes, searches, problems and tables of its notebook.

A search that finds no solution returns the node ``failure`` or ``cutoff``. Nodes are ordered by
path cost.
"""
