"""Search traces of the Posthoc visualiser: ours written, and anybody's gone through as a search.

A trace is a list of events, as YAML or JSON. An event has a ``type`` and an ``id``, and may have
``pId`` (the id of the node before it), ``f``, ``g``, ``h``, ``action``, ``fate``. If ``x`` and
``y`` of all nodes are whole numbers, the nodes are drawn as cells of a grid. The ``views`` of a
trace are programs, and are not run. Format: https://posthoc.pathfinding.ai/docs/search-trace,
version 1.4.0.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import (
    DROPPED,
    FATES,
    GOAL,
    KNOWN,
    QUEUED,
    REOPENED,
    REPLACED,
    Step,
    StepsTo,
)
from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.extras import require
from aima_search.base.interchange import json_value
from aima_search.catalog.configuration import Configuration
from aima_search.display import Cell, Scene, searched_grid
from aima_search.model.problem import Heuristic, Node, Problem
from aima_search.trace.recording import Recording
from aima_search.trace.trace import Trace

# Writing: an event a line, each one a JSON object, which YAML takes as it is: no library is needed.


VERSION = "1.4.0"
INFINITY = "1.0e+999"
"""Too large for a floating-point number, so that readers of JSON and YAML get infinity."""


def posthoc_lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of the file."""
    yield f"version: {VERSION}"
    if trace.note:
        yield f"# {trace.note}"
    yield "events:"
    for event in events(trace):
        yield f"- {{{', '.join(f'{json.dumps(key)}: {_json(event[key])}' for key in event)}}}"


def events(trace: Trace) -> Iterator[dict[str, Any]]:
    """Yield what happened: source, expanding, generating, closing, end; the path if nodes lack."""
    under_way: list[int] = []  # of a search of one path: what it has not left
    leaving: dict[int, list[int]] = {}  # by the step, what leaves the frontier unexpanded
    for at, (step, _) in trace.left.items():
        leaving.setdefault(step, []).append(at)
    for at in range(trace.marks[0] if trace.steps else len(trace)):
        yield _event(trace, "source", at, 0)
    for step in range(trace.done):
        at = trace.expansions[step]
        depth = trace.depths[at]
        while under_way and trace.depths[under_way[-1]] >= depth:
            yield _event(trace, "closing", under_way.pop(), step)
        yield _event(trace, "expanding", at, step)
        for child in trace.made_by(step):
            yield _event(trace, "generating", child, step + 1)
        for gone in leaving.get(step, ()):
            yield _event(trace, "closing", gone, step + 1)
        if trace.algorithm.holds_path:
            under_way.append(at)
        else:
            yield _event(trace, "closing", at, step + 1)
    yield from _ending(trace, under_way)


def _ending(trace: Trace, under_way: list[int]) -> Iterator[dict[str, Any]]:
    if trace.goal is not None:
        yield _event(trace, "end", trace.goal, None)
    elif trace.answer is not None and not trace.is_whole:
        for place, node in enumerate(trace.answer.path()):
            parent = f"path {place - 1}" if place else None
            event = {"type": "path", "id": f"path {place}", "pId": parent, "g": node.path_cost}
            yield {**event, "action": None if node.action is None else str(node.action)}
    elif trace.answer is None:
        for at in reversed(under_way):
            yield _event(trace, "closing", at, None)


def _event(trace: Trace, kind: str, at: int, step: int | None) -> dict[str, Any]:
    node = trace.node(at, step)
    event = {"type": kind, "id": node.id, "pId": node.parent}
    event.update({name: getattr(node, name) for name in "fgh" if getattr(node, name) is not None})
    if node.action is not None:
        event["action"] = str(node.action)
    return {**event, "fate": node.fate}


def _json(value: Any) -> str:
    """Return a value as JSON that is YAML too, whichever of YAML's versions."""
    if isinstance(value, str):
        return "".join(map(_printable, json.dumps(value, ensure_ascii=False)))
    if value is not None:
        value = json_value(value) if not isinstance(value, int | float) else value
    if value in (inf, -inf):
        return INFINITY if value > 0 else f"-{INFINITY}"
    text = json.dumps(value)
    return (
        text if "." in text else text.replace("e", ".0e") if "e-" in text or "e+" in text else text
    )


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# Reading: the events of a search are known, and not the rules of its problem.


MOST_CELLS = 2**18
"""Cells of a grid that is drawn."""

START, EXPAND, MAKE, LEAVE, GOES_TO, END = "start", "expand", "make", "leave", "goes to", "end"
KINDS = {
    **dict.fromkeys(("source", "start"), START),
    **dict.fromkeys(("expanding", "expand"), EXPAND),
    **dict.fromkeys(("generating", "generate", "updating", "update", "relaxing", "relax"), MAKE),
    **dict.fromkeys(("closing", "close"), LEAVE),
    **dict.fromkeys(("destination", "goal"), GOES_TO),
    **dict.fromkeys(("end", "path"), END),
}
"""What is done at an event of a type; other types change nothing."""
_GENERATING = ("generating", "generate")
_WIDE = 2**53  # numbers below are exact


class TraceState(str):
    """A state: the id of its node. It prints with what else the trace tells of it."""

    told: Mapping[str, Any]

    def __str__(self) -> str:
        return "\n".join(
            [f"node {super().__str__()}", *(f"{k}: {v}" for k, v in self.told.items())]
        )


class TraceEvent(NamedTuple):
    """An event, checked: None stands for what it does not tell."""

    kind: str
    place: TraceState
    parent: str | None
    action: str | None
    fate: Any
    f: Any
    g: Any
    h: Any


class Told(Problem[TraceState, str]):
    """What a trace tells of a problem: its nodes, where they are, which of them are goals."""

    def __init__(self, events: Sequence[TraceEvent]) -> None:
        """Take the events of a trace."""
        starts = [event.place for event in events if KINDS.get(event.kind) in (START, EXPAND)]
        goals = [event.place for event in events if KINDS.get(event.kind) in (GOES_TO, END)]
        super().__init__(starts[0], goals)
        self.events = events
        self._corner, self.width, self.height = _grid(events)
        self.cell_number = self._cell_number if self.width else None

    def actions(self, state: TraceState) -> Any:
        """Raise NotApplicable: nobody has the rules."""
        raise NotApplicable("a trace tells what a search did, not the rules of its problem")

    def h(self, node: Node[TraceState, str]) -> Any:
        """Return the h that the trace tells, None if it tells none."""
        return getattr(node, "told_h", None)

    def _cell(self, state: TraceState) -> tuple[int, int]:
        return int(state.told["x"]) - self._corner[0], int(state.told["y"]) - self._corner[1]

    def _cell_number(self, state: TraceState) -> int:
        x, y = self._cell(state)
        return y * self.width + x

    def scene(self, state: TraceState, action: str | None = None) -> Scene | None:
        """Return the grid with a node; None if the nodes are no cells."""
        return self._drawn(state, moved=action is not None) if self.width else None

    def path_scene(
        self,
        states: Sequence[TraceState],
        explored: Mapping[TraceState, float] = MappingProxyType({}),
        frontier: Collection[TraceState] = (),
    ) -> Scene | None:
        """Return the grid with a way and what was explored; None if the nodes are no cells."""
        if not self.width:
            return None
        return self._drawn(
            states[-1],
            way=set(map(self._cell, states)),
            explored={self._cell(state): g for state, g in explored.items()},
            frontier=set(map(self._cell, frontier)),
        )

    def _drawn(self, here: TraceState, **search: Any) -> Scene:
        cells = [[Cell()] * self.width] * self.height
        goals = [self._cell(self.goal[0])] if self.goal else []
        return searched_grid(cells, self._cell(self.initial), goals, self._cell(here), **search)


def _grid(events: Sequence[TraceEvent]) -> tuple[tuple[int, int], int, int]:
    """Return the least x and y, width and height of the nodes' cells; 0, 0 if they are none."""
    places = {event.place for event in events if event.kind in KINDS}
    numbers: list[Any] = [event.g for event in events if KINDS.get(event.kind) in (EXPAND, MAKE)]
    columns: list[Any] = [place.told.get("x") for place in places]
    rows: list[Any] = [place.told.get("y") for place in places]
    numbers += [*columns, *rows]
    is_known = all(isinstance(one, int | float) and abs(one) < _WIDE for one in numbers)
    if not is_known or any(one != int(one) for one in (*columns, *rows)):
        return (0, 0), 0, 0
    corner = int(min(columns)), int(min(rows))
    width, height = int(max(columns)) - corner[0] + 1, int(max(rows)) - corner[1] + 1
    return (corner, width, height) if width * height <= MOST_CELLS else ((0, 0), 0, 0)


# The steps of the search, made of the events.


class _Telling:
    """Goes through the events: which nodes there are by now, and which of them wait."""

    def __init__(self, problem: Told, h: Heuristic[TraceState, str]) -> None:
        self.problem, self.h = problem, h
        self.nodes: dict[str, Node[TraceState, str]] = {}
        self.waiting: set[str] = set()
        self.step: Step[TraceState, str] | None = None

    def steps(self) -> StepsTo[TraceState, str, Any]:
        node = None
        for event in self.problem.events:
            kind = KINDS.get(event.kind)
            if kind == EXPAND:
                node = self.meet(event)
                if self.step is None:
                    self.step = Step(node)
                    self.step.starts = list(self.nodes.values())
                step = self.step
                self.waiting.add(event.place)
                step.node, step.frontier = node, len(self.waiting)
                step.f = getattr(node, "f", None) if event.f is None else event.f
                yield step
                step.expanded += 1
                self.waiting.discard(event.place)
                step.frontier = len(self.waiting)
            elif kind == END:
                node = self.meet(event)
            elif kind in (START, MAKE):
                self.meet(event)
            elif kind == LEAVE and event.place in self.waiting:
                self.waiting.discard(event.place)
                is_replaced = event.fate == REPLACED
                self._tell(REPLACED if is_replaced else DROPPED, self.nodes[event.place])
        return node if node is not None and self.problem.goal_test(node.state) else "no goal"

    def meet(self, event: TraceEvent) -> Node[TraceState, str]:
        """Take what an event tells of a node, and return the node: a better path is a new node."""
        old, step = self.nodes.get(event.place), self.step
        if step is not None and event.kind in _GENERATING:
            step.generated += 1
        if old is None:
            fate = event.fate if event.fate in FATES and event.fate != GOAL else QUEUED
            return self._tell(fate, self._made(event))
        if step is None:  # before the first step: the start, told once more
            self._value(old, event)
            return old
        if event.g is not None and old.path_cost is not None and event.g < old.path_cost:
            was_waiting = event.place in self.waiting
            if was_waiting:
                self._tell(REPLACED, old)
            else:
                step.reopened += 1
            return self._tell(QUEUED if was_waiting else REOPENED, self._made(event))
        if event.kind in _GENERATING:
            self._tell(KNOWN, self._made(event), is_kept=False)
        elif event.place in self.waiting and event.f not in (None, getattr(old, "f", None)):
            self._value(old, event)
            self._tell(QUEUED, old)  # it waits on with another f
        return old

    def _made(self, event: TraceEvent) -> Node[TraceState, str]:
        parent = None if event.parent is None else self.nodes.get(event.parent)
        x_y = (f"{event.place.told[name]}" for name in "xy")
        action = event.action or f"to {','.join(x_y) if self.problem.width else event.place[:]}"
        node = Node(event.place, parent, None if parent is None else action, event.g)
        self._value(node, event)
        return node

    def _value(self, node: Node[TraceState, str], event: TraceEvent) -> None:
        node.told_h = event.h  # type: ignore[attr-defined] # a node takes any attribute
        node.h, node.f = self.h(node), event.f
        if event.g is not None:
            node.path_cost = event.g

    def _tell(
        self, fate: str, node: Node[TraceState, str], *, is_kept: bool = True
    ) -> Node[TraceState, str]:
        if is_kept:
            self.nodes[node.state] = node
        if fate in (QUEUED, REOPENED):
            self.waiting.add(node.state)
        if self.step is not None:
            self.step.frontier = len(self.waiting)
            if self.step.emit is not None:
                self.step.emit(fate, node)
        return node


def _steps(problem: Told, h: Heuristic[TraceState, str]) -> StepsTo[TraceState, str, Any]:
    return _Telling(problem, h).steps()


TOLD = Algorithm("trace of a file", _steps, "the steps that a file tells", complete=False)
"""The algorithm of a trace: whatever has made the file."""


class ToldSearch(Recording[TraceState, str]):
    """A search that a file tells, to go through like any other recording."""

    def __init__(self, text: str) -> None:
        """Read the file's text; InputError says what is wrong with it."""
        super().__init__(read_trace(text), Configuration.of(TOLD, {}))

    def judge(self, node: Node[TraceState, str] | None) -> None:
        """Believe the file: nobody here has the rules by which to judge its answer."""


# The file: JSON or YAML.


@lru_cache(maxsize=1)  # the page looks at a file first, and then opens it
def read_trace(text: str) -> Told:
    r"""Return what a trace tells; InputError names the event or the line that is wrong.

    >>> told = read_trace("events:\n- {type: source, id: 1}\n- {type: expanding, id: 1, g: 0}")
    >>> told.events[1].kind, told.events[1].g
    ('expanding', 0)
    """
    text = text.removeprefix("\ufeff")
    events = _events(text)
    if not isinstance(events, list):
        raise InputError("trace: expected a list of events under the name 'events'")
    places: dict[str, TraceState] = {}
    checked = [_checked(number, event, places) for number, event in enumerate(events, 1)]
    if not any(KINDS.get(event.kind) == EXPAND for event in checked):
        kinds = ", ".join(repr(kind) for kind, _ in Counter(e.kind for e in checked).most_common(5))
        raise InputError(f"trace: no event is of type 'expanding', only of {kinds or 'none'}")
    return Told(checked)


def _checked(number: int, given: Any, places: dict[str, TraceState]) -> TraceEvent:
    """Return an event of a file, with the place that all events of its id share."""
    if not isinstance(given, dict):
        raise InputError(f"trace, event {number}: expected names with values, got {given!r}")
    rest = dict(given)
    kind, name, parent, action, fate, *values = (rest.pop(one, None) for one in _NAMES)
    for what, text in (("type", kind), ("id", name), ("pId", parent)):
        if isinstance(text, bool | dict | list) or (text is None and what != "pId"):
            raise InputError(f"trace, event {number}: expected a text or a number as its {what}")
    values = [_as_number(value) for value in values]
    for what, value in zip("fgh", values, strict=True):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and (abs(value) < _WIDE or value in (inf, -inf))):
            raise InputError(f"trace, event {number}: its {what} is {value!r}, expected a number")
    place = places.setdefault(str(name), TraceState(name))
    place.told = {**rest, **getattr(place, "told", {})}
    parent, action = (None if one is None else str(one) for one in (parent, action))
    return TraceEvent(str(kind), place, parent, action, fate, *values)


_NAMES = ("type", "id", "pId", "action", "fate", "f", "g", "h")


def _events(text: str) -> Any:
    """Return the list of events of a file."""
    try:
        whole = _of_json(text) if text.lstrip()[:1] == "{" else _of_yaml(text)
    except RecursionError:
        raise InputError("trace: its lists are nested too deeply") from None
    return whole.get("events") if isinstance(whole, dict) else None


def _of_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"trace: this is no JSON: {error}") from None


def _of_yaml(text: str) -> Any:
    """Read YAML; events that are a line of JSON each, as ours are, without a library, and fast."""
    lines = (line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#")
    if any(line.rstrip() == "events:" for line in lines):
        with suppress(ValueError):
            return {"events": [json.loads(line.removeprefix("- ")) for line in lines]}
    yaml = require("yaml", "trace")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        whole = loader.get_single_node()
        if whole is not None and _size(whole, {}) > _UNFOLDED * len(text):
            raise InputError("trace: its YAML aliases stand for too many values")
        return None if whole is None else loader.construct_document(whole)
    except InputError:
        raise
    except (yaml.YAMLError, ValueError) as error:  # a ValueError: a date that is none
        mark = getattr(error, "problem_mark", None)
        where = "trace" if mark is None else f"trace, line {mark.line + 1}"
        said = " ".join(str(getattr(error, "problem", error)).split())
        raise InputError(f"{where}: this is no YAML: {said}") from None


_UNFOLDED = 10  # values for each character: without aliases there is at most one


def _size(node: Any, sizes: dict[int, float]) -> float:
    """Return how many values a node of YAML stands for, with its aliases unfolded."""
    if id(node) not in sizes:
        sizes[id(node)] = inf  # as long as it is inside of itself
        pairs = [] if isinstance(node.value, str) else node.value
        parts = chain.from_iterable(one if isinstance(one, tuple) else (one,) for one in pairs)
        sizes[id(node)] = 1 + sum(_size(part, sizes) for part in parts)
    return sizes[id(node)]


def _as_number(value: Any) -> Any:
    """Return the number that a text says, such as 1e-7, which YAML 1.1 takes for a text."""
    if isinstance(value, str):
        with suppress(ValueError):
            return float(value)
    return value
