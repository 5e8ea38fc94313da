"""Maps as GraphML, as graph editors and networkx write them.

The cost of a road is its attribute named weight, cost or length. If the roads have no numbers, each
road costs 1. A point has the attributes x and y, or lon and lat. The name of a place is its
attribute label or name, otherwise its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

from aima_search.base.errors import BoardError
from aima_search.base.option import shortest
from puzzles.routes.rules import RoadMap

_COSTS, _NAMES = ("weight", "cost", "length"), ("label", "name")
_SWITCHES = {"true": True, "1": True, "false": False, "0": False}
_POINTS = (("x", "y"), ("lon", "lat"))


def read_graphml(lines: Iterable[str]) -> RoadMap:
    """Return the map of a GraphML document, read line by line; BoardError for other documents."""
    map_, root, has_graph = RoadMap(), "", False
    keys: dict[str | None, str] = {}
    defaults: dict[str, str] = {}
    names: dict[str, str] = {}  # names of places, by the ids of nodes
    taken: set[str] = set()
    parents: list[ElementTree.Element] = []
    for event, element in _events(lines):
        tag = element.tag.rpartition("}")[2]
        if event == "start":
            root = root or element.tag
            has_graph = has_graph or (tag == "graph" and len(parents) == 1)
            parents.append(element)
            continue
        parents.pop()
        if tag == "key" and len(parents) == 1:
            keys[element.get("id")] = name = element.get("attr.name", "").lower()
            value = element.findtext("{*}default", "").strip()
            if element.get("for") != "node" and value:
                defaults[name] = value
        elif tag in ("node", "edge") and len(parents) == 2 and has_graph:
            values, graph = _values(element, keys), parents[1]
            if tag == "node":
                name = _put_node(map_, element.get("id", ""), values)
                if name in taken:
                    raise BoardError(
                        f"routes GraphML: found {name[:40]!r} twice, expected one node"
                    )
                taken.add(name)
                names[element.get("id", "")] = name
            else:
                is_directed = graph.get("edgedefault") == "directed"
                map_.add_from_file(*_road(element, names, defaults | values, is_directed))
            graph.remove(element)  # saves memory on large maps
    if not has_graph:
        raise BoardError(f"routes XML of <{root[:40]}>: expected GraphML with a <graph>")
    return map_


def _put_node(map_: RoadMap, node_id: str, values: dict[str, str]) -> str:
    """Put the point of a node into a map, if the node has a point; return the name of the place."""
    name = next((values[name] for name in _NAMES if name in values), node_id)
    for x, y in _POINTS:
        if x in values and y in values:
            map_.put(name, (_number(values[x], x), _number(values[y], y)))
    return name


def _events(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the starts and ends of XML elements; BoardError for invalid XML or a DOCTYPE."""
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    try:
        for line in lines:
            if "<!" in line.replace("<!--", ""):
                raise BoardError("routes GraphML: found <!...>, expected only <graphml>")
            parser.feed(f"{line}\n")
            yield from parser.read_events()
        parser.close()
        yield from parser.read_events()
    except (ElementTree.ParseError, UnicodeEncodeError) as error:  # for example a lone surrogate
        raise BoardError(f"routes GraphML: {error}") from None


def _values(element: ElementTree.Element, keys: dict[str | None, str]) -> dict[str, str]:
    return {keys.get(data.get("key"), ""): (data.text or "").strip() for data in element}


def _road(
    edge: ElementTree.Element, names: dict[str, str], values: dict[str, str], directed: bool
) -> tuple[str, str, float | None, bool]:
    """Return both ends of a road, its cost or None, and True if it leads in both directions."""
    ends = [edge.get(end, "") for end in ("source", "target")]
    for end in ends:
        if end not in names:
            raise BoardError(f"routes GraphML: an edge leads to {end[:40]!r}, which is not a node")
    cost = next((_number(values[name], name) for name in _COSTS if name in values), None)
    if cost is None and (numbers := [name for name in values if _is_number(values[name])]):
        raise BoardError(
            f"routes GraphML: an edge from {ends[0][:40]!r} has the numbers {numbers}, expected a"
            f" cost with the name {' or '.join(_COSTS)}"
        )
    if (text := edge.get("directed")) is not None:
        if text not in _SWITCHES:
            raise BoardError(f"routes GraphML: directed={text[:40]!r}: expected true or false")
        directed = _SWITCHES[text]
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
