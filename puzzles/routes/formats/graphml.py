"""Maps as GraphML, as graph editors and networkx write them.

The cost of a road is its value named weight, cost or length, otherwise 1; a point is the values
named x and y, or lon and lat; the name of a place is its value named label or name, or its id.
"""

from __future__ import annotations

from xml.etree import ElementTree

from aima_search.base.errors import BoardError
from aima_search.base.option import shortest
from puzzles.routes.rules import Map, Point, Road

_COSTS, _NAMES = ("weight", "cost", "length"), ("label", "name")
_SWITCHES = {"true": True, "1": True, "false": False, "0": False}
_POINTS = (("x", "y"), ("lon", "lat"))


def read_graphml(text: str) -> Map:
    """Return the map of a GraphML document; BoardError if the text is not GraphML."""
    if "<!" in text.replace("<!--", ""):
        raise BoardError("routes GraphML: found a document type, expected <graphml> alone")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, UnicodeEncodeError) as error:  # such as half a sign
        raise BoardError(f"routes GraphML: {error}") from None
    graph = root.find("{*}graph")
    if graph is None:
        raise BoardError(f"routes XML of <{root.tag[:40]}>: expected GraphML with a <graph>")
    keys = {key.get("id"): key.get("attr.name", "").lower() for key in root.iterfind("{*}key")}
    names: dict[str, str] = {}
    taken: set[str] = set()
    points: dict[str, Point] = {}
    for node in graph.iterfind("{*}node"):
        values, found = _values(node, keys), node.get("id", "")
        name = next((values[name] for name in _NAMES if name in values), found)
        if name in taken:
            raise BoardError(f"routes GraphML: two nodes are named {name[:40]!r}; give each a name")
        taken.add(name)
        names[found] = name
        for x, y in _POINTS:
            if x in values and y in values:
                points[names[found]] = _number(values[x], x), _number(values[y], y)
    is_directed = graph.get("edgedefault") == "directed"
    usual = {
        key.get("attr.name", "").lower(): value
        for key in root.iterfind("{*}key")
        if key.get("for") != "node" and (value := key.findtext("{*}default", "").strip())
    }
    roads = [_road(edge, names, keys, usual, is_directed) for edge in graph.iterfind("{*}edge")]
    return Map(tuple(roads), points)


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
) -> Road:
    ends = [edge.get(end, "") for end in ("source", "target")]
    for end in ends:
        if end not in names:
            raise BoardError(f"routes GraphML: an edge has the end {end[:40]!r}, which is no node")
    values = usual | _values(edge, keys)
    cost = next((_number(values[name], name) for name in _COSTS if name in values), 1)
    if (said := edge.get("directed")) is not None:
        if said not in _SWITCHES:
            raise BoardError(f"routes GraphML: directed={said[:40]!r}: expected true or false")
        directed = _SWITCHES[said]
    return Road(names[ends[0]], names[ends[1]], cost, back=not directed)


def _number(text: str, name: str) -> float:
    try:
        return shortest(float(text))
    except ValueError:
        raise BoardError(f"routes GraphML: {name} is {text[:20]!r}, expected a number") from None
