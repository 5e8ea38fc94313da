"""Queens in every column, which local search moves."""
