"""Maps as GraphML, as graph editors and networkx write them.

The cost of a road is its value named weight, cost or length; without values that are numbers every
road costs 1. A point is the values named x and y, or lon and lat; the name of a place is its value
named label or name, or its id.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

from aima_search.base.errors import BoardError
from aima_search.base.option import shortest
from puzzles.routes.rules import Map

_COSTS, _NAMES = ("weight", "cost", "length"), ("label", "name")
_SWITCHES = {"true": True, "1": True, "false": False, "0": False}
_POINTS = (("x", "y"), ("lon", "lat"))


def read_graphml(lines: Iterable[str]) -> Map:
    """Return the map of a GraphML document, read as it comes; BoardError if it is none."""
    reader = _Reader()
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    try:
        for line in lines:
            if "<!" in line.replace("<!--", ""):
                raise BoardError("routes GraphML: found a document type, expected <graphml> alone")
            parser.feed(f"{line}\n")
            reader.take(parser.read_events())
        parser.close()
        reader.take(parser.read_events())
    except (ElementTree.ParseError, UnicodeEncodeError) as error:  # such as half a sign
        raise BoardError(f"routes GraphML: {error}") from None
    if reader.graph is None:
        raise BoardError(f"routes XML of <{reader.root[:40]}>: expected GraphML with a <graph>")
    return reader.map


class _Reader:
    """Puts the nodes and edges of the first graph of a document into a map, and forgets them."""

    def __init__(self) -> None:
        self.map, self.root = Map(), ""
        self.graph: ElementTree.Element | None = None
        self._open: list[str] = []
        self._keys: dict[str | None, str] = {}
        self._usual: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._is_directed = False

    def take(self, events: Iterable[tuple[str, Any]]) -> None:
        """Take what the parser has read."""
        for event, element in events:
            tag = element.tag.rpartition("}")[2]
            if event == "start":
                self._begin(tag, element)
            else:
                self._open.pop()
                self._end(tag, element)

    def _begin(self, tag: str, element: ElementTree.Element) -> None:
        if not self._open:
            self.root = element.tag
        if tag == "graph" and len(self._open) == 1:
            self._is_directed = element.get("edgedefault") == "directed"
            if self.graph is None:
                self.graph = element
        self._open.append(tag)

    def _end(self, tag: str, element: ElementTree.Element) -> None:
        if tag == "key" and len(self._open) == 1:
            name = element.get("attr.name", "").lower()
            self._keys[element.get("id")] = name
            value = element.findtext("{*}default", "").strip()
            if element.get("for") != "node" and value:
                self._usual[name] = value
        elif len(self._open) == 2 and self.graph is not None and tag in ("node", "edge"):
            if tag == "node":
                self._put_node(element)
            else:
                names, keys = self._names, self._keys
                self.map.add_told(*_road(element, names, keys, self._usual, self._is_directed))
            self.graph.clear()

    def _put_node(self, node: ElementTree.Element) -> None:
        values, found = _values(node, self._keys), node.get("id", "")
        name = next((values[name] for name in _NAMES if name in values), found)
        if name in self._taken:
            raise BoardError(f"routes GraphML: two nodes are named {name[:40]!r}; give each a name")
        self._taken.add(name)
        self._names[found] = name
        for x, y in _POINTS:
            if x in values and y in values:
                self.map.put(name, (_number(values[x], x), _number(values[y], y)))


def _values(element: ElementTree.Element, keys: dict[str | None, str]) -> dict[str, str]:
    """Return the values of a node or an edge by their names."""
    data = [(keys.get(one.get("key"), ""), (one.text or "").strip()) for one in element]
    return dict(data)


def _road(
    edge: ElementTree.Element,
    names: dict[str, str],
    keys: dict[str | None, str],
    usual: dict[str, str],
    directed: bool,
) -> tuple[str, str, float | None, bool]:
    """Return the ends of a road, its cost, None if none is said, and whether it leads back."""
    ends = [edge.get(end, "") for end in ("source", "target")]
    for end in ends:
        if end not in names:
            raise BoardError(f"routes GraphML: an edge has the end {end[:40]!r}, which is no node")
    values = usual | _values(edge, keys)
    cost = next((_number(values[name], name) for name in _COSTS if name in values), None)
    if cost is None and (numbers := [name for name in values if _is_number(values[name])]):
        raise BoardError(
            f"routes GraphML: an edge from {ends[0][:40]!r} has the numbers {', '.join(numbers)},"
            f" expected its cost as {', '.join(_COSTS)}"
        )
    if (said := edge.get("directed")) is not None:
        if said not in _SWITCHES:
            raise BoardError(f"routes GraphML: directed={said[:40]!r}: expected true or false")
        directed = _SWITCHES[said]
    return names[ends[0]], names[ends[1]], cost, not directed


def _is_number(text: str) -> bool:
    with suppress(ValueError):
        float(text)
        return True
    return False


def _number(text: str, name: str) -> float:
    try:
        return shortest(float(text))
    except ValueError:
        raise BoardError(f"routes GraphML: {name} is {text[:20]!r}, expected a number") from None
