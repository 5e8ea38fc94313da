"""How fast state spaces are enumerated on packed arrays, in what memory, and how that grows.

The boards are MovIX, drawn by fixed seeds. Packed and plain enumeration go through the same
space and must find the same number of states. Also the cost of a proof about a heuristic
(``check``) next to that of counting the same space (``analyse``).
"""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import NamedTuple

import click

from aima_search.analysis import analyse, enumerate_space
from aima_search.analysis.packed_space import Layers, enumerate_layers
from benchmarks.measure import command_seconds, cpu_seconds, growth_exponent, in_fresh_process
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import MovIX

LEAST_SPEEDUP = 15
MOST_GIBIBYTES = 4.0
MOST_GROWTH = 1.15
MOST_OF_CHECK = 1.3
CHECKED = "1-first"
_NO_LIMIT = 10**9


class RandomBoard(NamedTuple):
    """A random board and how many states its space has."""

    seed: int
    options: dict[str, int | str]
    states: int

    def make(self) -> MovIX:
        """Return the problem."""
        return MovIX.generate(self.seed, **self.options)


HUNDRED_THOUSAND = RandomBoard(1, {"size": 6, "line": 4, "pieces": "S1L2V1H1", "walls": 2}, 130_665)
MILLION = RandomBoard(2, {"size": 6, "line": 5, "pieces": "S1L3V1H1", "walls": 4}, 1_085_238)
TEN_MILLION = RandomBoard(4, {"size": 7, "line": 5, "pieces": "S1L3V1H1", "walls": 1}, 10_131_660)


class Peak(NamedTuple):
    """The result of a process: states, seconds, and the most memory it held in bytes."""

    states: int
    seconds: float
    memory: int


def main(arguments: list[str]) -> None:
    """Run the benchmark."""
    measure(arguments, prog_name="python -m benchmarks analyse")


@click.command(help=__doc__)
@click.option("--repeats", default=3, show_default=True, help="Of packed runs; the least counts.")
@click.option("--quick", is_flag=True, help="Leave out the space of 10^7 states.")
def measure(repeats: int, quick: bool) -> None:
    """Measure speed, growth and memory, and state the claims about them."""
    boards = [HUNDRED_THOUSAND, MILLION] + ([] if quick else [TEN_MILLION])
    _measure_speed(repeats)
    _measure_check(max(repeats, 5))
    _measure_growth(boards, repeats)
    if not quick:
        _measure_memory()


def _measure_speed(repeats: int) -> None:
    heading(f"enumeration of {MILLION.states:,} states, packed against plain")
    problem = MILLION.make()
    packed = min(cpu_seconds(partial(_enumerate, problem))[0] for _ in range(repeats))
    plain, space = cpu_seconds(partial(enumerate_space, problem, _NO_LIMIT, packed=False))
    if not len(space) == len(_enumerate(problem).keys) == MILLION.states:
        raise click.ClickException("packed and plain enumeration found different numbers of states")
    table = make_table(
        ["form", "CPU seconds", "states a second"], ["CPU seconds", "states a second"]
    )
    for form, seconds in (("plain", plain), ("packed", packed)):
        table.add_row(form, f"{seconds:.2f}", f"{MILLION.states / seconds:,.0f}")
    print_table(table)
    claim = "packed over plain enumeration, states a second of CPU time"
    state_claim(claim, plain / packed, least=LEAST_SPEEDUP, unit=" times")


def _measure_check(rounds: int) -> None:
    heading(f"CPU seconds of commands on MovIX {CHECKED}, each in a fresh process, least of rounds")
    commands = {
        "analyse": ["analyse", "movix", CHECKED],
        **{
            f"{command} -h {name}": [command, "movix", CHECKED, "-h", name]
            for name in ("zero", "assignment")
            for command in ("analyse", "check")
        },
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, arguments in commands.items():
            seconds[name].append(command_seconds(arguments))
    least = {name: min(times) for name, times in seconds.items()}
    table = make_table(["command", "CPU seconds"], ["CPU seconds"])
    for name, time in least.items():
        table.add_row(name, f"{time:.2f}")
    print_table(table)
    for check, analyse_ in (
        ("check -h zero", "analyse"),
        ("check -h assignment", "analyse -h assignment"),
    ):
        ratio = least[check] / least[analyse_]
        state_claim(f"{check} over {analyse_}", ratio, most=MOST_OF_CHECK, unit=" times")


def _measure_growth(boards: list[RandomBoard], repeats: int) -> None:
    heading("packed enumeration of spaces of several sizes")
    columns = ["board", "states", "actions", "CPU seconds", "us a state", "ns an action"]
    table = make_table(columns, numeric=columns[1:])
    edges, times = [], []
    for board in boards:
        problem = board.make()
        runs = [cpu_seconds(partial(_enumerate, problem)) for _ in range(repeats)]
        layers, seconds = runs[0][1], min(run[0] for run in runs)
        actions = int(layers.degree.sum(dtype="int64"))
        edges.append(actions)
        times.append(seconds)
        counts = (f"{len(layers.keys):,}", f"{actions:,}", f"{seconds:.3f}")
        each = (f"{1e6 * seconds / len(layers.keys):.2f}", f"{1e9 * seconds / actions:.0f}")
        table.add_row(problem.format(), *counts, *each)
    print_table(table)
    exponent = growth_exponent(edges, times)
    state_claim("growth exponent of CPU time in the number of actions", exponent, most=MOST_GROWTH)


def _measure_memory() -> None:
    heading(f"memory of a space of {TEN_MILLION.states:,} states, each in a fresh process")
    columns = ["what", "states", "seconds", "peak GiB"]
    table = make_table(columns, numeric=columns[1:])
    peaks = {}
    for what, function in (
        ("enumeration", peak_of_enumeration),
        ("the whole analysis", peak_of_all),
    ):
        peak = peaks[what] = in_fresh_process(function)
        gibibytes = f"{peak.memory / 2**30:.2f}"
        table.add_row(what, f"{peak.states:,}", f"{peak.seconds:.1f}", gibibytes)
    print_table(table)
    for what, peak in peaks.items():
        claim = f"peak memory of {what} of {peak.states:,} states"
        state_claim(claim, peak.memory / 2**30, most=MOST_GIBIBYTES, unit=" GiB")


def peak_of_enumeration() -> Peak:
    """Enumerate the largest space in this process."""
    start = perf_counter()
    states = len(_enumerate(TEN_MILLION.make()).keys)
    return Peak(states, perf_counter() - start, _peak_bytes())


def peak_of_all() -> Peak:
    """Analyse the largest space in this process: edges, distances to the goals, parts."""
    start = perf_counter()
    states = analyse(TEN_MILLION.make(), _NO_LIMIT).states
    return Peak(states, perf_counter() - start, _peak_bytes())


def _enumerate(problem: MovIX) -> Layers:
    form = problem.packed()
    if form is None:
        raise click.ClickException(f"{problem.format()} has no packed form")
    return enumerate_layers(form, form.pack([problem.initial]), _NO_LIMIT)


def _peak_bytes() -> int:
    """Return the most resident memory of this process so far (Linux counts it in KiB)."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
