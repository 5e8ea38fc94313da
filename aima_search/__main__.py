"""``python -m aima_search``: the command line."""

from aima_search.cli import main

main()
