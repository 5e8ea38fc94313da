"""The textbook's problems (maps, tiles, queens, peaks, jugs, grids, tours) and older modules."""
