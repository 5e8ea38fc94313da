"""What is searched and what guides a search: problems, nodes, puzzles, heuristics, fast forms."""
