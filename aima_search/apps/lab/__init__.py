"""The laboratory runs many searches on many boards. A stopped experiment can be continued.

>>> from aima_search import lab
>>> lab.run_grid("grid.toml", "results.sqlite")     # doctest: +SKIP
>>> print(lab.load("results.sqlite").verdict())     # doctest: +SKIP

Names are imported on first use, because the worker processes import this package, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.apps.lab.grid import Grid as Grid
    from aima_search.apps.lab.grid import parse_grid as parse_grid
    from aima_search.apps.lab.grid import read_grid as read_grid
    from aima_search.apps.lab.runner import run_grid as run_grid
    from aima_search.apps.lab.verdict import Report as Report
    from aima_search.apps.lab.verdict import load as load
else:
    __getattr__, __dir__ = offer_when_used(__name__)
