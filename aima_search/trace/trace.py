"""Trace: what a recorded search did; it answers with nodes, paths and the frontier of any step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from aima_search.algorithms.fates import FATES, GOAL, QUEUED, REOPENED
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import Step
from aima_search.base.errors import InputError, NotApplicable
from aima_search.display import Scene, render_svg
from aima_search.model.problem import Node
from aima_search.model.puzzle import preparation_of
from aima_search.runs.result import SearchResult
from aima_search.trace.history import History


class RecordedNode(NamedTuple):
    """A node of a trace; ``h`` and ``f`` are None if the search did not evaluate it.

    ``g`` is None if it was not computed. ``fate`` is one of ``algorithms.fates.FATES``.
    """

    id: int
    parent: int | None
    action: Any
    state: Any
    g: Any
    h: Any
    f: Any
    depth: int
    fate: str


class Trace:
    """The nodes of a search by their ids, in the order in which they were generated.

    ``answer`` is the node that the search returned, ``result`` its result if it has ended.
    """

    def __init__(self, problem: Any, algorithm: Algorithm, history: History) -> None:
        self.problem = problem
        self.algorithm = algorithm
        self.history = history
        self.step: Step | None = None
        self.answer: Node | None = None
        self.result: SearchResult | None = None

    def __len__(self) -> int:
        return len(self.history.fates)

    def __iter__(self) -> Iterator[RecordedNode]:
        return map(self.node, range(len(self)))

    @property
    def steps(self) -> int:
        """The number of steps that are kept; the last may be under way."""
        return len(self.history.expansions)

    @property
    def is_whole(self) -> bool:
        """Whether every node so far is kept."""
        return self.history.is_open

    @property
    def note(self) -> str:
        """The missing parts of the trace, on one line; "" if it is whole."""
        if self.is_whole:
            return ""
        return (
            f"{len(self):,} nodes are kept, up to step {self.steps - 1:,}:"
            " what came after is counted only, and the path to the end is kept"
        )

    def node(self, at: int, step: int | None = None) -> RecordedNode:
        """Return a node as it was when a step began, by default as it is in the end."""
        self._check(at)
        history = self.history
        h, f = history.estimates[at], history.values[at]
        for when, higher_h, higher_f in history.raised.get(at, ()):
            if step is None or when <= step:
                h, f = higher_h, higher_f
        parent = history.parents[at]
        return RecordedNode(
            at,
            None if parent < 0 else parent,
            history.actions[at],
            history.states[at],
            history.costs[at],
            h,
            f,
            history.depths[at],
            self._fate(at, inf if step is None else step),
        )

    def _fate(self, at: int, step: float) -> str:
        history = self.history
        if at == history.goal and step == inf:
            return GOAL
        left, fate = history.left.get(at, (inf, ""))
        if left < step:
            return fate
        return FATES[history.fates[at]]

    def _check(self, at: int) -> None:
        if not isinstance(at, int) or not 0 <= at < len(self):
            raise InputError(f"node {at!r}: expected the id of a node, 0 to {len(self) - 1}")

    def check_step(self, step: int) -> None:
        """Raise InputError for a step that is not kept."""
        if not isinstance(step, int) or not 0 <= step < self.steps:
            raise InputError(f"step {step!r}: expected a step that is kept, 0 to {self.steps - 1}")

    def path(self, at: int) -> list[int]:
        """Return the ids on the path from the root to a node."""
        self._check(at)
        path = []
        while at >= 0:
            path.append(at)
            at = self.history.parents[at]
        return path[::-1]

    def children(self, at: int) -> list[int]:
        """Return the ids of the nodes that were generated from a node."""
        self._check(at)
        parents = self.history.parents
        return [child for child in range(at + 1, len(self)) if parents[child] == at]

    def frontier(self, step: int) -> list[int]:
        """Return the ids of the nodes that waited when a step began, the one in hand included.

        After the last step of a search that has ended, the nodes that wait then, with the goal.
        Searches of one path hold that path; of local search only the current node is known.
        """
        history = self.history
        if step == self.steps == self.done and self.result is not None:
            known, in_hand = len(self), history.goal
        else:  # the last node in hand was not expanded if something ended the search before
            step -= step == self.steps and self.result is not None
            self.check_step(step)
            known, in_hand = history.marks[step], history.expansions[step]
        if self.algorithm.local or self.algorithm.holds_path:
            if in_hand is None:
                return []
            return [in_hand] if self.algorithm.local else self.path(in_hand)
        return [at for at in range(known) if self._waits(at, step)]

    def _waits(self, at: int, step: int) -> bool:
        history = self.history
        return (
            FATES[history.fates[at]] in (QUEUED, REOPENED)
            and history.expanded.get(at, inf) >= step
            and history.left.get(at, (inf, ""))[0] >= step
        )

    def scene(self, step: int | None = None, at: int | None = None) -> Scene | None:
        """Return one picture of what was expanded before a step, by g, what waits, and the way.

        step: the end if it is None. at: the node to which the way leads; the answer if it is None.
        None unless the problem is a puzzle whose states are places of one picture.
        """
        draw = getattr(self.problem, "way_scene", None)
        if draw is None or draw([self.problem.initial]) is None:
            return None
        history, step = self.history, self.steps if step is None else step
        states = history.states
        way = [self.problem.initial] if self.answer is None else self.answer.path_states()
        if at is not None:
            way = [states[one] for one in self.path(at)]
        expanded = history.expansions[: max(step, 0)]
        explored = {states[one]: history.costs[one] for one in reversed(expanded)}
        waiting = self.frontier(min(step, self.steps - 1)) if self.steps and step >= 0 else []
        frontier = [states[one] for one in waiting if states[one] not in explored]
        scene: Scene = draw(way, explored, frontier)
        return scene

    def save(self, path: str | Path) -> None:
        """Write the trace for the Posthoc visualiser (its search trace, version 1.4.0).

        A file that ends in .svg gets the picture of ``scene``.
        """
        if str(path).endswith(".svg"):
            scene = self.scene()
            if scene is None:
                kind = type(self.problem).__name__
                raise NotApplicable(
                    f"{kind}: its states are no places of one picture; trace to a file .trace.yaml"
                )
            Path(path).write_text(render_svg(scene), encoding="utf-8")
            return
        from aima_search.trace.posthoc import posthoc_lines

        with Path(path).open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.writelines(f"{line}\n" for line in posthoc_lines(self))

    def made_by(self, step: int) -> range:
        """Return the ids of the nodes that were generated between a step and the next."""
        self.check_step(step)
        marks = self.history.marks
        return range(marks[step], marks[step + 1] if step + 1 < self.steps else len(self))

    @property
    def done(self) -> int:
        """The number of expansions that are kept with what they brought."""
        expanded = self.step.expanded if self.step else 0
        return min(expanded, self.steps if self.is_whole else self.steps - 1)

    def describe(self, node: RecordedNode) -> str:
        """Return a node's action in words, if the puzzle has them; "" at a start."""
        if node.parent is None:
            return ""
        words = getattr(self.problem, "describe", None)
        before = self.history.states[node.parent]
        return str(node.action) if words is None else str(words(before, node.action))

    def as_plain(self, node: RecordedNode) -> dict[str, Any]:
        """Return a node with its action in words and without its state.

        The first node has what was decided before the search, in lines: ``preparation``.
        """
        told = {**node._asdict(), "action": self.describe(node)}
        del told["state"]
        prepared = preparation_of(self.problem) if node.id == 0 else []
        if prepared:
            told["preparation"] = prepared
        return told

    def limit_at(self, step: int) -> tuple[int, Any] | None:
        """Return (number of the round, its limit on f or depth), None without rounds."""
        rounds = self.history.rounds
        place = bisect_right([start for start, _ in rounds], step)
        return (place, rounds[place - 1][1]) if place else None
