"""The laboratory: experiments on grids of instances and configurations, resumable, isolated.

>>> from aima_search import lab
>>> lab.run_grid("grid.toml", "results.sqlite")     # doctest: +SKIP
>>> print(lab.load("results.sqlite").verdict())     # doctest: +SKIP

Nothing is imported before it is used: the workers are in this package too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from aima_search.lab.grid import Grid, parse_grid, read_grid
    from aima_search.lab.report import Report, load
    from aima_search.lab.runner import run_grid

__all__ = ["Grid", "Report", "load", "parse_grid", "read_grid", "run_grid"]

_MODULES = {"Report": "report", "load": "report", "run_grid": "runner"}
"""Where names are; all others are in ``grid``."""


if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        from aima_search.errors import MissingModule

        try:
            module = import_module(f"{__name__}.{_MODULES.get(name, 'grid')}")
        except ModuleNotFoundError as error:  # in a browser
            raise MissingModule("the lab", [error.name or "a module"]) from error
        return getattr(module, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
