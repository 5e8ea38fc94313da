"""``aima-search check``: proof or counterexample for the properties of a heuristic."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from aima_search.analysis import enumerate_space
from aima_search.base.files import text_at
from aima_search.catalog.heuristics import make_heuristic
from aima_search.checks.heuristic import (
    PROPERTIES,
    Accuracy,
    Counterexample,
    HeuristicReport,
    check_heuristic,
)
from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    boards_argument,
    json_option,
    no_cache_option,
    puzzle_argument,
    read_problem,
    read_problems,
    read_standard_input,
    states_option,
)
from aima_search.cli.output import fact, number, print_json, print_state, print_table
from aima_search.cli.progress import Progress
from aima_search.cli.supervisor import Exit, seconds_option, start_up, within
from aima_search.display.tables import Column, Table
from aima_search.model.heuristic import facts_of
from aima_search.model.puzzle import PUZZLES, Puzzle

SMALL = 20_000  # states of a bundled level that is checked without being named


@click.command("check", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@no_cache_option
@click.option("--heuristic", "-h", help="A name, an expression, or file.py:name.")
@click.option("--solution", help="A file or a text: judge it as the solution of BOARD.")
@states_option
@seconds_option
@json_option
def check_command(
    puzzle: str,
    boards: tuple[str, ...],
    heuristic: str | None,
    solution: str | None,
    states: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Prove or refute that a heuristic of PUZZLE is admissible, or judge a --solution.

    Whole state spaces are covered, and the heuristic is checked for consistency, too. Without
    BOARD, the bundled levels with a small space are used. A property that fails is shown by its
    smallest counterexample. Exit status 1: a property that the heuristic declares fails; 3: the
    limit was reached, and what is printed is of the boards before it.

    With --solution: print which rule is broken where; exit status 1 if one is. The solution of a
    Sudoku is the filled board, of a Hitori the board with 0 in shaded cells (or rows of x and -),
    of other puzzles the actions, a line each.
    """
    if (heuristic is None) == (solution is None):
        raise click.UsageError("give either --heuristic or --solution")
    if heuristic is None:
        judge_solution(PUZZLES.get(puzzle), boards, str(solution), as_json)
    problems: dict[str, Puzzle] = {}
    reports: dict[str, HeuristicReport] = {}
    broken: list[str] = []
    start_up(seconds)
    with within(seconds) as kept, Progress() as progress:
        with progress.while_silent("looking for boards with a small space"):
            problems = read_problems(PUZZLES.get(puzzle), boards, default=_small_levels)
        for board, problem in problems.items():
            progress.now(board)
            with progress.while_silent(f"asking {heuristic} on {board}"):
                h = make_heuristic(heuristic, problem)
                reports[board] = check_heuristic(problem, h, states)
            for name in ("admissible", "consistent"):
                is_broken = getattr(facts_of(h), name) and getattr(reports[board], name) is False
                if is_broken and name not in broken:
                    broken.append(name)
    kept.tell(next((board for board in problems if board not in reports), "the boards' reading"))
    if as_json:
        told = {board: dict(_fields(report)) for board, report in reports.items()}
        answer = {"heuristic": heuristic, "broken": broken, "boards": told}
        print_json({**answer, "limit": kept.status})
    elif reports:
        _print_reports(reports)
        _print_counterexamples(problems, reports)
        for name in broken:
            click.echo(f"{heuristic} declares that it is {name}, and is not")
    sys.exit(kept.exit_status(Exit.FAILED if broken else Exit.SOLVED))


def judge_solution(
    puzzle: type[Puzzle], boards: tuple[str, ...], solution: str, as_json: bool
) -> None:
    """Print what is wrong with a solution, and exit with 1 if something is."""
    _, problem = read_problem(puzzle, boards)
    text = read_standard_input() if solution == "-" else text_at(solution) or solution
    faults = problem.judge(text)
    if as_json:
        print_json({"board": problem.format(), "solved": not faults, "faults": faults})
    else:
        click.echo("\n".join(faults) or "solved: no rule is broken")
    sys.exit(Exit.FAILED if faults else Exit.SOLVED)


def _small_levels(puzzle: type[Puzzle]) -> list[str]:
    """The bundled levels whose space is small, or the first level."""
    levels = list(puzzle.levels())
    small = [one for one in levels if enumerate_space(puzzle.level(one), SMALL).complete]
    return small or levels[:1]


def _print_reports(reports: dict[str, HeuristicReport]) -> None:
    columns = [Column("board"), *(Column(name.replace("_", " ")) for name in PROPERTIES)]
    rows = [
        (board, *(fact(getattr(report, name)) for name in PROPERTIES))
        for board, report in reports.items()
    ]
    print_table(Table("", columns, rows))
    _print_accuracy(reports)
    if all(report.deterministic for report in reports.values()):
        click.echo("deterministic: asked twice it says the same")
    else:
        click.echo(
            "not deterministic: it says something else when asked twice, so nothing is proved"
        )
    depends = [report.depends_on_path for report in reports.values()]
    if True in depends:
        click.echo(
            "it depends on the path to a state: nothing is proved, for a proof covers"
            " functions of the state"
        )
    elif None in depends:
        click.echo(
            "it looks at the path to a state: what is proved holds for the paths that were tried,"
            " a shortest path, no path, and a path through each edge"
        )
    if not all(report.complete for report in reports.values()):
        click.echo("+: there are more states; what is not refuted is not proved either")


def _print_accuracy(reports: dict[str, HeuristicReport]) -> None:
    columns = [
        Column("board"),
        Column("states", "written"),
        Column("h = h*", "percent"),
        Column("mean h/h*", "ratio"),
        Column("correlation", "ratio"),
        Column("misleads", "percent"),
    ]
    rows = []
    for board, report in reports.items():
        states = number(report.states) + ("" if report.complete else "+")
        one = report.accuracy or Accuracy(None, None, None, None)
        rows.append((board, states, one.exact, one.mean_ratio, one.correlation, one.misleading))
    print_table(Table("", columns, rows))


def _print_counterexamples(
    problems: dict[str, Puzzle], reports: dict[str, HeuristicReport]
) -> None:
    for name in PROPERTIES:
        found = [
            (report.counterexamples[name].h_star, board)
            for board, report in reports.items()
            if name in report.counterexamples
        ]
        if found:
            _, board = min(found)
            _print_counterexample(board, problems[board], reports[board].counterexamples[name])


def _print_counterexample(board: str, problem: Puzzle, example: Counterexample) -> None:
    click.echo(f"not {example.property.replace('_', ' ')}, on {board}:")
    click.echo(f"h = {example.h:g}, {example.bound()}")
    print_state(problem, example.state)
    if example.h_successor is not None:
        click.echo(
            f"{example.action} costs {example.cost:g} and leads to h = {example.h_successor:g}"
        )
        print_state(problem, example.successor, example.action)
    click.echo()


def _fields(report: HeuristicReport) -> Iterable[tuple[str, object]]:
    for name in (*PROPERTIES, "deterministic", "depends_on_path", "states", "complete"):
        yield name, getattr(report, name)
    yield "accuracy", vars(report.accuracy) if report.accuracy else None
    yield "counterexamples", {key: str(one) for key, one in report.counterexamples.items()}
