"""Companions of the core: each imports the core, none another, and each could be left out."""
