"""The textbook's fourth edition: the nodes, searches, problems and tables of its notebook."""
