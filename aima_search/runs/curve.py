"""The course of a local search: the value of its current state, ever more seldom noted."""

from __future__ import annotations

from aima_search.algorithms.steps import StepsTo
from aima_search.contract import Action, Answer, State

_NEAR = 16  # a point is kept where as much as this part of all iterations has gone by


class Curve:
    """Consumes the steps of a local search and remembers points and the best value."""

    def __init__(self) -> None:
        self.best: float | None = None
        self._points: list[tuple[int, float]] = []
        self._next = 0

    def watch(self, steps: StepsTo[State, Action, Answer]) -> StepsTo[State, Action, Answer]:
        """Pass the steps on."""
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                answer: Answer = stop.value
                return answer
            if step.f is not None:
                self._note(step.expanded, step.f or 0)  # and not -0.0
            yield step

    def end(self, iterations: int, value: float) -> None:
        """Note the value at the end, which is kept whatever is thinned."""
        self._see(value)
        self._points = [point for point in self._points if point[0] < iterations]
        self._points.append((iterations, value))

    def points(self) -> tuple[tuple[int, float], ...]:
        """Return (iterations, value), the first at 0 and the last at the end."""
        return tuple(self._points)

    def _note(self, iterations: int, value: float) -> None:
        self._see(value)
        if iterations >= self._next:
            self._points.append((iterations, value))
            self._next = iterations + 1 + iterations // _NEAR

    def _see(self, value: float) -> None:
        if self.best is None or value > self.best:
            self.best = value
