"""Analysis of state spaces, with lists of all states and their exact costs to a goal.

Modules that need numpy are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.analysis.enumeration import PerfectDistances as PerfectDistances
    from aima_search.analysis.enumeration import enumerate_space as enumerate_space
    from aima_search.analysis.enumeration import perft as perft
    from aima_search.analysis.shape import Shape as Shape
    from aima_search.analysis.shape import analyse as analyse
    from aima_search.analysis.space import Space as Space
    from aima_search.model.packed import Packed as Packed
else:
    __getattr__, __dir__ = offer_when_used(__name__)
