"""The textbook's problems, such as maps, tiles, queens and jugs, and its older modules."""
