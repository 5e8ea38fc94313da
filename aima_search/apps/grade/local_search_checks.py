"""Checks of simulated annealing, genetic algorithms and AND-OR plans.

Annealing draws a random neighbour, and always accepts it if it is better. The probability that it
accepts a worse neighbour falls with time, and with the loss of value. To test such a rule, a check
counts steps. It computes by how many standard deviations the count differs from the expected count.

The counts of all boards are added. A few long runs may dominate the sum, so more than half of the
boards must also show annealing on their own.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import inf, sqrt
from random import Random
from statistics import fmean

from aima_search.apps.grade.algorithm_checks import BREEDING, ProblemServer
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.checks import Check, CheckFailed
from aima_search.apps.grade.method_checks import off_walk
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession
from aima_search.base.errors import InputError
from aima_search.model.contract import offered

_FAR, _SURE, _LIKELY = 6, 3, 1.5  # standard deviations; correct programs stay far from these limits
_SHOWN = 0.5  # standard deviations on a single board
_CHANGED = 1.3  # change_with_time(): at most 1.2 at a constant temperature, more if it rises again
_FALLS = "worse neighbours accepted less often as the temperature falls"
_FEW_VALUES = 3  # new values after one call of actions
_GROUP = 20  # recombinations
_FIXED = 1.4  # fixed_parents(): mostly at most 1.2 in genetic algorithms, 1.6 in hill climbing
_COPIED = 20  # mutations for each recombination of two different states
_MIXED = 0.1  # share of the recombinations of different states that join two origins


class LocalSearchCheck(Check):
    """The base class for checks of a local search. All checks share one run on each board."""

    def examine(self, board: AssignedBoard, session: SandboxSession) -> ProblemServer:
        """Run the student's local search on a board, unless another check has already run it."""

        def improve() -> ProblemServer:
            return ProblemServer(board.problem(), None, session.bounds.nodes).improve(session)

        return session.cached(board, improve)

    def followed(self, text: str, broken_rule: str, doubt: str) -> CheckResult:
        """Return the check's result: full points, or 0 points if there is a ``broken_rule``.

        doubt: why the teacher should look at the submission, or "".
        """
        text = f"{text}: expected {broken_rule}" if broken_rule else text
        finding = self.finding(0 if broken_rule else self.max_points, text)
        return replace(finding, doubt=f"method in doubt: {doubt}" if doubt else "")


class SuccessRateCheck(LocalSearchCheck):
    """Gives points if a local search reaches a goal on most boards."""

    kind = "reaches"
    heading = "reaches a goal"
    measures = ("missed", "expanded")

    at_most: Sequence[float]

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """Raise InputError if the puzzle of a board does not define ``value``."""
        if offered(board.problem(), "value") is None:
            raise InputError(f"board {board.name!r}: the puzzle must define value(state)")

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Give points if the search missed the goal only on a small share of the boards."""
        missed = [pair for pair in zip(self.boards, results, strict=True) if _is_missed(pair[1])]
        share, count = len(missed) / len(results), len(results)
        text = f"goal reached on {count - len(missed)} of {count} boards;"
        text += f" share of missed boards: {share:.3g}"
        if not missed:
            return self.within(share, text)
        board, first = missed[0]
        ends = f"the last state, in the picture, has value {first.value(first.last):g}"
        text += f"; on {board.name}, {first.fault or f'{ends} and is not a goal'}"
        return self.within(share, text, board=board, state=first.state_of(first.last))

    def values(self, results: Sequence[ProblemServer]) -> list[tuple[str, float]]:
        """Return two values: the share of unsolved boards, and the number of expansions."""
        share = sum(map(_is_missed, results)) / len(results)
        return [("missed", share), *self.totals(results, "expanded")]


def _is_missed(served: ProblemServer) -> bool:
    return bool(served.fault) or not served.is_goal(served.state_of(served.last))


class AnnealingCheck(LocalSearchCheck):
    """Checks that a search draws random neighbours, and accepts worse states less and less often.
    Use about twenty boards, because one short search may show too little.
    """

    kind = "anneals"
    heading = "behaves like simulated annealing"

    def examine(self, board: AssignedBoard, session: SandboxSession) -> ProblemServer:
        """Run the search. Raise CheckFailed if a step is not possible in simulated annealing."""
        served = super().examine(board, session)
        if fault := off_walk(served.leads) or _off_end(served):
            raise CheckFailed(fault)
        most = max(Counter(served.valued_at.values()).values(), default=0)
        return served if most <= _FEW_VALUES or served.looks_around else _with_stays(served)

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Give points if the search follows the rules of annealing; return the check's result."""
        steps = [(walk, *numbers) for walk in results for numbers in _steps(walk)]
        taken = sum(walk.value(after) < walk.value(before) for walk, before, after in steps)
        refused = sum(after == before for _, before, after in steps)
        shown = sum(map(_anneals, results))
        text = f"the search moved to a worse state {taken} times, and stayed in a state {refused}"
        text += f" times; {shown} of {len(results)} boards show annealing"
        margin = inf
        if not taken:
            wanted = "a move to a worse neighbour now and then"
        elif refused < taken:
            wanted = "worse neighbours rejected more often than accepted"
            wanted += ", and a call of actions(state) in each step"
        else:
            margin, wanted = _annealing_margin(results)
            if margin >= 0 and 2 * shown <= len(results):
                margin, wanted = -inf, "annealing shown by more than half of the boards"
        distance = f"{abs(margin):.2f} standard deviations from the limit for: {wanted}"
        broken = "" if 0 <= margin < inf else wanted
        return self.followed(text, broken, distance if abs(margin) < 1 else "")


def _off_end(walk: ProblemServer) -> str:
    if any(name != "random_state" for name, _, _ in walk.bred):
        return "the search recombined or mutated states: expected only steps to neighbours"
    on_walk = {0, *(number for number, _ in walk.leads)}
    on_walk |= {there for _, leads in walk.leads[-1:] for _, there, _ in leads}
    return "" if walk.last in on_walk else "the last state is not on the walk: expected a walk"


def _with_stays(walk: ProblemServer) -> ProblemServer:
    """Return a copy of a walk that repeats a state once for each rejected neighbour.

    Raise CheckFailed if the search rejected many better neighbours.
    """
    after = [number for number, _ in walk.leads[1:]] + [walk.last]
    pairs = ((count - 1, drawn) for drawn, count in walk.valued_at.items() if count)
    rejected = [(time, drawn) for time, drawn in pairs if drawn != after[time]]
    better = sum(walk.value(drawn) > walk.value(walk.leads[time][0]) for time, drawn in rejected)
    if better > _FEW_VALUES:
        text = f"the search requested the values of {better} better neighbours and rejected them"
        expected = "one random neighbour in each step, and a call of actions(state) in each step"
        raise CheckFailed(f"{text}: expected {expected}")
    stays, longer = Counter(time for time, _ in rejected), copy(walk)
    longer.leads = [lead for time, lead in enumerate(walk.leads) for _ in range(1 + stays[time])]
    return longer


def _anneals(walk: ProblemServer) -> bool:
    steps, detailed = steps_of([walk], _FEW)
    is_random = abs(excess_of_better(detailed)) < _FAR
    return is_random and fall_with_loss(steps, detailed) > _SHOWN


def _annealing_margin(walks: Sequence[ProblemServer]) -> tuple[float, str]:
    """Return (margin, text) of the first broken rule, or of the rule with the least margin.

    The margin of a rule is a number of standard deviations. It is negative for a broken rule.
    """
    steps, detailed = steps_of(walks)
    time, text = fall_with_time(steps, detailed) - _LIKELY, _FALLS
    if -_FAR < time < 0 and change_with_time(walks) > _CHANGED:
        time, text = 0, f"{_FALLS} (here, it seems to rise again)"
    draws = _FAR - max(abs(excess_of_better(detailed)), excess_of_best(walks))
    loss = min(fall_with_loss(steps, detailed) - _SURE, fall_at_states(walks) - _LIKELY)
    margins = [
        (draws, "better neighbours as often as in random draws, and all of them accepted"),
        (loss, "much worse neighbours accepted less often than slightly worse neighbours"),
        (time, text),
    ]
    return next((pair for pair in margins if pair[0] < 0), min(margins))


def _steps(walk: ProblemServer) -> Iterator[tuple[int, int]]:
    return pairwise(number for number, _ in walk.leads)


class GeneticAlgorithmCheck(LocalSearchCheck):
    """Checks that an algorithm recombines states, prefers fitter parents, and mutates states."""

    kind = "breeds"
    heading = "behaves like a genetic algorithm"

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """Raise InputError if the states of a board cannot be recombined and mutated."""
        if not all(offered(board.problem(), method) for method in BREEDING):
            text = "the puzzle must define random_state, recombine and mutate"
            raise InputError(f"board {board.name!r}: {text}")

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Give points if the search is a genetic algorithm, and return the check's result."""
        counts = Counter(name for served in results for name, _, _ in served.bred)
        looked = sum(served.expanded for served in results)
        joined, drawn, changed = (counts[name] for name in ("recombine", "random_state", "mutate"))
        chosen = [gain for served in results for gain in gains_of_parents(served)]
        surely = _deviation(sum(chosen), sum(gain**2 for gain in chosen))
        shown = list(map(breeding_of, results))
        lacks = Counter(lack for lack, _ in shown)
        text = (
            f"the algorithm drew {drawn} random states, recombined two states {joined} times,"
            f" mutated {changed} states and expanded {looked} states; {lacks['']} of"
            f" {len(results)} boards show breeding; the parents are fitter than the states made"
            f" shortly before them by {surely:.1f} standard deviations"
        )
        is_near = _SURE / 2 <= surely < 2 * _SURE
        wanted, doubt = "", "its numbers are near the limits" if is_near else ""
        if joined <= drawn or looked > joined:
            wanted = "most states made by recombining two other states"
        elif not 0 < changed <= joined:
            wanted = "some mutations, but no more than recombinations"
        elif 2 * lacks[""] <= len(results):
            wanted = max(filter(None, lacks), key=lambda lack: lacks[lack])
        elif surely < _SURE:
            wanted = f"fitter parents chosen more often, by {_SURE} standard deviations"
        elif 2 * sum(not lack and is_clear for lack, is_clear in shown) <= len(results):
            doubt = "a small population, or one state that is a parent again and again"
        return self.followed(text, wanted, doubt)


def gains_of_parents(walk: ProblemServer) -> Iterator[float]:
    """Yield the gain of each parent: its value minus the mean of the population at that time.

    The n newest states count as the population, where n is the size of the first population. If
    parents are chosen at random, the average gain is about 0, even if the populations improve.
    """
    names = [name for name, _, _ in walk.bred]
    size = names.index("recombine") if "recombine" in names else 0
    before, total = deque[float](), 0.0
    for name, both, made in walk.bred:
        if name == "recombine" and before:
            yield from (walk.value(parent) - total / len(before) for parent in both)
        before.append(walk.value(made))
        total += before[-1] - (before.popleft() if len(before) > max(size, 1) else 0)


class AndOrPlanCheck(Check):
    """Checks an AND-OR plan for a slippery board: any action may be done twice by accident."""

    kind = "plans"
    heading = "plans for all outcomes"
    holds = "the plan reaches a goal for all outcomes"

    def examine(self, board: AssignedBoard, session: SandboxSession) -> None:
        """Run the search on a board. Raise SearchError if the plan does not always reach a goal."""
        served = ProblemServer(board.problem(), None, session.bounds.nodes, slips=True)
        served.follow(served.run("plan", session))


_MOST = 1000  # steps of all boards whose neighbours are all evaluated
_FEW = 100  # such steps of one board
_LAST = 50  # steps of one board to a worse state, or to a better state
_MANY = 20_000  # such steps of all boards, in blocks
_BLOCKS = (20, 40)  # successive steps
_TINY = 1e-9


@dataclass(frozen=True)
class WalkStep:
    """A step from a state. ``losses``: the state's value minus the value of each neighbour."""

    time: int
    loss: float
    losses: Sequence[float]

    def share(self, low: float, high: float) -> float:
        """Return the fraction of neighbours with a loss above ``low`` and at most ``high``."""
        return sum(low < loss <= high for loss in self.losses) / len(self.losses)


def steps_of(
    walks: Sequence[ProblemServer], sample_size: int = _MOST
) -> tuple[list[WalkStep], list[WalkStep]]:
    """Return (all steps, random sample of steps). Only steps in the sample have ``losses``."""
    share = sample_size / max(1, sum(len(walk.leads) for walk in walks))
    random = Random(0)  # not every n-th step: a walk might have the same period
    steps, detailed = [], []
    for walk in walks:
        for time, (at, to) in enumerate(_steps(walk)):
            loss = walk.value(at) - walk.value(to)
            steps.append(WalkStep(time, loss, ()))
            if random.random() < share and (losses := walk.losses(at)):
                detailed.append(WalkStep(time, loss, losses))
    return steps, detailed


def excess_of_better(detailed: Sequence[WalkStep]) -> float:
    """Count steps to better states; return (count - expected count) / standard deviation."""
    shares = [step.share(-inf, -_TINY) for step in detailed]
    better = sum(step.loss < 0 for step in detailed)
    return _excess(better, shares)


def excess_of_best(walks: Sequence[ProblemServer]) -> float:
    """Count steps to a best neighbour; return (count - expected count) / standard deviation.

    The expected count assumes that all better neighbours of a state are equally likely.
    """
    pairs = []
    for walk in walks:
        better = [(at, to) for at, to in _steps(walk) if walk.value(to) > walk.value(at)]
        for at, to in better[-_LAST:]:
            losses = [loss for loss in walk.losses(at) if loss < 0]
            pairs.append((walk.value(at) - walk.value(to) == min(losses), losses))
    shares = [losses.count(min(losses)) / len(losses) for _, losses in pairs]
    best = sum(is_best for is_best, _ in pairs)
    return _excess(best, shares)


def fall_with_loss(steps: Sequence[WalkStep], detailed: Sequence[WalkStep]) -> float:
    """Return how much less often large losses are accepted than small losses."""
    least = min((loss for step in detailed for loss in step.losses if loss > 0), default=0.0)
    small = sum(step.share(0, least) for step in detailed)
    large = sum(step.share(least, inf) for step in detailed)
    taken = [step.loss > least for step in steps if step.loss > 0]
    share = large / ((small + large) or 1)
    return -_excess(sum(taken), [share] * len(taken))


def fall_at_states(walks: Sequence[ProblemServer]) -> float:
    """Count large losses in the last steps; return (expected count - count) / standard deviation.

    The expected count assumes that all worse neighbours of a state are equally likely. The first
    steps are left out, because a high temperature accepts nearly all neighbours.
    """
    pairs, least = list[tuple[float, list[float]]](), inf
    for walk in walks:
        worse = [(at, to) for at, to in _steps(walk) if walk.value(to) < walk.value(at)]
        for at, to in worse[-_LAST:]:
            losses = [loss for loss in walk.losses(at) if loss > 0]
            pairs.append((walk.value(at) - walk.value(to), losses))
            least = min(least, *losses)
    shares = [fmean(loss > least for loss in losses) for _, losses in pairs]
    large = sum(loss > least for loss, _ in pairs)
    return -_excess(large, shares)


def fall_with_time(steps: Sequence[WalkStep], detailed: Sequence[WalkStep]) -> float:
    """Count late steps to worse states; return (expected count - count) / standard deviation."""
    times = sorted(step.time for step in steps)
    middle = times[len(times) // 2] if times else 0
    early = sum(step.share(0, inf) for step in detailed if step.time <= middle)
    late = sum(step.share(0, inf) for step in detailed if step.time > middle)
    taken = [step.time > middle for step in steps if step.loss > 0]
    share = late / ((early + late) or 1)
    return -_excess(sum(taken), [share] * len(taken))


def change_with_time(walks: Sequence[ProblemServer]) -> float:
    """Return how much the number of steps to worse states varies between blocks of steps.

    The result is about 1 if the temperature seems to be constant, and more if it seems to change.
    """
    share, random = _MANY / max(1, sum(len(walk.leads) for walk in walks)), Random(0)
    steps = [
        WalkStep(0, walk.value(at) - walk.value(to), losses)
        for walk in walks
        for start in range(0, len(walk.leads) - _BLOCKS[-1], _BLOCKS[-1])
        if random.random() < share
        for (at, _), (to, _) in pairwise(walk.leads[start : start + _BLOCKS[-1] + 1])
        if (losses := walk.losses(at))
    ]
    taken, drawn = Counter(step.loss for step in steps), defaultdict[float, float](float)
    for step in steps:
        for loss, count in Counter(step.losses).items():
            drawn[loss] += count / len(step.losses)
    of_loss = {loss: loss > 0 and taken[loss] / drawn[loss] for loss in drawn}
    shares = [min(1, fmean(of_loss[loss] for loss in step.losses)) for step in steps]
    more = [(step.loss > 0) - share for step, share in zip(steps, shares, strict=True)]
    variance = sum(share * (1 - share) for share in shares) or inf
    blocks = ([more[at : at + n] for at in range(0, len(more), n)] for n in _BLOCKS)
    return max(sum(sum(block) ** 2 for block in some) / variance for some in blocks)


def _excess(count: int, shares: Sequence[float]) -> float:
    """Return how many standard deviations ``count`` is above ``sum(shares)``."""
    return _deviation(count - sum(shares), sum(share * (1 - share) for share in shares))


def _deviation(difference: float, variance: float) -> float:
    return difference / sqrt(variance) if variance > 0 else 0.0


def breeding_of(walk: ProblemServer) -> tuple[str, bool]:
    """Return (lack, is_certain). lack: a feature of genetic algorithms that is missing, or "".

    If ``lack`` is "", is_certain says whether it is certain that no feature is missing.
    """
    if walk.fault:
        return f"an answer, but {walk.fault}", False
    # origins: for a state made by mutations, the first state that was mutated
    pairs, origins = list[Sequence[int]](), dict[int, int]()
    first: dict[int, Sequence[int]] = {}  # the parents in the first call that made a state
    # in the line of first parents: recombinations, those of two different states, and mutations
    lines = {0: (0, 0, 0)}
    mixed = mixed_again = 0  # pairs of two origins; and those whose parents have parents
    for name, both, made in walk.bred:
        before = {origins.get(parent, parent) for parent in both}
        if name == "recombine":
            pairs.append(both)
            mixed += len(before) == 2
            mixed_again += len(before) == 2 and all(map(first.get, both))
        if all(parent in lines for parent in both):
            joins, crosses, changes = lines[both[0]] if both else (0, 0, 0)
            crosses += len(set(both)) == 2
            lines[made] = joins + (name == "recombine"), crosses, changes + (name == "mutate")
        first.setdefault(made, both)
        origins.setdefault(made, before.pop() if len(before) == 1 else made)
    joins, crosses, changes = lines.get(walk.last, (0, 0, 0))
    is_mixed = mixed_again >= _MIXED * sum(x != y for x, y in pairs)
    is_free = fixed_parents(pairs) <= _FIXED
    lack = ""
    if not joins or 2 * joins < changes:
        lack = "recombined states that become ancestors of the last state"
    elif mixed < 2:
        lack = "parents that are not mutations of the same state"
    elif changes > _COPIED * max(crosses, 1):
        lack = "ancestors of the last state with two different parents"
    elif not is_mixed and not is_free:
        lack = "more than two parents in each generation, chosen from a large population"
    return lack, is_mixed and is_free and 2 * crosses >= changes


def fixed_parents(pairs: Sequence[Sequence[int]]) -> float:
    """Return observed / expected number of pairs with the most common parent."""
    counted = expected = 0.0
    for start in range(0, len(pairs) - _GROUP + 1, _GROUP):
        group = pairs[start : start + _GROUP]
        [(most, count)] = Counter(chain.from_iterable(group)).most_common(1)
        counted += sum(most in both and both[0] != both[1] for both in group)
        expected += count * (2 * _GROUP - count) / (2 * _GROUP - 1)
    return counted / expected if expected else 1.0


LOCAL_SEARCH_CHECKS = (SuccessRateCheck, AnnealingCheck, GeneticAlgorithmCheck, AndOrPlanCheck)
