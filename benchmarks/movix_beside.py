"""Sections of the MovIX benchmark: boards without a solution, and assignment on long searches."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.catalog.heuristics import HeuristicSpec
from benchmarks.measure import geometric_mean
from benchmarks.movix_before import assignment_before
from benchmarks.movix_search import Effort, Run, search
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles.movix import MovIX

BEFORE = "assignment as it was"
_PATIENT = Effort(60, float("inf"), float("inf"))

# No solution, but the relaxation does not see that at the root: the search covers all states.
UNSOLVABLE = (
    "5x5,4:MML2/MMM1M/L2MM/3SM/M3S",
    "5x5,5:M1SS1/M4/V4/4V/1SH2",
    "6x6,4:6/6/2M1SV/2SM1S/1H4/2V3",
    "6x6,4:2M2M/S2M2/2M1LM/1MMM1V/3MSL/3M2",
    "7x7,3:2S3H/7/7/2M1M2/7/7/2SH2V",
    "7x7,6:3M3/6M/3V3/M6/2S1H2/3M2V/1V1S3",
    "7x7,4:V1M4/V5H/7/7/M1V4/2S4/4S2",
    "5x5,4:2S1H/2M1M/5/V1S2/VMHM1",
    "7x7,4:4M2/1S2H2/6S/4V2/2SM3/7/1S5",
    "7x7,5:1M2MM1/S4S1/1MM3H/2V4/1M4M/M2S3/4SMM",
    "6x6,4:1MH3/4M1/6/4S1/1V1S2/3S1S",
    "7x7,5:S4M1/6H/3S2S/1M2H2/3MM2/7/1V5",
    "7x7,5:4M2/S1S3S/7/M6/5V1/H4S1/7",
    "5x5,3:4V/1HS2/1S2M/1MMMS/3H1",
    "7x7,4:4H2/1SM2M1/3H1M1/4S2/1M3SM/5V1/6M",
    "7x7,3:MM4S/S2S3/5M1/MH2MV1/3M3/7/2H4",
    "7x7,3:4V2/1M5/HMV4/S1M1S2/7/MH4M/2M4",
    "7x7,3:MH3MM/1S4M/1M1V1SH/1M5/4M2/2M4/4V2",
    "7x7,3:7/M1H1V2/3S3/4M2/3M3/1M2HS1/2S4",
    "7x7,4:2SM3/7/7/3M3/7/4H1S/V1S1S2",
    "6x6,5:2M1M1/1VM3/6/1S1MS1/6/HS2S1",
    "7x7,4:5H1/2S4/7/1MS4/5SV/5S1/M6",
    "7x7,5:3SM2/7/S3H2/3M2M/7/1H2S2/V3M2",
    "7x7,4:7/2M2S1/3S3/M1M4/1M1VSSM/7/1M3H1",
)

# Many states of a small board: tables made at the start pay best there.
LONG = (
    "5x5,5:5/HS1VM/M3L/5/MM2L",
    "6x6,5:5L/1H1V2/2S3/6/6/2L3",
    "7x7,5:M5M/4L2/ML5/4M2/3H3/S6/1V5",
    "7x7,5:M4MM/1M2L2/ML5/3MM2/3H3/S1M4/1V5",
    "7x7,5:2M2L1/7/H3M1M/4V2/1H1VM2/1M1MML1/1M4S",
)


def beside_assignment_as_it_was() -> None:
    """Print both sections."""
    heading(f"MovIX, {len(UNSOLVABLE)} boards without a solution: A* next to {BEFORE}")
    for name in ("assignment", "supported-assignment"):
        _compare(UNSOLVABLE, name, most=2)
    heading(f"MovIX, {len(LONG)} small boards with long searches: A* next to {BEFORE}")
    _compare(LONG, "assignment", most=1)


def _compare(boards: Sequence[str], name: str, most: float) -> None:
    names = ["before: expanded", "CPU ms", f"{name}: expanded", "refined", "CPU ms ", "ratio"]
    table = make_table(["board", "cost", *names], numeric=["cost", *names])
    ratios, totals = [], [0.0, 0.0]
    for text in boards:
        before, run = _both(text, name)
        if run.cost != before.cost:
            raise AssertionError(f"board {text}: costs {run.cost} and {before.cost}")
        ratios.append(run.seconds / before.seconds)
        totals = [total + one.seconds for total, one in zip(totals, (run, before), strict=True)]
        cost = "none" if run.cost is None else str(run.cost)
        counts = (f"{before.expanded:,}", _ms(before), f"{run.expanded:,}", f"{run.refined:,}")
        table.add_row(text, cost, *counts, _ms(run), f"{ratios[-1]:.2f}")
    print_table(table)
    claim = f"CPU time of {name} over {BEFORE}"
    state_claim(f"{claim}, geometric mean", geometric_mean(ratios), most=most, unit=" times")
    state_claim(f"{claim}, in total", totals[0] / totals[1], most=most, unit=" times")
    state_claim(f"{claim}, on the worst board", max(ratios), most=most, unit=" times")


def _both(text: str, name: str) -> list[Run]:
    """Run both in turn, five times; return the fastest run of each."""
    ways: list[HeuristicSpec] = [assignment_before, name]
    order = MovIX.default_tie_break
    rounds = [[search(MovIX(text), way, _PATIENT, order) for way in ways] for _ in range(5)]
    return [min(runs, key=lambda run: run.seconds) for runs in zip(*rounds, strict=True)]


def _ms(run: Run) -> str:
    return f"{1000 * run.seconds:.1f}"
