"""The section of a puzzle's page on its heuristics: facts, estimates, how good they are."""

from __future__ import annotations

from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.analysis import enumerate_space
from aima_search.base.errors import NotApplicable
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.checks.heuristic import check_heuristic
from aima_search.display.tables import format_value
from aima_search.manual.about import (
    LIMITS,
    MOST_PICTURES,
    Album,
    is_local,
    paragraphs,
    solution_of,
    table,
    to_measure,
)
from aima_search.model.problem import Node
from aima_search.model.puzzle import Puzzle, first_level
from aima_search.runs.compare import compare
from aima_search.runs.outcomes import OUTCOMES
from aima_search.runs.search import solve

FACT = {True: "yes", False: "no", None: "not known"}
_COVERED = 20_000  # states of a space that is covered for a page


def heuristics_section(puzzle: type[Puzzle], album: Album) -> str:
    """Return the facts of every heuristic, their estimates on a way, and how good they are."""
    parts = [
        "## Heuristics",
        "Admissible: never above the exact cost to a goal. Consistent: never falls by more than an"
        " action costs. A fact that is stated is proved by the tests, on every board small enough"
        " to cover.",
        facts_table(puzzle.puzzle),
        *_details(puzzle.puzzle),
    ]
    if is_local(puzzle):
        if puzzle.levels():
            parts += ["## Local search", local_searches(puzzle.level())]
        return paragraphs(*parts)
    for number, (level, settings) in enumerate(to_measure(puzzle), 1):
        problem = puzzle.parse(puzzle.levels()[level], **puzzle.read_options(settings))
        options = " ".join(f"--{key} {value}" for key, value in settings.items())
        board = f"{level} {options}".strip()
        parts += [
            f"### How good they are on `{board}`",
            *_on_the_way(problem, album, f"way-{number}"),
            measured(problem, board),
        ]
    return paragraphs(*parts)


def facts_table(puzzle: str) -> str:
    """Return the facts of a puzzle's heuristics as a table."""
    rows = []
    for name in heuristic_names(puzzle):
        info = heuristic_info(puzzle, name)
        facts = (FACT[info.admissible], FACT[info.consistent])
        rows.append([f"`{name}`", *facts, info.summary.rstrip(".")])
    return table(["heuristic", "admissible", "consistent", "estimate"], rows)


def _details(puzzle: str) -> list[str]:
    """Return the authors' details on their heuristics, beyond the first line."""
    known = [heuristic_info(puzzle, name) for name in heuristic_names(puzzle)]
    return [
        f"**{info.name}**: {info.summary.rstrip('.')}. {info.details}"
        + (f" Source: {info.source}." if info.source else "")
        for info in known
        if info.details
    ]


def _on_the_way(problem: Puzzle, album: Album, name: str) -> list[str]:
    """Return the way to a solution in pictures, and each heuristic's estimates on it."""
    result = solution_of(problem)
    if result.node is None or result.cost is None:
        return []
    nodes = result.node.path()
    chosen = _spread(nodes)
    rows = [["*cost to go*", *(_number(result.cost - node.path_cost) for node in chosen)]]
    for heuristic in heuristic_names(problem.puzzle):
        try:
            h = make_heuristic(heuristic, problem)
            rows.append([f"`{heuristic}`", *(_number(h(node)) for node in chosen)])
        except NotApplicable:
            continue
    titles = ["heuristic", *(f"after {node.depth}" for node in chosen)]
    return [
        "A way to a solution:",
        album.solution(result, name),
        "The cost to go along this way, and the estimate of each heuristic:",
        table(titles, rows, titles[1:]),
    ]


def _spread(nodes: list[Node]) -> list[Node]:
    last = len(nodes) - 1
    if last < MOST_PICTURES:
        return nodes
    return [nodes[place * last // (MOST_PICTURES - 1)] for place in range(MOST_PICTURES)]


def measured(problem: Puzzle, board: str) -> str:
    """Return a table of A* with every heuristic on a board and, if it is small, of their error.

    board: how the command line names it.
    """
    names = heuristic_names(problem.puzzle)
    rows = compare(problem, ["astar"], names, limits=LIMITS).rows
    is_covered = enumerate_space(problem, _COVERED).complete
    titles = ["heuristic", "status", "cost", "expanded", "generated"]
    lines = []
    for name, row in zip(names, rows, strict=True):
        values = row.ending.values
        numbers = [format_value("number", values.get("cost"))]
        numbers += [format_value("count", values.get(key)) for key in ("expanded", "generated")]
        error = _accuracy(problem, name) if is_covered else []
        lines.append([f"`{name}`", OUTCOMES[row.status].words, *numbers, *error])
    if is_covered:
        titles += ["exact", "h / h*"]
    command = f"aima-search compare {problem.puzzle} {board} --algorithms astar --heuristics all"
    note = (
        "; *exact* is the share of the states from which a goal can be reached where h is the"
        " cost to go, *h / h\\** the mean ratio of the two"
        if is_covered
        else ""
    )
    return paragraphs(
        f"A* with each of them, at most {LIMITS.nodes:,} expansions (`{command}`){note}:",
        table(titles, lines, titles[2:]),
    )


def local_searches(problem: Puzzle) -> str:
    """Return a table of the results of every local search on a board, from one seed."""
    rows = []
    for name in ALGORITHMS:
        algorithm = ALGORITHMS.get(name)
        if algorithm.local:
            seed: dict[str, Any] = {"seed": 1} if algorithm.takes_seed else {}
            result = solve(problem, name, limits=LIMITS, **seed)
            best = result.best_value
            numbers = [format_value("number", None if best is None else best + 0)]
            numbers.append(format_value("count", result.expanded))
            rows.append([f"`{name}`", OUTCOMES[result.status].words, *numbers])
    return paragraphs(
        f"The states have a value, which local search makes as high as it can. On"
        f" `{first_level(type(problem))}`, from seed 1, at most {LIMITS.nodes:,} iterations:",
        table(
            ["algorithm", "status", "best value", "iterations"], rows, ["best value", "iterations"]
        ),
    )


def _accuracy(problem: Puzzle, name: str) -> list[str]:
    """Return how often a heuristic is exact, and its mean ratio to the truth."""
    try:
        accuracy = check_heuristic(problem, name, states=_COVERED).accuracy
    except NotApplicable:
        accuracy = None
    if accuracy is None:
        return [format_value("share", None)] * 2
    return [format_value("share", accuracy.exact), format_value("ratio", accuracy.mean_ratio)]


def _number(value: float) -> str:
    return "∞" if value == float("inf") else format_value("number", value)
