"""What the packed engine's benchmark prints with: the runner's claims, and tables."""

from aima_search.cli.output import print_table
from aima_search.display.tables import make_table
from benchmarks.runner import heading, state_claim

__all__ = ["heading", "make_table", "print_table", "state_claim"]
