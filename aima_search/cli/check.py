"""``aima-search check``: prove or refute properties of a heuristic, or check a solution."""

from __future__ import annotations

import sys

import click

from aima_search.analysis import enumerate_space
from aima_search.base.files import text_at
from aima_search.catalog.heuristics import make_heuristic
from aima_search.checks.heuristic import PROPERTIES, Accuracy, HeuristicReport, check_heuristic
from aima_search.cli import arguments
from aima_search.cli.output import Progress, fact, number, print_json, print_state, print_table
from aima_search.cli.supervisor import ExitStatus, seconds_option, start_up, time_limit
from aima_search.display.tables import Column, Table
from aima_search.model.heuristic import facts_of
from aima_search.model.puzzle import PUZZLES, Puzzle

SMALL = 20_000  # without a board, bundled levels with at most this number of states are checked


@click.command("check", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@arguments.no_cache_option
@click.option("--heuristic", "-h", help=arguments.HEURISTIC_HELP)
@click.option(
    "--solution", help="Your solution of BOARD, as a text, as a file, or '-' for standard input."
)
@arguments.states_option
@seconds_option
@arguments.json_option
def check_command(
    puzzle: str,
    boards: tuple[str, ...],
    heuristic: str | None,
    solution: str | None,
    states: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Prove or refute that a heuristic is admissible.

    The heuristic is tested in all states of each BOARD. If you give no BOARD, small bundled levels
    are used. Other properties, such as consistency, are tested too. If a property is false, the
    counterexample closest to a goal is printed. Exit status: 1 if the heuristic is declared
    admissible or consistent but is not, 3 if the time limit was reached.

    If you use --solution instead of --heuristic, your own solution of BOARD is checked, and every
    broken rule is printed. The exit status is 1 if a rule is broken. The solution of a Sudoku is
    the filled board. The solution of a Hitori is the board with 0 in shaded cells, or rows such as
    "x--x", where x is a shaded cell. For any other puzzle, write the actions, one per line.
    """
    if (heuristic is None) == (solution is None):
        raise click.UsageError("expected either --heuristic or --solution")
    if heuristic is None:
        check_solution(PUZZLES.get(puzzle), boards, str(solution), as_json)
    problems: dict[str, Puzzle] = {}
    reports: dict[str, HeuristicReport] = {}
    broken: dict[str, None] = {}
    start_up(seconds)
    with time_limit(seconds) as reached, Progress() as progress:
        with progress.while_silent("searching for levels with a small space"):
            problems = arguments.read_problems(PUZZLES.get(puzzle), boards, default=_small_levels)
        for board, problem in problems.items():
            progress.begin(board)
            with progress.while_silent(f"checking {heuristic} on {board}"):
                h = make_heuristic(heuristic, problem)
                reports[board] = check_heuristic(problem, h, states)
            for name in ("admissible", "consistent"):
                if getattr(facts_of(h), name) and getattr(reports[board], name) is False:
                    broken[name] = None
    for status in reached:
        task = next((board for board in problems if board not in reports), "reading the boards")
        click.echo(f"aima-search: {status} in {task}", err=True)
    if as_json:
        answer = {"heuristic": heuristic, "broken": [*broken], "limit": next(iter(reached), None)}
        print_json({**answer, "boards": {board: _as_dict(reports[board]) for board in reports}})
    elif reports:
        _print_reports(problems, reports)
        for name in broken:
            click.echo(f"{heuristic} is declared {name}, but is not {name}")
    otherwise = ExitStatus.FAILED if broken else ExitStatus.SOLVED
    sys.exit(ExitStatus.LIMIT_REACHED if reached else otherwise)


def check_solution(
    puzzle: type[Puzzle], boards: tuple[str, ...], solution: str, as_json: bool
) -> None:
    """Print the rules that a solution breaks; exit with status 1 if it breaks any rule."""
    _, problem = arguments.read_problem(puzzle, boards)
    text = arguments.read_standard_input() if solution == "-" else text_at(solution) or solution
    faults = problem.judge(text)
    if as_json:
        print_json({"board": problem.format(), "solved": not faults, "faults": faults})
    else:
        click.echo("\n".join(faults) or "solved: no rule is broken")
    sys.exit(ExitStatus.FAILED if faults else ExitStatus.SOLVED)


def _small_levels(puzzle: type[Puzzle]) -> list[str]:
    levels = list(puzzle.levels())
    small = [name for name in levels if enumerate_space(puzzle.level(name), SMALL).complete]
    return small or levels[:1]


def _print_reports(problems: dict[str, Puzzle], reports: dict[str, HeuristicReport]) -> None:
    columns = [Column("board"), *(Column(name.replace("_", " ")) for name in PROPERTIES)]
    rows = []
    for board, report in reports.items():
        rows.append((board, *(fact(getattr(report, name)) for name in PROPERTIES)))
    print_table(Table("", columns, rows))
    _print_accuracy(reports)
    if all(report.deterministic for report in reports.values()):
        click.echo("deterministic: two calls of h in a state return the same value")
    else:
        click.echo("not deterministic: two calls of h return different values: nothing is proved")
    depends = [report.depends_on_path for report in reports.values()]
    if True in depends:
        click.echo("h depends on the path to a state, not only on the state: nothing is proved")
    elif None in depends:
        click.echo(
            "h reads the path to a state: the proof covers only a shortest path, no path, and one"
            " path that ends with each action"
        )
    if not all(report.complete for report in reports.values()):
        click.echo(
            "+: not all states were tested, so a property without a counterexample is not proved"
        )
    _print_counterexamples(problems, reports)


def _print_accuracy(reports: dict[str, HeuristicReport]) -> None:
    kinds = {"board": "text", "states": "written", "h = h*": "percent", "mean h/h*": "ratio"}
    kinds |= {"correlation": "ratio", "misleads": "percent"}
    columns = [Column(title, kind) for title, kind in kinds.items()]
    rows = []
    for board, report in reports.items():
        states = number(report.states) + ("" if report.complete else "+")
        found = report.accuracy or Accuracy(None, None, None, None)
        measures = found.exact, found.mean_ratio, found.correlation, found.misleading
        rows.append((board, states, *measures))
    print_table(Table("", columns, rows))
    for board, report in reports.items():
        if report.accuracy is not None and report.accuracy.exact is None:
            why = "no goal can be reached"
            if "safe" in report.counterexamples:
                why = "h is infinite in all states from which a goal can be reached"
            click.echo(f"{board}: {why}, so h is not compared with h*")


def _print_counterexamples(
    problems: dict[str, Puzzle], reports: dict[str, HeuristicReport]
) -> None:
    for name in PROPERTIES:
        examples = {board: report.counterexamples.get(name) for board, report in reports.items()}
        found = {board: example for board, example in examples.items() if example is not None}
        if found:
            board, example = min(found.items(), key=lambda item: (item[1].h_star, item[0]))
            click.echo(f"not {name.replace('_', ' ')}, on {board}:")
            click.echo(f"h = {example.h:g}, {example.bound()}")
            print_state(problems[board], example.state)
            if example.h_successor is not None:
                costs, h = f"{example.cost:g}", f"{example.h_successor:g}"
                click.echo(f"{example.action} costs {costs} and leads to h = {h}")
                print_state(problems[board], example.successor, example.action)
            click.echo()


def _as_dict(report: HeuristicReport) -> dict[str, object]:
    names = (*PROPERTIES, "deterministic", "depends_on_path", "states", "complete")
    return {
        **{name: getattr(report, name) for name in names},
        "accuracy": vars(report.accuracy) if report.accuracy else None,
        "counterexamples": {key: str(found) for key, found in report.counterexamples.items()},
    }
