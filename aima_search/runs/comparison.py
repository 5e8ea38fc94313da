"""compare: several algorithms and heuristics on several boards, as one table.

A *configuration* is an algorithm with a heuristic (or none) and a tie-break. A run that hits
a limit, does not apply or fails is a row like every other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp, isclose, log
from typing import TYPE_CHECKING, Any, TypeAlias

from aima_search.algorithms.frontier import find_tie_break
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.steps import Step
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, load_files, puzzle_name
from aima_search.catalog.references import split_list
from aima_search.catalog.user_files import place_in_user_file
from aima_search.errors import BoardError, NotApplicable
from aima_search.facts import facts_of
from aima_search.limits import Limits
from aima_search.problem import Heuristic, has_unit_costs
from aima_search.runs.result import SearchResult
from aima_search.runs.solve import solve

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

DEFAULT_ALGORITHMS = ("breadth-first", "uniform-cost", "iterative-deepening", "greedy", "astar")
DEFAULT_LIMITS = Limits(seconds=10, nodes=2_000_000)

HeuristicSpec: TypeAlias = str | Heuristic


@dataclass(frozen=True)
class Configuration:
    """One way to search: names of the algorithm, the heuristic (None: blind), the tie-break."""

    algorithm: str
    heuristic: str | None = None
    tie_break: str | None = None


@dataclass(frozen=True)
class Row:
    """One run: where, how, and what came of it; see SearchResult for the counts.

    status is one of SearchResult's, or "not-applicable" or "failed", with ``message``.
    proved_optimal: the configuration guarantees an optimal cost on this board.
    optimal: the cost equals the board's optimum; None where no run has proved one.
    """

    board: str
    algorithm: str
    heuristic: str | None
    tie_break: str | None
    status: str
    cost: float | None = None
    expanded: int | None = None
    expanded_below_cost: int | None = None
    generated: int | None = None
    reopened: int | None = None
    branching_factor: float | None = None
    max_frontier: int | None = None
    seconds: float | None = None
    used_memory: int | None = None
    proved_optimal: bool = False
    optimal: bool | None = None
    message: str = ""

    @property
    def configuration(self) -> Configuration:
        """How the run searched."""
        return Configuration(self.algorithm, self.heuristic, self.tie_break)


@dataclass(frozen=True)
class Summary:
    """One configuration over all boards.

    common: how many boards every configuration solved. The means are geometric, over these;
    less than one expansion counts as one, less than a microsecond as that.
    """

    configuration: Configuration
    solved: int
    boards: int
    common: int
    expanded: int
    seconds: float
    mean_expanded: float | None
    mean_seconds: float | None


@dataclass(frozen=True, repr=False)
class Comparison:
    """The rows of a comparison, board by board; ``interrupted`` when Ctrl-C ended it early.

    It prints as tables, a notebook shows them; ``dataframe`` and ``plot`` go on from there.
    """

    rows: tuple[Row, ...]
    interrupted: bool = False

    @property
    def boards(self) -> list[str]:
        """The names of the boards, in order."""
        return list(dict.fromkeys(row.board for row in self.rows))

    @property
    def has_ties(self) -> bool:
        """Whether several tie-breaks are compared."""
        return len({row.tie_break for row in self.rows if row.tie_break}) > 1

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries of plain values."""
        return [asdict(row) for row in self.rows]

    def summaries(self) -> list[Summary]:
        """Return the totals and geometric means of every configuration."""
        common = self.common_boards
        return [_summary(key, rows, common) for key, rows in self.by_configuration().items()]

    def by_configuration(self) -> dict[Configuration, list[Row]]:
        """Return the rows of every configuration, in order."""
        groups: dict[Configuration, list[Row]] = {}
        for row in self.rows:
            groups.setdefault(row.configuration, []).append(row)
        return groups

    @property
    def common_boards(self) -> set[str]:
        """The names of the boards that every configuration solved."""
        common = set(self.boards)
        for rows in self.by_configuration().values():
            common &= {row.board for row in rows if row.status == "solved"}
        return common

    def dataframe(self) -> pandas.DataFrame:
        """Return the rows as a pandas DataFrame (extra ``data``)."""
        from aima_search.display.dataframe import make_dataframe

        return make_dataframe(self.as_dicts())

    def plot(self, measures: str | Sequence[str] = ("expanded", "seconds")) -> Figure:
        """Return a matplotlib figure of one or more numeric fields of the rows (extra ``plot``).

        A panel a measure, a line a configuration, logarithmic: a point for each board, and the
        geometric mean over the boards that every configuration solved.
        """
        from aima_search.display.comparison_plot import plot_comparison

        return plot_comparison(self, [measures] if isinstance(measures, str) else measures)

    def __str__(self) -> str:
        from aima_search.display.comparison import comparison_text

        return comparison_text(self)

    def __repr__(self) -> str:
        boards = f"{len(self.boards)} boards" if len(self.boards) != 1 else self.boards[0]
        return f"<Comparison: {len(self.rows)} rows, {boards}>"

    def _repr_html_(self) -> str:
        from aima_search.display.comparison import comparison_html

        return comparison_html(self)


def compare(
    problems: Any,
    algorithms: Iterable[str] = DEFAULT_ALGORITHMS,
    heuristics: str | Iterable[HeuristicSpec] = "all",
    limits: Limits = DEFAULT_LIMITS,
    tie_breaks: Iterable[str] = ("fifo",),
    *,
    on_run: Callable[[str, Configuration], object] | None = None,
    on_step: Callable[[Step], object] | None = None,
) -> Comparison:
    """Run every algorithm on every problem, the informed ones with every heuristic.

    problems: one problem, a sequence of them, or a mapping of names to them. heuristics: names,
    expressions, ``file.py:name`` and functions; "all" stands for all registered ones. ``on_run``
    is called before each run, ``on_step`` at every expansion. Ctrl-C keeps the finished rows.
    """
    boards = _named(problems)
    chosen = [ALGORITHMS.get(name) for name in algorithms]
    if not chosen:
        raise BoardError(f"no algorithm given: expected some of {', '.join(ALGORITHMS)}")
    ties = list(tie_breaks)
    for tie in ties:
        find_tie_break(tie)  # an unknown name fails before any run
    rows: list[Row] = []
    for board, problem in boards.items():
        specs = _by_name(expand_heuristics(heuristics, puzzle_name(problem)))
        for spec in specs.values():
            if isinstance(spec, str):
                load_files(spec)  # a file that is not there fails before any run
        finished: list[Row] = []
        for configuration, heuristic in _configurations(chosen, specs, ties):
            if on_run is not None:
                on_run(board, configuration)
            row = _run(board, problem, configuration, heuristic, limits, on_step)
            finished.append(row)
            if row.status == "interrupted":
                return Comparison((*rows, *_with_optimum(finished)), interrupted=True)
        rows += _with_optimum(finished)
    return Comparison(tuple(rows))


def _configurations(
    algorithms: Iterable[Algorithm], heuristics: Mapping[str, HeuristicSpec], ties: Sequence[str]
) -> Iterator[tuple[Configuration, HeuristicSpec | None]]:
    """Yield every configuration with the heuristic that it names."""
    for algorithm in algorithms:
        for tie in ties if algorithm.best_first else [None]:
            if not algorithm.informed:
                yield Configuration(algorithm.name, None, tie), None
                continue
            for name, heuristic in heuristics.items():
                yield Configuration(algorithm.name, name, tie), heuristic


def expand_heuristics(
    heuristics: str | Iterable[HeuristicSpec], puzzle: str
) -> list[HeuristicSpec]:
    """Return the heuristics a request stands for, "all" replaced, each once."""
    requested = split_list(heuristics) if isinstance(heuristics, str) else list(heuristics)
    expanded: list[HeuristicSpec] = []
    for spec in requested:
        for one in heuristic_names(puzzle) if spec == "all" else [spec]:
            if isinstance(one, str):
                heuristic_info(puzzle, one)  # an unknown name fails before any run
            if one not in expanded:
                expanded.append(one)
    return expanded


def _named(problems: Any) -> dict[str, Any]:
    if isinstance(problems, Mapping):
        return dict(problems)
    listed = list(problems) if isinstance(problems, Sequence) else [problems]
    return {f"board {number}": problem for number, problem in enumerate(listed, 1)}


def _by_name(heuristics: Iterable[HeuristicSpec]) -> dict[str, HeuristicSpec]:
    """Return the heuristics by a name that each has alone."""
    named: dict[str, HeuristicSpec] = {}
    for heuristic in heuristics:
        own = heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", "h")
        name, number = own, 1
        while name in named:
            number += 1
            name = f"{own} ({number})"
        named[name] = heuristic
    return named


def _run(
    board: str,
    problem: Any,
    configuration: Configuration,
    heuristic: HeuristicSpec | None,
    limits: Limits,
    on_step: Callable[[Step], object] | None,
) -> Row:
    how = configuration
    row = Row(board, how.algorithm, how.heuristic, how.tie_break, status="failed")
    try:
        result = solve(
            problem,
            configuration.algorithm,
            heuristic,
            limits,
            configuration.tie_break or "fifo",
            on_step=on_step,
        )
    except NotApplicable as error:
        return replace(row, status="not-applicable", message=str(error))
    except Exception as error:  # a heuristic or a problem of somebody else's
        place = place_in_user_file(error)
        message = f"{type(error).__name__}: {error}"
        return replace(row, message=f"{place}: {message}" if place else message)
    return replace(
        row,
        **_counts(result),
        proved_optimal=result.solved and _is_optimal(problem, configuration, heuristic),
    )


def _counts(result: SearchResult) -> dict[str, Any]:
    names = (
        "status cost expanded expanded_below_cost generated reopened branching_factor"
        " max_frontier seconds used_memory"
    )
    return {name: getattr(result, name) for name in names.split()}


def _is_optimal(
    problem: Any, configuration: Configuration, heuristic: HeuristicSpec | None
) -> bool:
    """Tell whether the configuration is known to find a cheapest solution of the problem."""
    algorithm = ALGORITHMS.get(configuration.algorithm)
    if algorithm.shallowest:
        return has_unit_costs(problem)
    if not algorithm.informed or heuristic is None:
        return algorithm.optimal
    if isinstance(heuristic, str):
        facts = heuristic_info(puzzle_name(problem), heuristic)
        return algorithm.optimal and facts.admissible is True
    return algorithm.optimal and facts_of(heuristic).admissible is True


def _with_optimum(rows: list[Row]) -> list[Row]:
    """Mark the rows of one board whose cost is the proved optimum."""
    proved = [row.cost for row in rows if row.proved_optimal and row.cost is not None]
    if not proved:
        return rows
    optimum = min(proved)
    return [
        row if row.cost is None else replace(row, optimal=isclose(row.cost, optimum))
        for row in rows
    ]


def _summary(configuration: Configuration, rows: list[Row], common: set[str]) -> Summary:
    shared = [row for row in rows if row.board in common]
    return Summary(
        configuration,
        solved=sum(row.status == "solved" for row in rows),
        boards=len(rows),
        common=len(common),
        expanded=sum(row.expanded or 0 for row in rows),
        seconds=sum(row.seconds or 0 for row in rows),
        mean_expanded=geometric_mean([max(row.expanded or 0, 1) for row in shared]),
        mean_seconds=geometric_mean([max(row.seconds or 0, 1e-6) for row in shared]),
    )


def geometric_mean(values: Sequence[float]) -> float | None:
    """Return the geometric mean of positive values, None of nothing.

    >>> round(geometric_mean([1, 100]), 6)
    10.0
    """
    return exp(sum(map(log, values)) / len(values)) if values else None
