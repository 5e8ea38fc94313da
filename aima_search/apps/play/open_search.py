"""A search on the page: its recorded steps, its configuration, and the parts that are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import inf
from typing import Any

from aima_search.algorithms.frontier import tie_break_of
from aima_search.apps.play.breakpoints import BreakpointNavigator
from aima_search.apps.play.playing import MOST_EXPANSIONS, OptimalPathSearch
from aima_search.base.errors import InputError
from aima_search.catalog.configuration import Configuration, parse_algorithm
from aima_search.catalog.heuristics import (
    HeuristicSpec,
    heuristic_info,
    make_heuristic,
    puzzle_name,
)
from aima_search.checks.heuristic import exceeds
from aima_search.display.scene import Scene, picture_data, scene_data
from aima_search.model.contract import ProblemLike, offered
from aima_search.model.problem import Node, goal_test
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.result import no_negative_cost
from aima_search.runs.search import heuristic_name
from aima_search.runs.solution_views import spread
from aima_search.trace.protocol import (
    arguments_of,
    checked_arguments,
    open_recording,
    own_heuristic,
)
from aima_search.trace.recording import Recording
from aima_search.trace.session import TraceSession
from aima_search.trace.trace import Trace

MOST_NODES = 40
MOST_POINTS = 500
MOST_PLACES = 60  # on a map with more places, the names have no h values
MOST_STEPS = 40_000
_LAST = 8  # number of earlier expansions in the answer of ``tree``


class PageTraceSession(TraceSession):
    """A search on the page. ``request``: the request that opened it, or {} if there was none."""

    def __init__(
        self,
        recording: Recording,
        heuristic: HeuristicSpec | None = None,
        ties: str | None = None,
        request: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(recording)
        self.heuristic = heuristic
        self.request = request or {}
        self._best_path: OptimalPathSearch | None = None
        chosen = recording.algorithm
        self.configuration = Configuration.of(
            chosen,
            recording.options,
            heuristic=heuristic_name(heuristic) if chosen.informed else None,
            tie_break=(ties or tie_break_of(recording.problem)) if chosen.best_first else None,
        )

    @classmethod
    def opened(cls, request: Mapping[str, Any]) -> PageTraceSession:
        """Open the search that ``request`` describes; see ``protocol.open_recording``."""
        asked = checked_arguments("open", request, arguments_of(open_recording))
        asked["algorithm"] = chosen = parse_algorithm(asked.get("algorithm", "astar"))
        if chosen.entry.informed:
            asked.setdefault("heuristic", PUZZLES.get(asked["puzzle"]).default_heuristic)
        recording = open_recording(**asked)
        if "heuristic" in asked:
            heuristic_info(asked["puzzle"], asked["heuristic"])
        return cls(recording, asked.get("heuristic"), asked.get("tie_break"), request)

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        algorithm: str = "astar",
        heuristic: HeuristicSpec | None = None,
        limits: Any = None,
        tie_break: str | None = None,
        **options: Any,
    ) -> PageTraceSession:
        """Return a search of a problem; pass the same arguments as to ``Search``."""
        recording = Recording(problem, algorithm, heuristic, limits, tie_break, **options)
        if isinstance(heuristic, str):
            heuristic_info(puzzle_name(problem), heuristic)  # refuses an unknown name
        if heuristic is None and isinstance(problem, Puzzle):
            heuristic = problem.default_heuristic
        return cls(recording, heuristic, tie_break)

    @cached_property
    def jumps(self) -> BreakpointNavigator:
        """An object that finds the steps of this search at which an event happens."""
        problem, h, is_proved = self.trace.problem, self.heuristic, False
        if self.recording.algorithm.informed and isinstance(problem, Puzzle) and isinstance(h, str):
            info = heuristic_info(problem.puzzle, h)
            is_proved = info.admissible is True and no_negative_cost(problem) is True
        return BreakpointNavigator(self, is_proved=is_proved)

    def shown(self, number: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Return parts of the search, such as the picture or the tree, at the current step.

        ``wanted`` maps the name of each part to arguments for this part. A part is None if it does
        not apply to this search. ``number``: the number of the search on the page.
        """
        parts: dict[str, Callable[..., Any]] = {
            "picture": self.shown_picture,
            "flood": partial(self.flood, number),
            "frontier": self.frontier,
            "tree": self.tree,
            "curves": self.curves,
            "solution": lambda: self.solution() if self._is_solved() else None,
        }
        return {
            name: parts[name](**checked_arguments(name, given, arguments_of(parts[name])))
            for name, given in wanted.items()
            if name in parts
        }

    def _is_solved(self) -> bool:
        outcome = self.outcome()
        return outcome is not None and outcome.status == SOLVED

    def _is_at_end(self) -> bool:
        is_beyond = not self.trace.is_whole and self.step >= self.trace.steps - 1
        return self._is_solved() and (is_beyond or self.step >= self.trace.steps)

    def shown_picture(
        self, node: int | None = None, solution: int | None = None
    ) -> dict[str, Any] | None:
        """Return the picture of ``node``, or of the solution's state at index ``solution``.

        The default is the current node. At the end of a search whose last steps are not recorded,
        the default is the goal.
        """
        if solution is not None:
            return self.solution_picture(solution)
        if node is None and not self.trace.is_whole and self._is_at_end():
            return self.solution_picture(len(self.solution()) - 1)
        if node is None and (node := self._current()) is None:
            start = self.trace.scene(0) if self._place_labels else None
            return None if start is None else scene_data(self.annotated(start))
        return self.picture(node)

    def annotated(self, scene: Scene) -> Scene:
        """Return the scene; if it is a map, h is written next to the name of each place."""
        labels = self._place_labels
        if not (scene.roads and labels):
            return scene
        squares = [list(row) for row in scene.cells]
        for row, column, cell in scene.positions():
            squares[row][column] = replace(cell, note=labels.get(cell.note, cell.note))
        return replace(scene, cells=tuple(map(tuple, squares)))

    @cached_property
    def _place_labels(self) -> dict[str, str]:
        problem = self.trace.problem
        places = list(offered(problem, "named_places") or ())
        if not (self.configuration.heuristic and 0 < len(places) <= MOST_PLACES):
            return {}
        try:
            spec = self.heuristic
            if isinstance(spec, str):
                spec = own_heuristic(spec, problem, self.request.get("source"))
            h = make_heuristic(spec, problem)
            return {place: f"{place} {h(Node(place)):.4g}" for place in places}
        except Exception:  # the search itself reports errors of user code
            return {}

    def flood(
        self,
        number: int,
        known: Sequence[Any],
        node: int | None = None,
        solution: int | None = None,
    ) -> dict[str, Any] | None:
        """Return a dict with new map cells and a path, or None if there is no map.

        known: for each search, how many expanded cells and how many frontier cells the page has.
        The path ends at ``node``. Without ``node``, the path is the solution up to state number
        ``solution``.
        """
        flood = self.recording.flood
        if flood is None:
            return None
        try:
            since, waiting_since = map(int, known[number])
        except (IndexError, KeyError, TypeError, ValueError):
            since = waiting_since = -1
        if min(since, waiting_since) < 0:
            message = "expected two whole numbers from 0 up for each search"
            raise InputError(f"flood: known={known!r}: {message}")
        path, cell = None, self.trace.problem.cell_number
        if node is not None:
            path = [cell(self.trace.states[at]) for at in self.trace.path(self._check(node))]
        elif solution is not None or self._is_at_end():
            end = None if solution is None else solution + 1
            path = [cell(step.state) for step in self._path()[:end]]
        return {**flood.part(since, waiting_since, MOST_STEPS), "path": path}

    def tree(self, ahead: bool = False) -> dict[str, Any]:
        """Return the part of the search tree around the current node, for the page.

        ``path``: the nodes from the start to the current node. ``siblings``: the current node and
        its siblings. ``children``: the children generated for the current node. ``last``: the
        last expanded nodes, most recent first. ``made``: the nodes that the last expansion (or, if
        ``ahead`` is True, the next expansion) generates. Each list has at most 40 nodes.
        """
        node, step = self.position()["node"], self.step
        if node is None:
            return {name: [] for name in ("path", "siblings", "children", "last", "made")}
        path = self.path(node["id"])
        siblings = path[-1:] if node["parent"] is None else self.children(node["parent"])
        place = next((at for at, one in enumerate(siblings) if one["id"] == node["id"]), 0)
        first = max(0, min(place - MOST_NODES // 2, len(siblings) - MOST_NODES))
        expansions = self.trace.expansions
        before = expansions[max(0, min(step, len(expansions)) - _LAST) : step][::-1]
        return {
            "path": path[-MOST_NODES:],
            "siblings": siblings[first : first + MOST_NODES],
            "children": self.children(node["id"])[:MOST_NODES],
            "last": list(map(self.node, before)),
            "made": self._generated_nodes(step + ahead),
        }

    def _generated_nodes(self, step: int) -> list[dict[str, Any]]:
        trace = self.trace
        if step == trace.steps and trace.is_whole and not self.has_ended:
            self._pull()
        if not 1 <= step <= trace.steps:
            return []
        is_goal, states = goal_test(trace.problem), trace.states
        made = trace.generated_by(step - 1)[:MOST_NODES]
        return [{**self.node(at), "is_goal": bool(is_goal(states[at]))} for at in made]

    def curves(self, points: int = MOST_POINTS) -> dict[str, Any]:
        """Return at most ``points`` (2 to 500) values for each curve of the plots, evenly spread.

        The curve "solutions" has pairs (step, cost), and "bounds" has pairs (step, lower bound).
        """
        if not 2 <= points <= MOST_POINTS:
            raise InputError(f"points {points}: expected 2 to {MOST_POINTS}")
        trace = self.trace
        steps = spread(range(len(trace.counts)), points)
        bounds = [(step, bound) for step, bound in trace.bounds if bound > 0]  # 0 proves nothing
        return {
            "steps": steps,
            "f": [trace.expansion_values[step] for step in steps],
            "expanded": [trace.counts[step][0] for step in steps],
            "frontier": [trace.counts[step][3] for step in steps],
            "solutions": spread(trace.solutions, points),
            "bounds": spread(bounds, points),
        }

    def h_star(self, node: int) -> dict[str, Any]:
        """Search for a node's h* for 50 ms; the next call continues if the status is "searching".

        If h* needs too many expansions, the status is "unknown", and ``why`` is the reason.
        ``is_misleading`` is True if h is above h*, and None if h or h* is not known.
        """
        h, state = self.node(node)["h"], self.trace.states[node]
        if self._best_path is None or self._best_path.start is not state:
            self._best_path = OptimalPathSearch(self.trace.problem, state)
        result = self._best_path.advance()
        data = {"h": h, "h_star": None, "is_misleading": None, "why": ""}
        if result is None:
            return {**data, "status": "searching"}
        if result.status not in (SOLVED, NO_SOLUTION):
            why = f"computing h* takes more than {MOST_EXPANSIONS:,} expansions"
            return {**data, "status": "unknown", "why": why}
        exact = inf if result.cost is None else result.cost
        is_misleading = None if h is None else exceeds(h, exact)
        return {**data, "status": "known", "h_star": exact, "is_misleading": is_misleading}


MOST_DIFFERENCES = 5


def differences(first: TraceSession, second: TraceSession) -> dict[str, Any]:
    """Find the first five steps at which two searches expanded different states; return a dict.

    ``states``: for each of these steps, a dict with the nodes and the pictures of both searches
    (None for a search that has ended). ``text``: a sentence about the first difference.
    """
    sides = (first.trace, second.trace)
    expanded = [[trace.states[at] for at in trace.expansions] for trace in sides]
    shared, longest = sorted(map(len, expanded))
    pairs = enumerate(zip(*expanded, strict=False))
    different = [step for step, (one, other) in pairs if one != other]
    different += range(shared, longest)
    states = [_both_at_step(sides, step) for step in different[:MOST_DIFFERENCES]]
    return {"states": states, "text": _words(shared, states)}


def _both_at_step(sides: tuple[Trace, Trace], step: int) -> dict[str, Any]:
    nodes: list[dict[str, Any] | None] = []
    pictures: list[dict[str, Any] | None] = []
    for trace in sides:
        node = trace.node(trace.expansions[step], step) if step < trace.steps else None
        nodes.append(node and trace.as_plain(node))
        pictures.append(node and picture_data(trace.problem, node.state, node.action))
    return {"step": step, "searches": nodes, "pictures": pictures}


def _words(steps: int, states: list[dict[str, Any]]) -> str:
    if not states:
        known = f"both expand the same {steps:,} states, in the same order"
        return known if steps else "neither search has expanded a node"
    first, second = map(_expansion, states[0]["searches"])
    start = f"their first difference is in step {states[0]['step'] + 1:,}"
    return f"{start}: the first {first}, the second {second}"


def _expansion(node: dict[str, Any] | None) -> str:
    if node is None:
        return "has ended"
    reached = f"after {node['action']}" if node["action"] else "the start"
    h = "" if node["h"] is None else f", h = {node['h']}"
    return f"expands {reached} (f = {node['f']}{h})"
