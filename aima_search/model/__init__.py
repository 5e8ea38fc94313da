"""Problems, nodes, puzzles, heuristics, and faster problems for numpy and for machine code."""
