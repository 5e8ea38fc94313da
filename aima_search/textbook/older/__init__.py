"""The textbook's module as it was until 2020: its names, its best-first searches, its queue."""
