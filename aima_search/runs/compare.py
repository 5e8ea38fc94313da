"""``compare``: a table of several algorithms and heuristics on several boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from math import isclose
from typing import TYPE_CHECKING, Any, TypeVar

from aima_search.algorithms.frontier import tie_break_of
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.algorithms.steps import Step
from aima_search.base.errors import InputError, ProblemError
from aima_search.base.extras import versions
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration, algorithms_of, configurations_of
from aima_search.catalog.expressions import split_list
from aima_search.catalog.heuristics import (
    HeuristicSpec,
    forget_shared,
    heuristic_info,
    heuristic_names,
    load_files,
    puzzle_name,
)
from aima_search.compiled.engines import OBJECTS
from aima_search.model.contract import ProblemLike, offered
from aima_search.model.heuristic import ANY, names_for
from aima_search.model.problem import EXPECTED_PROBLEM, OWN_HEURISTIC, heuristic_of
from aima_search.model.puzzle import Puzzle
from aima_search.runs.attempt import attempt
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.outcomes import INTERRUPTED
from aima_search.runs.record import Results, RunOutcome, RunRecord, RunSpec, flat_row
from aima_search.runs.result import is_proved
from aima_search.runs.search import heuristic_name

_Thing = TypeVar("_Thing")

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Summary:
    """The results of one configuration on all boards.

    ``solved``, ``expanded``, ``seconds`` and ``prepared`` are sums over all boards, divided by
    ``runs``, the number of runs on each board. ``common`` is the number of boards that every
    configuration solved. ``mean_expanded`` and ``mean_seconds`` are geometric means over these.
    """

    configuration: Configuration
    runs: int
    solved: float
    boards: int
    common: int
    expanded: int
    seconds: float
    prepared: float
    mean_expanded: float | None
    mean_seconds: float | None


@dataclass(frozen=True, repr=False)
class Comparison(Results):
    """The rows of a comparison, grouped by board. ``interrupted`` is True if Ctrl-C ended it.

    ``print`` and notebooks show a comparison as tables; see also ``dataframe`` and ``plot``.
    """

    interrupted: bool = False

    def solved_by_all(self) -> list[str]:
        """Return the names of the boards that every configuration solved in all of its runs."""
        unsolved = {row.board for row in self.rows if not row.solved}
        groups = self.by_configuration().values()
        solved = [{row.board for row in rows} - unsolved for rows in groups]
        return [board for board in self.boards if all(board in boards for boards in solved)]

    def shows(self, measure: Measure) -> bool:
        """Return True if the tables of this comparison have a column for ``measure``."""
        return measure.is_shown_for(row.outcome.values.get(measure.name) for row in self.rows)

    def summaries(self) -> list[Summary]:
        """Return the totals and geometric means of every configuration."""
        common = set(self.solved_by_all())
        summaries = []
        for configuration, rows in self.by_configuration().items():
            results, runs = Results(tuple(rows)), max(row.run.repetition for row in rows)
            solved = sum(row.solved for row in rows)
            compared = [row for row in rows if row.board in common]
            summaries.append(
                Summary(
                    configuration,
                    runs,
                    solved=solved if runs == 1 else solved / runs,
                    boards=len(results.boards),
                    common=len(common),
                    expanded=int(results.total("expanded") / runs),
                    seconds=results.total("seconds") / runs,
                    prepared=results.total("prepared") / runs,
                    mean_expanded=MEASURES["expanded"].mean(row.expanded for row in compared),
                    mean_seconds=MEASURES["seconds"].mean(row.seconds for row in compared),
                )
            )
        return summaries

    def plotted(self) -> list[str]:
        """Return the measures that ``plot`` draws by default."""
        names = ("expanded", "seconds", "prepared")
        return [name for name in names if self.shows(MEASURES[name]) and self.total(name)]

    def exported(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as flat dictionaries for a file, with the versions of the packages."""
        made_with = "; ".join(f"{name} {version}" for name, version in versions().items())
        for row in self.rows:
            values = flat_row(row.as_dict())
            yield {**values, "optimal_if": row.outcome.optimal_if, "versions": made_with}

    def plot(self, measures: str | Sequence[str] | None = None) -> Figure:
        """Plot measures of the searches with matplotlib (extra ``plot``).

        Each measure has a panel with a logarithmic axis. In a panel, each configuration has a line
        of small points, one for each run. A large point shows the geometric mean over the boards
        that all configurations solved.

        Parameters
        ----------
        measures
            Names of measures; by default "expanded" and "seconds", and also "prepared" if
            heuristics take time to prepare.
        """
        from aima_search.runs.comparison_views import plot_comparison

        if measures is None:
            measures = self.plotted()
        return plot_comparison(self, [measures] if isinstance(measures, str) else measures)

    def __str__(self) -> str:
        from aima_search.runs.comparison_views import comparison_text

        return comparison_text(self)

    def __repr__(self) -> str:
        boards = f"{len(self.boards)} boards" if len(self.boards) != 1 else self.boards[0]
        return f"<Comparison: {len(self.rows)} rows, {boards}>"

    def _repr_html_(self) -> str:
        from aima_search.runs.comparison_views import comparison_html

        return comparison_html(self)


DEFAULT_ALGORITHMS = ("breadth-first", "uniform-cost", "iterative-deepening", "greedy", "astar")
DEFAULT_LIMITS = Limits(seconds=2, nodes=2_000_000)


def compare(
    problems: ProblemLike | Mapping[Any, ProblemLike] | Sequence[ProblemLike],
    algorithms: str | Iterable[str] = DEFAULT_ALGORITHMS,
    heuristics: str | Iterable[HeuristicSpec] = "all",
    limits: Limits = DEFAULT_LIMITS,
    tie_breaks: Iterable[str] | None = None,
    *,
    engine: str = OBJECTS,
    seed: int = 1,
    runs: int = 1,
    on_run: Callable[[str, Configuration], object] = lambda board, configuration: None,
    on_record: Callable[[RunRecord], object] = lambda record: None,
    on_step: Callable[[Step], object] | None = None,
) -> Comparison:
    """Run every algorithm on every problem, and informed algorithms with every heuristic.

    Parameters
    ----------
    problems
        One problem, a sequence of problems, or a mapping of names to problems.
    algorithms
        Names with or without options, such as "weighted-astar(weight=2)".
    heuristics
        Names, expressions, ``file.py:name`` and functions. "all" stands for the problem's ``h`` and
        all registered heuristics.
    limits
        Limits on each search.
    tie_breaks
        Names of tie-breaks, or None to use the default tie-break of each problem.
    engine
        As in ``solve``.
    seed, runs
        The first seed of a randomised algorithm, and how often it runs on each problem.
    on_run, on_record, on_step
        ``on_run`` is called before a run, ``on_record`` after it, ``on_step`` at each expansion.

    Returns
    -------
    Comparison
        A row for each run. If you press Ctrl-C, the interrupted run has the last row.

    Examples
    --------
    >>> from puzzles import Tiles
    >>> rows = compare(Tiles("724506831"), ["astar"], ["misplaced", "manhattan"]).rows
    >>> [(row.run.heuristic, row.expanded) for row in rows]
    [('misplaced', 2365), ('manhattan', 99)]
    """
    chosen = algorithms_of(split_list(algorithms) if isinstance(algorithms, str) else algorithms)
    wanted = None if tie_breaks is None else list(tie_breaks)
    if not chosen:
        raise InputError(f"no algorithm given: expected one or more of {', '.join(ALGORITHMS)}")
    if runs < 1:
        raise InputError(f"runs {runs}: expected a whole number from 1 up")
    rows: list[RunRecord] = []
    for board, problem in _named(problems).items():
        specs = _heuristics_of(problem, heuristics)
        finished: list[RunRecord] = []
        ties = [tie_break_of(problem)] if wanted is None else wanted
        configurations = configurations_of(chosen, list(specs), ties, engine)
        for configuration in configurations:
            heuristic = specs[configuration.heuristic] if configuration.heuristic else None
            for repetition in range(runs if configuration.entry.takes_seed else 1):
                on_run(board, configuration)
                about = {"seed": seed + repetition, "repetition": repetition + 1}
                run = _run(board, problem, configuration, limits, **about)
                finished.append(_record(run, configuration, problem, heuristic, on_step))
                on_record(finished[-1])
                if finished[-1].status == INTERRUPTED:
                    return Comparison((*rows, *_with_optimum(finished)), interrupted=True)
        rows += _with_optimum(finished)
    return Comparison(tuple(rows))


def comparison_of(
    board: str,
    problem: ProblemLike,
    searches: Iterable[tuple[Configuration, Limits, Mapping[str, Any], RunOutcome]],
) -> Comparison:
    """Return a Comparison of finished searches of one problem.

    ``searches`` has the configuration, limits, options and outcome of each search. Searches with
    different seeds count as different configurations.
    """
    rows = []
    for configuration, limits, options, outcome in searches:
        run = _run(board, problem, replace(configuration, options=()), limits)
        texts = {name: write_value(value) for name, value in options.items()}
        rows.append(RunRecord(replace(run, options=texts, seed=texts.get("seed")), outcome))
    return Comparison(tuple(_with_optimum(rows)))


def _run(
    board: str, problem: ProblemLike, configuration: Configuration, limits: Limits, **about: int
) -> RunSpec:
    values: dict[str, Any] = {"puzzle": type(problem).__name__, "instance": "", **about}
    if isinstance(problem, Puzzle):
        values |= {
            "puzzle": puzzle_name(problem),
            "instance": problem.instance_text(),
            "board_options": problem.settings(),
            "puzzle_version": problem.version,
        }
    return RunSpec.of(configuration, limits, board=board, **values)


def _record(
    run: RunSpec,
    configuration: Configuration,
    problem: ProblemLike,
    heuristic: HeuristicSpec | None,
    on_step: Callable[[Step], object] | None,
) -> RunRecord:
    """Forget the tables that earlier searches stored; then run a search, and return its record."""

    def make_problem() -> ProblemLike:
        forget_shared()
        # another problem may count calls, or be impossible to copy
        return deepcopy(problem) if isinstance(problem, Puzzle) else problem

    seed = {} if run.seed is None else {"seed": run.seed}
    outcome = attempt(make_problem, configuration, heuristic, run.limits, seed, on_step=on_step)
    return RunRecord(run, outcome)


def _heuristics_of(
    problem: ProblemLike, heuristics: str | Iterable[HeuristicSpec]
) -> dict[str, HeuristicSpec]:
    """Return the requested heuristics by name; load their files, so that errors are found early."""
    requested = split_list(heuristics) if isinstance(heuristics, str) else list(heuristics)
    others = [spec for spec in requested if spec != OWN_HEURISTIC]
    has_own = len(others) < len(requested) or ("all" in others and _defines_h(problem))
    found = _by_name(expand_heuristics(others, puzzle_name(problem)), heuristic_name)
    if has_own:
        found = {OWN_HEURISTIC: heuristic_of(problem, None), **found}
    for spec in found.values():
        if isinstance(spec, str):
            load_files(spec)
    made = [name for name in names_for(ANY) if name != "zero"]
    if any(name in heuristic for name in made for heuristic in found):
        with suppress(ImportError):  # may be missing, for example in a browser
            import numpy  # noqa: F401
            import scipy.sparse.csgraph  # noqa: F401
    return found


def _defines_h(problem: object) -> bool:
    if isinstance(problem, Puzzle) and "h" not in vars(problem):
        return type(problem).h is not Puzzle.h
    return offered(problem, "h") is not None


def expand_heuristics(heuristics: Iterable[HeuristicSpec], puzzle: str) -> list[HeuristicSpec]:
    """Return the heuristics without duplicates; "all" becomes all heuristics of the puzzle."""
    expanded: list[HeuristicSpec] = []
    for request in heuristics:
        for spec in heuristic_names(puzzle) if request == "all" else [request]:
            if isinstance(spec, str):
                heuristic_info(puzzle, spec)  # report an unknown name before the first run
            if spec not in expanded:
                expanded.append(spec)
    return expanded


def _named(
    problems: ProblemLike | Mapping[Any, ProblemLike] | Sequence[ProblemLike],
) -> dict[str, ProblemLike]:
    if isinstance(problems, Mapping):
        return dict(zip(_by_name(problems, str), problems.values(), strict=True))
    if isinstance(problems, str):
        raise ProblemError(f"got the text {problems!r}: {EXPECTED_PROBLEM}")
    # a problem may itself be a sequence, for example a named tuple
    is_list = isinstance(problems, Sequence) and not hasattr(problems, "actions")
    listed: list[Any] = list(problems) if is_list else [problems]  # type: ignore[arg-type]
    return {f"board {number}": problem for number, problem in enumerate(listed, 1)}


def _by_name(things: Iterable[_Thing], name_of: Callable[[_Thing], str]) -> dict[str, _Thing]:
    named: dict[str, _Thing] = {}
    for thing in things:
        name, number = name_of(thing), 1
        while name in named:
            number += 1
            name = f"{name_of(thing)} ({number})"
        named[name] = thing
    return named


def _with_optimum(rows: list[RunRecord]) -> list[RunRecord]:
    """Return the run records of one board with ``proved_optimal`` and ``optimal`` filled in."""
    rows = [replace(row, proved_optimal=is_proved(row.outcome.optimal_if)) for row in rows]
    proved = [row.cost for row in rows if row.proved_optimal and row.cost is not None]
    if not proved:
        return rows
    optimum, costs = min(proved), [row.cost for row in rows if row.cost is not None]
    if any(cost < optimum and not _is_close(cost, optimum) for cost in costs):
        return [replace(row, proved_optimal=False) for row in rows]
    optimal = [None if row.cost is None else _is_close(row.cost, optimum) for row in rows]
    return [
        replace(row, optimal=is_best, proved_optimal=row.proved_optimal and is_best is not False)
        for row, is_best in zip(rows, optimal, strict=True)
    ]


def _is_close(cost: float, optimum: float) -> bool:
    try:
        return isclose(cost, optimum)
    except OverflowError:  # whole numbers that are too large for floats
        return cost == optimum
