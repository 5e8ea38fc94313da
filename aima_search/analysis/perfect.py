"""Perfect distances: h* of every reachable state, as a heuristic, and kept in a file.

An A* search with them expands nothing but states on cheapest ways.
"""

from __future__ import annotations

import ast
import zipfile
import zlib
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from aima_search.analysis.distances import exact_distances, reversed_edges
from aima_search.analysis.graph import make_graph
from aima_search.analysis.packed import Packed, packed_form
from aima_search.errors import BoardError, NotApplicable
from aima_search.problem import Node, goal_test, successors

if TYPE_CHECKING:
    from aima_search.analysis.packed import Costs, Keys

MOST_PACKED = 1_000_000
MOST_PLAIN = 20_000
"""States up to which a heuristic is made without being told how many: a second or two."""


class _Table(Protocol):
    """Distances by state, and how they are written into a file of arrays."""

    def distance(self, state: Any) -> float: ...

    def arrays(self) -> dict[str, Any]: ...

    def __len__(self) -> int: ...


class PerfectDistances:
    """h* of every state reachable in a problem: call it with a node, as a heuristic.

    Infinity where no goal can be reached; 0 for states that cannot be reached themselves.
    """

    def __init__(self, name: str, table: _Table) -> None:
        self._name = name
        self._table = table

    @classmethod
    def of(
        cls,
        problem: Any,
        states: int | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> PerfectDistances:
        """Compute the distances; NotApplicable where there are more than so many ``states``.

        Without a number it is one that takes a second or two, larger for problems that offer
        a packed form.
        """
        form = packed_form(problem)
        if states is None:
            states = MOST_PLAIN if form is None else MOST_PACKED
        graph = make_graph(problem, states, on_progress)
        if not graph.complete or len(graph) > states:
            raise NotApplicable(
                f"perfect distances: more than {states:,} states can be reached;"
                " take a smaller board, or PerfectDistances.of(problem, states=...)"
            )
        h_star = exact_distances(reversed_edges(graph.edges()), graph.is_goal)
        if form is not None and graph.keys is not None:
            return cls(_name_of(problem), _PackedTable(form, graph.keys, h_star))
        by_state = zip(graph.states(0, len(graph)), h_star.tolist(), strict=True)
        return cls(_name_of(problem), _PlainTable(dict(by_state)))

    def __call__(self, node: Node) -> float:
        """Return h* of the node's state."""
        return self._table.distance(node.state)

    @property
    def of_keys(self) -> Callable[[Keys], Costs] | None:
        """The form for arrays of keys, where the problem is packed."""
        return self._table.distances if isinstance(self._table, _PackedTable) else None

    def __len__(self) -> int:
        """Return for how many states the distance is known."""
        return len(self._table)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the distances to an .npz file, which ``load`` reads.

        Without a packed form the states must be made of numbers, texts, tuples and the like;
        NotApplicable if not.
        """
        with Path(path).open("wb") as file:
            np.savez_compressed(file, name=np.array(self._name), **self._table.arrays())

    @classmethod
    def load(cls, path: str | PathLike[str], problem: Any) -> PerfectDistances:
        """Read the distances of a problem; BoardError where the file holds those of another.

        Nothing in the file is executed.
        """
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as opened:
                arrays = {name: opened[name] for name in opened.files}
        except (ValueError, EOFError, zipfile.BadZipFile, zlib.error, AttributeError, TypeError):
            raise BoardError(f"file {str(path)!r}: not an .npz file of perfect distances") from None
        wanted = _name_of(problem)
        found = str(arrays.get("name", "something else"))
        if found != wanted:
            raise BoardError(f"file {str(path)!r}: holds distances of {found}, expected {wanted}")
        table: _Table
        form = packed_form(problem)
        try:
            if "keys" in arrays and form is not None:
                table = _PackedTable(form, arrays["keys"], arrays["h_star"])
            else:
                table = _PlainTable.read(arrays)
        except (KeyError, ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise BoardError(f"file {str(path)!r}: the table in it is damaged") from None
        if isinstance(table, _PlainTable) and not table.has_goals_of(problem):
            raise BoardError(f"file {str(path)!r}: holds distances to other goals than {wanted}")
        return cls(wanted, table)


class _PackedTable:
    """Sorted keys, and beside each the distance."""

    def __init__(self, form: Packed, keys: Keys, h_star: Costs) -> None:
        if keys.dtype != np.uint64 or keys.shape != h_star.shape or keys.ndim != 1:
            raise ValueError("keys are not numbers, or not as many as there are distances")
        self._form = form
        self._keys = keys
        self._h_star = h_star

    def distance(self, state: Any) -> float:
        try:
            key = self._form.pack([state])
        except LookupError:  # a state that is none of this board
            return 0.0
        return float(self.distances(key)[0])

    def distances(self, keys: Keys) -> Costs:
        places = np.searchsorted(self._keys, keys)
        known = self._keys.take(places, mode="clip") == keys
        found: Costs = np.where(known, self._h_star.take(places, mode="clip"), 0.0)
        return found

    def arrays(self) -> dict[str, Any]:
        return {"keys": self._keys, "h_star": self._h_star}

    def __len__(self) -> int:
        return len(self._keys)


class _PlainTable:
    """A dictionary of states."""

    def __init__(self, h_star: dict[Any, float]) -> None:
        self._h_star = h_star

    @classmethod
    def read(cls, arrays: dict[str, Any]) -> _PlainTable:
        texts = bytes(arrays["states"]).decode("utf-8").splitlines()
        states = [ast.literal_eval(text) for text in texts]
        return cls(dict(zip(states, arrays["h_star"].tolist(), strict=True)))

    def has_goals_of(self, problem: Any) -> bool:
        """Tell whether 0 stands at the goals of a problem, and where an action for 0 leads to 0.

        The goal of a stranger's problem may be no part of its name.
        """
        is_goal, expand = goal_test(problem), successors(problem)
        zeros = {state for state, distance in self._h_star.items() if distance == 0}
        goals = {state for state in self._h_star if is_goal(state)}
        return goals <= zeros and all(
            any(cost == 0 and after in zeros for _, after, cost in expand(Node(state)))
            for state in zeros - goals
        )

    def distance(self, state: Any) -> float:
        return self._h_star.get(state, 0.0)

    def arrays(self) -> dict[str, Any]:
        lines = [_literal(state) for state in self._h_star]
        return {
            "states": np.frombuffer("\n".join(lines).encode("utf-8"), dtype=np.uint8),
            "h_star": np.array(list(self._h_star.values()), dtype=np.float64),
        }

    def __len__(self) -> int:
        return len(self._h_star)


def _literal(state: Any) -> str:
    """Return a state as a Python literal on one line, from which it can be read back."""
    text = repr(state)
    try:
        same = ast.literal_eval(text) == state and len(text.splitlines()) == 1
    except (ValueError, SyntaxError):
        same = False
    if not same:
        raise NotApplicable(
            f"perfect distances cannot be saved: the state {text[:60]} is not made of numbers,"
            " texts and tuples, and the problem has no packed form"
        )
    return text


def _name_of(problem: Any) -> str:
    """Return what tells a problem from others: the puzzle, its version, the board."""
    if hasattr(problem, "format"):
        return f"{problem.puzzle} {problem.version} {problem.format()}"
    return f"{type(problem).__name__} from {problem.initial!r}"
