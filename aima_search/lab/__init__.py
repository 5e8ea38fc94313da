"""The laboratory: experiments on grids of instances and configurations, resumable, isolated.

>>> from aima_search import lab
>>> lab.run_grid("grid.toml", "results.sqlite")     # doctest: +SKIP
>>> print(lab.load("results.sqlite").verdict())     # doctest: +SKIP
"""

from aima_search.errors import MissingModule

try:
    from aima_search.lab.grid import Grid, parse_grid, read_grid
    from aima_search.lab.report import Results, load
    from aima_search.lab.runner import run_grid
except ModuleNotFoundError as error:  # in a browser
    raise MissingModule("the lab", [error.name or "a module"]) from error

__all__ = ["Grid", "Results", "load", "parse_grid", "read_grid", "run_grid"]
