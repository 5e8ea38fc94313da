"""Random boards of an experiment: along axes, paired on request, of a wanted cost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from aima_search.base.errors import BoardError, InputError
from aima_search.base.limits import Limits
from aima_search.base.option import write_text
from aima_search.catalog.heuristics import heuristic_info
from aima_search.catalog.instances import Axis, Choice, Instance, make_instance
from aima_search.model.puzzle import Puzzle
from aima_search.runs.outcomes import SOLVED
from aima_search.runs.solve import solve

_DRAWS = 100  # tries to draw a new board, for each board that is asked for
SEARCH_NODES = 20_000  # expansions within which a board of a wanted cost must be solved


@dataclass(frozen=True)
class Wanted:
    """Which boards are kept: those that can be solved, at a cost within bounds.

    A search of at most ``SEARCH_NODES`` expansions decides; an undecided board is not kept.
    """

    solvable: bool = False
    least: float | None = None
    most: float | None = None

    def __bool__(self) -> bool:
        return self.solvable or self.least is not None or self.most is not None

    def keeps(self, instances: Sequence[Instance], puzzle: type[Puzzle]) -> bool:
        """Tell whether every one of these boards is wanted."""
        return not self or all(self._keeps(one, puzzle) for one in instances)

    def _keeps(self, instance: Instance, puzzle: type[Puzzle]) -> bool:
        problem = puzzle.parse(instance.id, **puzzle.read_options(instance.options))
        heuristic = puzzle.default_heuristic
        is_admissible = heuristic_info(puzzle.puzzle, heuristic).admissible
        algorithm = "astar" if is_admissible else "uniform-cost"
        limits = Limits(nodes=SEARCH_NODES)
        result = solve(problem, algorithm, heuristic if is_admissible else None, limits)
        if result.status != SOLVED or result.cost is None:
            return False
        at_least = self.least is None or result.cost >= self.least
        return at_least and (self.most is None or result.cost <= self.most)


@dataclass(frozen=True)
class Draws:
    """What a table of random boards asks for.

    axes: of the puzzle's own options. paired: the axes along which boards are the same except for
    the option itself. count: boards at each point of the axes, each with each of the choices.
    """

    axes: Mapping[str, Sequence[Axis]]
    choices: Sequence[Choice]
    count: int
    seed: int
    paired: Sequence[str] = ()
    wanted: Wanted = Wanted()


def generated(puzzle: type[Puzzle], draws: Draws) -> Iterator[Instance]:
    """Yield the boards for every combination of the axes' values.

    The boards of a combination depend on the combination and the seed only, so that a grid may grow
    and keep its old boards. They do not depend on the paired axes. The boards differ from each
    other; if a combination has too few different boards, there are fewer.
    """
    own = {name: values for name, values in draws.axes.items() if name not in draws.paired}
    for values in product(*own.values()):
        point = dict(zip(own, values, strict=True))
        try:
            yield from _at(puzzle, draws, point)
        except ValueError as error:
            where = ", ".join(f"{name} = {value}" for name, value in point.items())
            raise BoardError(
                f"no board with {where or 'these options'}: {error}"
                " (give values that do not go together tables of their own)"
            ) from None


def _at(puzzle: type[Puzzle], draws: Draws, point: Mapping[str, Axis]) -> Iterator[Instance]:
    """Yield the boards at a point of the unpaired axes, for all points of the paired axes."""
    rng = random.Random(f"{draws.seed} {json.dumps(sorted(point.items()), default=str)}")
    values = (draws.axes[name] for name in draws.paired)
    paired = [dict(zip(draws.paired, at, strict=True)) for at in product(*values)]
    points = [{name: {**point, **at}[name] for name in draws.axes} for at in paired]
    seen: set[tuple[str, ...]] = set()
    found = 0
    for _ in range(_DRAWS * draws.count):
        if found == draws.count:
            return
        boards = _draw(puzzle, points, rng)
        if boards in seen:
            continue
        seen.add(boards)
        block = [
            make_instance(
                puzzle, board, {**at, **choice.axes}, choice.options, f"drawn {boards[0]}"
            )
            for at, board in zip(points, boards, strict=True)
            for choice in draws.choices
        ]
        if draws.wanted.keeps(block, puzzle):
            found += 1
            yield from block
    if draws.wanted and not found:
        raise InputError(f"no board of {_DRAWS * draws.count} random boards has the wanted cost")


def _draw(
    puzzle: type[Puzzle], points: Sequence[Mapping[str, Axis]], rng: random.Random
) -> tuple[str, ...]:
    """Return a board for each point, drawn from the same random numbers."""
    if len(points) == 1:
        return (puzzle.generate(rng, **_arguments(puzzle, points[0])).format(),)
    seed = rng.getrandbits(64)
    return tuple(puzzle.generate(seed, **_arguments(puzzle, at)).format() for at in points)


def _arguments(puzzle: type[Puzzle], point: Mapping[str, Axis]) -> dict[str, Any]:
    return puzzle.read_instance_options({name: write_text(value) for name, value in point.items()})
