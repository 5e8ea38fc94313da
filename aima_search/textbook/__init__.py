"""The textbook's own problems: maps, sliding tiles, queens, peaks, jugs, grids, tours, salesmen."""
