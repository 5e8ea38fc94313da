"""The conversation with the page: its requests and the answers (see ``trace.protocol``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from aima_search.algorithms.steps import RareGarbageCollection
from aima_search.apps.play import downloads, puzzle_requests
from aima_search.apps.play.heuristic_editor import OF_DRAFTS, HeuristicRequestHandler
from aima_search.apps.play.open_search import PageTraceSession, differences
from aima_search.apps.play.playing import OF_PLAY, GameRequestHandler, Superseded
from aima_search.apps.play.puzzle_requests import OF_PUZZLES
from aima_search.base.errors import InputError
from aima_search.model.contract import ProblemLike
from aima_search.trace.protocol import Asks, asks_of, checked_arguments, fault, reply
from aima_search.trace.session import LONGEST, MOST_SECONDS

_JUMP = {"to": str, "text?": str, "back?": bool}
MOST = 4
"""The largest number of searches that are open together."""


class PageRequestDispatcher:
    """Answers the requests of one tab of the browser.

    >>> asked = {"version": 1, "ask": "play", "epoch": 1, "puzzle": "movix"}
    >>> PageRequestDispatcher().answer(asked)["answer"]["moves"]
    0
    """

    def __init__(self) -> None:
        self.searches = PageSearchRequestHandler()
        self.playing = GameRequestHandler()
        self.drafts = HeuristicRequestHandler()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request. If the request fails, the answer describes the error."""
        return reply(request, ASKS, self._answer)

    def _answer(self, name: str, arguments: dict[str, Any]) -> Any:
        if name in OF_PLAY:
            return self.playing.answer(name, arguments)
        handler: Any = self.drafts
        if name in OF_PUZZLES:
            handler = puzzle_requests
        elif name in OF_SEARCHES:
            handler = self.searches
        return getattr(handler, name)(**arguments)


class PageSearchRequestHandler:
    """Answers requests about up to four searches that the page shows side by side.

    The page increases its *epoch* whenever it opens searches. A request about earlier searches has
    an old epoch, and is refused. A search that is opened again with the same arguments is reused.
    """

    def __init__(self) -> None:
        self.epoch = 0
        self._searches: dict[int, PageTraceSession] = {}

    def take(self, problem: ProblemLike, *search: Any, **options: Any) -> PageTraceSession:
        """Show a search on the page; pass the same arguments as to ``Search``."""
        self._searches[0] = taken = PageTraceSession.of(problem, *search, **options)
        return taken

    def open(self, epoch: int, searches: Sequence[Any]) -> dict[str, Any]:
        """Open several searches; each item of ``searches`` has arguments for ``open_recording``.

        If a search cannot be opened, its answer has a ``fault``; the other searches are opened.
        """
        if len(searches) > MOST:
            raise InputError(f"found {len(searches)} searches, expected at most {MOST}")
        if epoch < self.epoch:
            raise Superseded
        previous, self._searches, self.epoch = self._searches, {}, epoch
        opened: list[dict[str, Any]] = []
        for number, request in enumerate(searches):
            search = previous.get(number)
            try:
                if search is None or search.request != request or search.failure:
                    search = PageTraceSession.opened(dict(request))
                self._searches[number] = search
                opened.append(_place(number, search))
            except (Exception, SystemExit) as error:  # user code can raise anything
                opened.append({"search": number, "fault": fault(error)})
        return {"searches": opened}

    def go(
        self,
        epoch: int,
        step: int | None = None,
        jump: Mapping[str, Any] | None = None,
        patience: int = round(1000 * MOST_SECONDS),
        show: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Move all searches to a step, and return the data that the page shows.

        The searches go towards ``step`` for at most ``patience`` milliseconds. A search that ends
        before this step stays at its end. If ``jump`` is given, call ``BreakpointNavigator.to`` of
        the first search with these arguments, and return its result as ``event``. The keys of
        ``show`` name the data to return: "table", "differences" (between two searches), or a part
        of a search (see ``PageTraceSession.shown``).
        """
        self._check(epoch)
        show = show or {}
        answer: dict[str, Any] = {}
        if not 0 <= patience <= 1000 * LONGEST:
            raise InputError(f"patience {patience}: expected 0 to {1000 * LONGEST:g} milliseconds")
        if jump is not None:
            arguments = checked_arguments("jump", jump, _JUMP)
            answer["event"] = self._search(0).jumps.to(arguments.pop("to"), **arguments)
        faults = {} if step is None else self._move(step, patience / 1000)
        answer["searches"] = [
            {**_place(number, search), "fault": faults.get(number), **search.shown(number, show)}
            for number, search in self._searches.items()
        ]
        if "table" in show:
            answer["table"] = downloads.table_data(list(self._searches.values()))
        if "differences" in show:
            asked = checked_arguments("differences", show["differences"], {"searches": list})
            pair = asked["searches"]
            if len(pair) != 2:
                raise InputError(f"differences: found {len(pair)} searches, expected two")
            answer["differences"] = differences(*map(self._search, pair))
        return answer

    def _move(self, step: int, seconds: float) -> dict[int, dict[str, Any]]:
        """Move all searches to the step ``step``; return an error for each search that failed."""
        faults: dict[int, dict[str, Any]] = {}
        end, stride = perf_counter() + seconds, 1
        for search in self._searches.values():
            target = min(step, search.last) if search.has_ended else step
            if 0 <= target <= search.last:
                search.rewind(target)
        with RareGarbageCollection():
            while behind := [
                one for one in self._searches.items() if one[1].at < step and not one[1].is_done
            ]:
                started = perf_counter()
                aim = min(step, min(search.at for _, search in behind) + stride)
                for number, search in behind:
                    if search.at < aim:
                        try:
                            search.advance(aim - search.at, seconds)
                        except (Exception, SystemExit) as error:
                            faults[number] = fault(error)
                now = perf_counter()
                if now >= end:
                    break
                if now - started < seconds / 8:
                    stride *= 2
        return faults

    def _check(self, epoch: int) -> None:
        if epoch != self.epoch:
            raise Superseded

    def _search(self, number: Any) -> PageTraceSession:
        if not isinstance(number, int) or number not in self._searches:
            raise InputError(f"search {number!r} is not open: expected one of {[*self._searches]}")
        return self._searches[number]

    def truth(self, epoch: int, search: int, step: int, node: int) -> dict[str, Any]:
        """Return h* of ``node``; raise Superseded if the search is not at ``step`` any more."""
        self._check(epoch)
        found = self._search(search)
        if found.step != step:
            raise Superseded
        return found.h_star(node)

    def download(self, epoch: int, what: str, searches: Sequence[Any]) -> dict[str, str]:
        """Return a file for the user to save; see ``downloads.download``."""
        self._check(epoch)
        return downloads.download(what, [self._search(number) for number in searches])


OF_SEARCHES = asks_of(PageSearchRequestHandler, "open", "go", "truth", "download")

ASKS: Asks = {**OF_PUZZLES, **OF_PLAY, **OF_SEARCHES, **OF_DRAFTS}
"""All requests with their arguments."""


def _place(number: int, search: PageTraceSession) -> dict[str, Any]:
    floods = search.recording.flood is not None
    return {"search": number, "position": search.position(), "floods": floods}


_handler = PageRequestDispatcher()


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_handler.answer(json.loads(request)), allow_nan=False)
