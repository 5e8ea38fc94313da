"""Text formats of trips on maps: lines, one line, JSON, or the name of a bundled map.

A *trip* is, for example, ``Arad>Bucharest``. An *entry* is a road ``Arad,Sibiu,140``
(``Arad>Sibiu,140`` if the road is one way), a point ``Arad@91,492``, or an h value ``Arad=366`` (an
estimate of the cost to the goal).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from os import PathLike
from pathlib import Path

from aima_search.base.errors import BoardError, InputError, UnknownName
from aima_search.base.files import encoding_of, is_file, no_file
from aima_search.base.interchange import json_value
from aima_search.base.option import shortest
from aima_search.model.puzzle import check_length
from aima_search.textbook.graphs import links_in
from puzzles.routes.rules import BUNDLED, MOST_WRITTEN, ParsedTrip, RoadMap, check_map, check_name

MAX_CHARACTERS = 9_000_000
_HEADERS = (["from", "to"], ["source", "target"])
_TRIP = re.compile(r"([^,;>@=:#]*)>([^,;>@=:#]*)")


def parse_text(text: str) -> ParsedTrip:
    """Return the map and the trip in a text; raise BoardError with the number of a wrong line."""
    check_length("routes", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip()
    if "\n" in text or text.startswith(("<", "{", "[")):
        return read_lines(text.splitlines())
    if re.fullmatch(r"[\w-]+", text):
        return _bundled(text, None)
    name, colon, rest = text.partition(":")
    if not colon:
        return read_lines([text])
    if trip := _TRIP.fullmatch(name):
        read = read_lines(rest.split(";"))
        return read._replace(start=trip[1].strip(), goal=trip[2].strip())
    return _bundled(name.strip(), rest.strip())


def _bundled(name: str, trip: str | None) -> ParsedTrip:
    if name not in BUNDLED:
        raise unknown("map", name, BUNDLED)
    known = BUNDLED[name]
    if trip is None:
        return known
    start, goal = parse_trip(trip)
    map_ = known.map if goal == known.goal else known.map.without_estimates()
    return ParsedTrip(map_, start, goal)


def parse_trip(text: str) -> tuple[str, str]:
    """Return the start and the goal in the text of a trip, such as Arad>Bucharest."""
    found = _TRIP.fullmatch(text)
    if found is None:
        raise BoardError(
            f"routes trip {text[:40]!r}: expected two places, such as Arad>Bucharest; write several"
            " trips on separate lines, or as a CSV file with the heading start,goal"
        )
    return found[1].strip(), found[2].strip()


def split_trips(text: str) -> Iterator[tuple[int, str]]:
    """If a text is a list of trips such as ``A>B``, yield (line number, trip) for each trip."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line.partition("#")[0].strip()]
    head = re.fullmatch(r"start\s*([,;])\s*goal", lines[0][1], re.IGNORECASE) if lines else None
    if head:
        yield from ((at, line.replace(head[1], ">")) for at, line in lines[1:])
    elif all(_TRIP.fullmatch(line) for _, line in lines):
        yield from lines


def unknown(kind: str, name: object, known: Iterable[object]) -> BoardError:
    """Return the error for an unknown name; its message suggests the most similar known name."""
    return BoardError(str(UnknownName(f"routes {kind}", f"{name!s:.40}", map(str, known))))


def read_lines(lines: Iterable[str]) -> ParsedTrip:
    """Return the map and the trip that lines describe; the first line determines the format."""
    rest, head = iter(lines), [""]
    for line in rest:
        head.append(line)
        if line.strip():
            break
    whole, first = chain(head[1:], rest), head[-1].lstrip()
    if first.startswith("<"):
        raise BoardError(
            "routes map: found XML, expected lines or JSON; read a GraphML file with"
            " networkx.read_graphml, and pass the graph to Routes"
        )
    if first.startswith(("{", "[")):
        return ParsedTrip(check_map(_read_json("\n".join(whole))))
    return _read_entries(whole)


def _read_json(text: str) -> RoadMap:
    """Read a map from JSON, such as ``{place: {place: cost}}`` or ``[[place, place, cost]]``."""
    try:
        graph = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(f"routes JSON: {str(error) or 'nested too deeply'}") from None
    map_ = RoadMap()
    for start, stop, cost, leads_back in links_in(graph):
        map_.add(start, stop, cost, leads_back is not False)
    return map_


def read_map(file: str | PathLike[str]) -> RoadMap:
    """Return the map in a file. The file can have any size."""
    path = Path(file)
    if not is_file(str(path)):
        raise InputError(f"file {str(path)!r}: {no_file(path)}")
    try:
        with path.open("rb") as start:
            encoding = encoding_of(start.read(2))
        with path.open(encoding=encoding) as lines:
            map_ = read_lines(lines).map
    except UnicodeDecodeError as error:
        raise InputError(f"file {str(path)!r}: expected UTF-8 text ({error.reason})") from None
    map_.file = path.name
    return map_


def _read_entries(lines: Iterable[str]) -> ParsedTrip:
    map_ = RoadMap()
    trip: tuple[str | None, str | None] = (None, None)
    have_costs: set[bool] = set()  # if the roads so far have costs
    for number, line in enumerate(lines, 1):
        entry = line.partition("#")[0].strip()
        if not entry or [word.strip().lower() for word in entry.split(",")[:2]] in _HEADERS:
            continue
        if found := _TRIP.fullmatch(entry):
            trip = found[1].strip(), found[2].strip()
            continue
        try:
            _add_entry(map_, entry, have_costs)
        except BoardError:
            raise
        except ValueError as error:  # from float(), which names the text, or from a wrong count
            text = str(error).partition("to float: ")[2][:20]
            raise BoardError(
                f"routes map, line {number}: found {entry[:40]!r}"
                f"{f': {text} is not a number; ' if text else ', '}expected a road 'FROM,TO,COST',"
                " a point 'PLACE@X,Y' or an estimate 'PLACE=H'"
            ) from None
    return ParsedTrip(check_map(map_), *trip)


def _add_entry(map_: RoadMap, entry: str, have_costs: set[bool]) -> None:
    if "@" in entry:
        place, _, point = entry.partition("@")
        x, y = point.split(",")
        map_.put(place.strip(), (float(x), float(y)))
    elif "=" in entry:
        place, _, estimate = entry.partition("=")
        map_.estimates[place.strip()] = shortest(float(estimate))
    else:
        first, *rest = (part.strip() for part in entry.split(","))
        start, arrow, stop = (part.strip() for part in first.partition(">"))
        end, *costs = [stop, *rest] if arrow else rest
        if len(costs) > 1:
            raise ValueError(entry)
        have_costs.add(bool(costs))
        if len(have_costs) > 1:
            raise BoardError(
                f"routes road {start},{end}: found {'a' if costs else 'no'} cost, unlike earlier"
                " roads: give every road a cost, or give no costs (then every road costs 1)"
            )
        map_.add(start, end, float(costs[0]) if costs else 1, not arrow)


def _entries(map_: RoadMap) -> list[str]:
    if map_.road_count() > MOST_WRITTEN:
        raise BoardError(f"routes on {map_}: cannot write more than {MOST_WRITTEN:,} roads")
    if map_.any_names:
        for place in map_.numbers:
            check_name(place)
    text = json_value  # float() accepts all types of numbers
    roads = [
        f"{start}{',' if back else '>'}{stop},{text(cost)}"
        for start, stop, cost, back in map_.roads
    ]
    points = [f"{place}@{text(x)},{text(y)}" for place, (x, y) in map_.points.items()]
    return [*roads, *points, *(f"{place}={text(h)}" for place, h in map_.estimates.items())]


def write_id(map_: RoadMap, start: str, goal: str) -> str:
    """Return a trip, such as ``A>B``, and its map on one line.

    A bundled map is written as its name. A map from a file (option ``map``) is left out. Any other
    map is written with all its entries.

    >>> write_id(read_lines(["A,B,3"]).map, "A", "B")
    'A>B:A,B,3'
    """
    if map_.file:
        return f"{start}>{goal}"
    if map_.name:
        return f"{map_.name}:{start}>{goal}"
    return f"{start}>{goal}:{';'.join(_entries(map_))}"


WRITERS: dict[str, Callable[[RoadMap, str, str], str]] = {
    "id": write_id,
    "lines": lambda map_, start, goal: "\n".join([f"{start}>{goal}", *_entries(map_), ""]),
}
"""The writers by format; each is a function of a map, the start and the goal."""
