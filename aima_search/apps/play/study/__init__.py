"""What explains a search that is watched: where to halt, what its heuristic is worth."""
