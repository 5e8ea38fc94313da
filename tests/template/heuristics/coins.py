"""Heuristics for the row of coins."""

from __future__ import annotations

from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Node


@register_heuristic("coins", "half-tails", admissible=True, consistent=True)
def half_tails(node: Node[tuple[bool, ...], int]) -> float:
    """Half of the number of coins that show tails: a turn changes two coins."""
    return node.state.count(False) / 2
