"""The grid: an experiment, read from a TOML file (docs/reference/labs.md) and validated."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from aima_search.algorithms.frontier import tie_break_of
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import InputError
from aima_search.base.files import no_file, read_file, text_at
from aima_search.base.limits import LIMITS, Limits
from aima_search.base.option import Option
from aima_search.base.toml_values import TomlTable, as_list, parse_toml
from aima_search.catalog import user_files
from aima_search.catalog.configuration import Configuration, algorithms_of, configurations_of
from aima_search.catalog.heuristics import file_references, heuristic_info
from aima_search.compiled.engines import OBJECTS, find_engine
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.compare import expand_heuristics
from aima_search.runs.instances import Instance, instances_of
from aima_search.runs.record import RunSpec
from aima_search.runs.result import is_proved, no_negative_cost, proved_if

DEFAULT_LIMITS = Limits(seconds=60, memory="2GiB")

_KEYS = ["name", "puzzle", "algorithms", "heuristics", "tie-breaks", "engine", "repetitions"]
_KEYS += ["seed", "limits", "instances"]
_REPETITIONS = Option("repetitions", int, "number of runs of each search", least=1)
_SEED = Option("seed", int, "seed for the order of the runs and for local search")


@dataclass(frozen=True)
class Grid:
    """A checked experiment, in which every configuration runs on every instance (board).

    ``text``: the text of the TOML file. Relative paths in it start at ``folder``. ``files`` and
    ``scripts`` are dicts from paths to texts. ``files`` has the heuristic files that the TOML file
    names. ``scripts`` has the scripts in which the puzzle or its heuristics are registered, except
    plug-ins. The lab uses these texts even if a file changes later.
    """

    name: str
    text: str
    folder: Path
    puzzle: str
    puzzle_version: int
    configurations: tuple[Configuration, ...]
    instances: tuple[Instance, ...]
    limits: Limits
    engine: str
    repetitions: int
    seed: int
    files: Mapping[str, str]
    scripts: Mapping[str, str]

    @property
    def runs(self) -> int:
        """The number of runs: every configuration runs on every board in every repetition."""
        return len(self.instances) * len(self.configurations) * self.repetitions

    def files_of(self, heuristic: str | None) -> dict[str, str]:
        """Return a heuristic's file and the files that it imports, as a dict from path to text."""
        found: dict[str, str] = {}
        for reference in file_references(heuristic) if heuristic else ():
            found |= user_files.with_neighbours(str(Path(reference.path)), self.files.get)
        return found


def read_grid(path: str | Path) -> Grid:
    """Return the experiment in a TOML file; the message of an error names the line or the key."""
    path = Path(path)
    user_files.end_registering()
    return parse_grid(read_file(path), path.parent.resolve(), path.name)


def parse_grid(text: str, folder: Path, file: str = "grid") -> Grid:
    """Return the experiment (grid) that the text of a TOML file describes."""
    user_files.end_registering()
    top = TomlTable(file, text, parse_toml(text, file))
    top.check_keys(_KEYS, required=("puzzle", "instances"))
    with top.at("puzzle"):
        puzzle = PUZZLES.get(top.text("puzzle"))
        user_files.files_needed(puzzle.puzzle)
    with top.at("engine"):
        engine = find_engine(top.text("engine", OBJECTS))
    configurations = tuple(_configurations(top, puzzle, engine))
    with top.at("heuristics"):
        files = _heuristic_files(configurations, folder)
        for config in configurations:
            user_files.files_needed(puzzle.puzzle, config.heuristic)
    return Grid(
        name=top.text("name", Path(file).stem),
        text=text,
        folder=folder,
        puzzle=puzzle.puzzle,
        puzzle_version=puzzle.version,
        configurations=configurations,
        instances=tuple(_instances(top, puzzle, folder)),
        limits=_limits(top.table("limits", LIMITS)),
        engine=engine,
        repetitions=top.read(_REPETITIONS, 1),
        seed=top.read(_SEED, 1),
        files=files,
        scripts=user_files.texts_of_scripts(puzzle.puzzle),
    )


def _configurations(top: TomlTable, puzzle: type[Puzzle], engine: str) -> Iterator[Configuration]:
    with top.at("algorithms"):
        chosen = algorithms_of(top.texts("algorithms", ["astar"]))
    with top.at("heuristics"):
        wanted = top.texts("heuristics", [puzzle.default_heuristic])
        heuristics = [str(spec) for spec in expand_heuristics(wanted, puzzle.puzzle)]
    with top.at("tie-breaks"):
        ties = top.texts("tie-breaks", [tie_break_of(puzzle)])
        yield from configurations_of(chosen, heuristics, ties, engine)


def _heuristic_files(configurations: Iterable[Configuration], folder: Path) -> dict[str, str]:
    files = {}
    for spec in {config.heuristic for config in configurations if config.heuristic}:
        for reference in file_references(spec):
            path = folder / reference.path
            if not path.is_file():
                raise InputError(f"heuristic file {str(path)!r}: {no_file(path)}")
            texts = user_files.with_neighbours(str(path), text_at, user_files.is_neighbour)
            user_files.check_defines(reference, texts[str(path)])
            for file, text in texts.items():
                files[str(Path(reference.path).with_name(Path(file).name))] = text
    return files


def _limits(table: TomlTable) -> Limits:
    limits = DEFAULT_LIMITS
    for key in table.values:
        with table.at(key):
            limits = replace(limits, **{key: table.read(LIMITS[key].option)})
    return limits


def _instances(top: TomlTable, puzzle: type[Puzzle], folder: Path) -> Iterator[Instance]:
    seen: set[str] = set()
    titles: set[str] = set()
    for nth, values in enumerate(as_list(top.values["instances"]), 1):
        table = replace(top, values=values, name="instances", nth=nth)
        if not isinstance(values, dict):
            raise InputError(f"{table}: expected a table such as [instances] or [[instances]]")
        for instance in instances_of(table, puzzle, folder):
            if instance.name in seen:
                continue
            seen.add(instance.name)
            # if the title is not unique (a line read twice), use the id as the title
            yield replace(instance, source="") if instance.title in titles else instance
            titles.add(instance.title)
    if not seen:
        raise InputError(f"{top.of_key('instances')}: expected at least one board, found none")


def plan_of(grid: Grid) -> dict[str, Any]:
    """Return the plan of an experiment as a dict: puzzle, limits, configurations and so on."""
    puzzle, first = PUZZLES.get(grid.puzzle), grid.instances[0]
    problem = puzzle.parse(first.id, **puzzle.read_options(first.options))
    return {
        "puzzle": grid.puzzle,
        "puzzle_version": grid.puzzle_version,
        "limits": grid.limits.given(),
        "repetitions": grid.repetitions,
        "seed": grid.seed,
        "engine": grid.engine,
        "configurations": [_facts(problem, config) for config in grid.configurations],
    }


def _facts(problem: Puzzle, config: Configuration) -> dict[str, Any]:
    algorithm = ALGORITHMS.get(config.algorithm)
    info = heuristic_info(problem.puzzle, config.heuristic) if config.heuristic else None
    admissible = True if info is None else info.admissible
    promise = None
    if algorithm.optimal or algorithm.shallowest:
        promise = proved_if(algorithm, problem, admissible, no_negative_cost(problem, states=0))
    return {
        "algorithm": config.algorithm,
        "heuristic": config.heuristic,
        "tie_break": config.tie_break,
        "options": config.plain_options,
        "optimal": is_proved(promise),
        "admissible": info.admissible if info else None,
        "consistent": info.consistent if info else None,
        "summary": info.summary if info else algorithm.summary,
        "proof": info.proof if info else "",
    }


def grid_id(grid: Grid) -> str:
    """Return a hash of an experiment's text and of everything on which its runs depend."""
    files = [_digest_of_files(grid, config) for config in grid.configurations]
    digest = sha256(json.dumps([grid.text, plan_of(grid), files]).encode())
    for instance in grid.instances:
        digest.update(f"\n{instance.title}\n{instance.name}".encode())
    return digest.hexdigest()[:16]


def places_of(grid: Grid) -> Iterator[tuple[int, int, int]]:
    """Yield each run as three indices: (board, configuration, repetition).

    The order is random, and depends only on the experiment's seed. The lab uses this order.
    """
    each = len(grid.configurations) * grid.repetitions
    order = array("q", range(grid.runs))
    random.Random(grid.seed).shuffle(order)
    for number in order:
        board, rest = divmod(number, each)
        yield board, *divmod(rest, grid.repetitions)


def runs_of(grid: Grid) -> Iterator[RunSpec]:
    """Yield the runs of an experiment in the order in which they are done."""
    digests = [_digest_of_files(grid, config) for config in grid.configurations]
    for board, number, repetition in places_of(grid):
        instance = grid.instances[board]
        yield RunSpec.of(
            grid.configurations[number],
            grid.limits,
            seed=grid.seed + repetition,
            puzzle=grid.puzzle,
            puzzle_version=grid.puzzle_version,
            board=instance.title,
            instance=instance.id,
            board_options=instance.options,
            repetition=repetition + 1,
            heuristic_files=digests[number],
        )


def _digest_of_files(grid: Grid, config: Configuration) -> str:
    files = grid.files_of(config.heuristic)
    for reference in file_references(config.heuristic) if config.heuristic else ():
        files |= user_files.helpers_beside(grid.folder / reference.path)
    for script in user_files.files_needed(grid.puzzle, config.heuristic):
        files |= user_files.with_neighbours(script, grid.scripts.get)
        files |= user_files.helpers_beside(script)
    digest = sha256()
    for text in files.values():
        digest.update(text.encode())
    return digest.hexdigest() if files else ""
