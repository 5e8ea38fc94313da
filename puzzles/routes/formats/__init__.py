"""Trips on maps as text: lines (CSV), one line, a bundled map by name, GraphML.

A *trip* is ``Arad>Bucharest``. An *entry* is a road ``Arad,Sibiu,140`` (``Arad>Sibiu,140`` if the
road is one way), a point ``Arad@91,492`` or an estimate of the cost to the goal, ``Arad=366``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from aima_search.base.errors import BoardError, UnknownName
from aima_search.base.interchange import json_value
from aima_search.base.option import shortest
from aima_search.model.puzzle import check_length
from puzzles.routes.maps import BUNDLED
from puzzles.routes.rules import Map, Point, Road, check_map

MAX_CHARACTERS = 9_000_000
_HEADERS = (["from", "to"], ["source", "target"])
_TRIP = re.compile(r"([^,;>@=:#]*)>([^,;>@=:#]*)")
_EXPECTED = "expected a road FROM,TO,COST, a point PLACE@X,Y or an estimate PLACE=H"


class Read(NamedTuple):
    """What a text says: a map, and, if the text says it, where a trip begins and ends."""

    map: Map
    start: str | None = None
    goal: str | None = None


def parse_text(text: str) -> Read:
    """Return what a text says; BoardError names the line."""
    check_length("routes", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip()
    if text.startswith("<"):
        from puzzles.routes.formats.graphml import read_graphml  # XML only when used

        return Read(check_map(read_graphml(text)))
    if re.match(r"(c\b.*\s)*p sp ", text):
        return Read(check_map(_read_dimacs(text.splitlines())))
    if re.fullmatch(r"[\w-]+", text):
        return _bundled(text, None)
    name, colon, rest = text.partition(":")
    if not colon or "\n" in name:
        return _read_lines(text.splitlines())
    if trip := _TRIP.fullmatch(name):
        read = _read_lines(rest.split(";"))
        return read._replace(start=trip[1].strip(), goal=trip[2].strip())
    return _bundled(name.strip(), rest.strip())


def _bundled(name: str, trip: str | None) -> Read:
    """Return a bundled map, with its usual trip if the text names none."""
    if name not in BUNDLED:
        raise unknown("map", name, BUNDLED)
    known = BUNDLED[name]
    if trip is None:
        return Read(known.map, known.start, known.goal)
    found = _TRIP.fullmatch(trip)
    if found is None:
        raise BoardError(f"routes trip {trip[:40]!r}: expected two places, such as Arad>Bucharest")
    start, goal = found[1].strip(), found[2].strip()
    return Read(known.map if goal == known.goal else known.map.without_estimates(), start, goal)


def unknown(kind: str, name: str, known: Iterable[str]) -> BoardError:
    """Return the fault of a name in a text, with the nearest known name."""
    return BoardError(str(UnknownName(f"routes {kind}", name[:40], known)))


def _read_lines(lines: Iterable[str]) -> Read:
    roads: list[Road] = []
    points: dict[str, Point] = {}
    estimates: dict[str, float] = {}
    trip: tuple[str | None, str | None] = (None, None)
    for number, line in enumerate(lines, 1):
        entry = line.partition("#")[0].strip()
        where = f"routes map, line {number}: found {entry[:40]!r}"
        fields = [part.strip() for part in entry.split(",")]
        if not entry or [field.lower() for field in fields[:2]] in _HEADERS:
            continue
        if found := _TRIP.fullmatch(entry):
            trip = found[1].strip(), found[2].strip()
        elif "@" in entry:
            place, _, point = entry.partition("@")
            x, *y = point.split(",")
            if len(y) != 1:
                raise BoardError(f"{where}, {_EXPECTED}")
            points[place.strip()] = _number(x, where), _number(y[0], where)
        elif "=" in entry:
            place, _, estimate = entry.partition("=")
            estimates[place.strip()] = _number(estimate, where)
        else:
            roads.append(_road(fields, where))
    return Read(check_map(Map(tuple(roads), points, estimates)), *trip)


def _read_dimacs(lines: Iterable[str]) -> Map:
    """Return the map of a file of the DIMACS challenge on shortest paths: "a FROM TO COST"."""
    roads = []
    for number, line in enumerate(lines, 1):
        kind, *fields = line.split() or ["c"]
        if kind == "a":
            where = f"routes map, line {number}: found {line[:40]!r}"
            if len(fields) != 3:
                raise BoardError(f"{where}, expected an arc: a FROM TO COST")
            roads.append(Road(fields[0], fields[1], _number(fields[2], where), back=False))
        elif kind not in "cp":
            raise BoardError(f"routes map, line {number}: found {line[:40]!r}, expected a, c or p")
    return Map(tuple(roads))


def _road(fields: list[str], where: str) -> Road:
    """Return a road; without a cost it costs 1."""
    start, arrow, stop = fields[0].partition(">")
    rest = [stop, *fields[1:]] if arrow else fields[1:]
    if not 1 <= len(rest) <= 2:
        raise BoardError(f"{where}, {_EXPECTED}")
    cost = _number(rest[1], where) if len(rest) == 2 else 1
    return Road(start.strip(), rest[0].strip(), cost, back=not arrow)


def _number(text: str, where: str) -> float:
    try:
        return shortest(float(text))
    except ValueError:
        raise BoardError(f"{where}: {text.strip()[:20]!r} is no number; {_EXPECTED}") from None


def _entries(map_: Map) -> list[str]:
    say = json_value  # numbers of all kinds as texts have them
    roads = [
        f"{start},{stop},{say(cost)}" if back else f"{start}>{stop},{say(cost)}"
        for start, stop, cost, back in map_.roads
    ]
    points = [f"{place}@{say(x)},{say(y)}" for place, (x, y) in map_.points.items()]
    return [*roads, *points, *(f"{place}={say(value)}" for place, value in map_.estimates.items())]


def write_id(map_: Map, start: str, goal: str) -> str:
    """Return a trip on one line, with the name of a bundled map or with its entries.

    >>> write_id(Map((Road("A", "B", 3),)), "A", "B")
    'A>B:A,B,3'
    """
    if map_.name:
        return f"{map_.name}:{start}>{goal}"
    return f"{start}>{goal}:{';'.join(_entries(map_))}"


def _write_lines(map_: Map, start: str, goal: str) -> str:
    return "\n".join([f"{start}>{goal}", *_entries(map_)]) + "\n"


WRITERS: dict[str, Callable[[Map, str, str], str]] = {"id": write_id, "lines": _write_lines}
"""Writers by the name of their format: of a map, the start and the goal."""
