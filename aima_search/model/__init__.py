"""Problems, nodes, puzzles, heuristics, and faster forms of problems for numpy and machine code."""
