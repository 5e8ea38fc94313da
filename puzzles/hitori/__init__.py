"""Hitori: shade numbers until no number repeats in a row or a column."""

from puzzles.hitori.problem import Hitori
from puzzles.hitori.rules import Mark, State, Violation

__all__ = ["Hitori", "Mark", "State", "Violation"]
