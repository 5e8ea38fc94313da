"""Scripts that show how the package is used."""
