"""Companions of the core: each imports the core but no other companion, and can be left out."""
