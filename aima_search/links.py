"""Paths taken apart and put together: a node holds its parent, which holds its own, and so on.

To pickle a node as it is would call as deep as the path is long; a list of links does not. Nodes
are of whatever class somebody made of ``Node``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Link: TypeAlias = tuple[Any, dict[str, Any]]
"""A node without its parent: its class and its attributes."""


def without_parent(node: Any) -> Link:
    """Return a node as a link."""
    reduced: tuple[Any, ...] = tuple(object.__reduce_ex__(node, 2))
    own, in_slots = reduced[2]
    return type(node), {**(own or {}), **in_slots, "parent": None}


def make_path(links: list[Link]) -> Any:
    """Return the last node of the path whose nodes ``without_parent`` took apart."""
    node: Any = None
    for kind, attributes in links:
        parent, node = node, kind.__new__(kind)
        for name, value in attributes.items():
            setattr(node, name, value)
        node.parent = parent
    return node
