"""Problems, nodes, puzzles and heuristics, and their packed and compiled forms."""
