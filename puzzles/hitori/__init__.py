"""Hitori: shade numbers until no number repeats in a row or a column."""

from aima_search.base.names import renamed_names
from puzzles.hitori.problem import Hitori
from puzzles.hitori.rules import CellDecision, State, Violation

__getattr__ = renamed_names(__name__, {"Mark": "CellDecision"})
__all__ = ["CellDecision", "Hitori", "State", "Violation"]
