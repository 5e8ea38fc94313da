"""Best-first and breadth-first search on numpy arrays, for problems with a packed form."""
