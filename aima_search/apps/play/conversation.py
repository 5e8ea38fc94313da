"""The conversation: answers whatever the page asks, one request after the other.

The envelope is that of ``aima_search.trace.protocol``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from time import perf_counter
from typing import Any

from aima_search.algorithms.steps import PatientCollector
from aima_search.apps.play import choices, downloads
from aima_search.apps.play.choices import OF_CHOICES
from aima_search.apps.play.lane import Lane, differences
from aima_search.apps.play.playing import OF_PLAY, Playing, Superseded
from aima_search.apps.play.study import OF_DRAFTS, Drafts
from aima_search.base.errors import InputError
from aima_search.model.contract import ProblemLike
from aima_search.trace.protocol import Asks, checked_arguments, fault, reply
from aima_search.trace.session import LONGEST, MOST_SECONDS

OF_OPENING: Asks = {
    "open": {"epoch": int, "searches": list},
    "go": {"epoch": int, "step?": int, "jump?": dict, "patience?": int, "show?": dict},
    "truth": {"epoch": int, "lane": int, "step": int, "node": int},
    "download": {"epoch": int, "what": str, "lanes": list},
}
_JUMP = {"to": str, "text?": str, "back?": bool}
MOST = 4
"""Searches that are open together."""

ASKS: Asks = {
    **OF_CHOICES,
    **OF_PLAY,
    **OF_OPENING,
    **OF_DRAFTS,
}
"""What can be asked."""


class PageConversation:
    """Answers the requests of one reader.

    >>> asked = {"version": 1, "ask": "play", "epoch": 1, "puzzle": "movix"}
    >>> PageConversation().answer(asked)["answer"]["moves"]
    0
    """

    def __init__(self) -> None:
        self.opening = Opening()
        self.playing = Playing()
        self.drafts = Drafts()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; whatever goes wrong is an answer too."""
        return reply(request, ASKS, self._ask)

    def _ask(self, ask: str, arguments: dict[str, Any]) -> Any:
        if ask in OF_PLAY:
            return self.playing.answer(ask, arguments)
        place = self.opening if ask in OF_OPENING else self.drafts
        return getattr(choices if ask in OF_CHOICES else place, ask)(**arguments)


class Opening:
    """The searches that are open together, in lanes; whatever is asked of them says their epoch.

    The epoch is the number that the page gives to an opening, a greater one for each. A request of
    another epoch is refused: its reader looks at something else by now. A new opening takes over
    the searches that go on unchanged in it.
    """

    def __init__(self) -> None:
        self.epoch = 0
        self._lanes: dict[int, Lane] = {}

    def take(self, problem: ProblemLike, *search: Any, **options: Any) -> Lane:
        """Watch a problem, as epoch 0; the other arguments go to ``Search``."""
        self._lanes[0] = lane = Lane.of(problem, *search, **options)
        return lane

    def open(self, epoch: int, searches: Sequence[Any]) -> dict[str, Any]:
        """Open searches, each by the arguments of ``protocol.open_session``.

        A search that cannot be opened has a ``fault``, and the others are open.
        """
        if not len(searches) <= MOST:
            raise InputError(f"{len(searches)} searches: expected at most {MOST}")
        if epoch < self.epoch:
            raise Superseded
        before, self._lanes, self.epoch = self._lanes, {}, epoch
        told: list[dict[str, Any]] = []
        for number, request in enumerate(searches):
            old = before.get(number)
            try:
                if old is None or old.request != request or old.failure:
                    old = Lane.opened(dict(request))
                self._lanes[number] = old
                told.append(_standing(number, old))
            except (Exception, SystemExit) as error:  # whatever a reader's own code raises
                told.append({"lane": number, "fault": fault(error)})
        return {"lanes": told}

    def go(
        self,
        epoch: int,
        step: int | None = None,
        jump: Mapping[str, Any] | None = None,
        patience: int = round(1000 * MOST_SECONDS),
        show: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Move all lanes, and return all that is shown of them there: one answer, of one moment.

        step: where they are to stand, as far as that goes in so many milliseconds (``patience``);
        their ends if it is beyond. jump: arguments of ``Jumps.to`` for the first lane, whose
        ``event`` is told. show: see ``Lane.shown``; and "table", or "differences" of two lanes.
        """
        self._check(epoch)
        show, told = show or {}, dict[str, Any]()
        if not 0 <= patience <= 1000 * LONGEST:
            raise InputError(f"patience {patience}: expected 0 to {1000 * LONGEST:g} milliseconds")
        if jump is not None:
            arguments = checked_arguments("jump", jump, _JUMP)
            told["event"] = self._lane(0).jumps.to(arguments.pop("to"), **arguments)
        faults = {} if step is None else self._move(step, patience / 1000)
        told["lanes"] = [
            {
                **_standing(number, lane),
                "fault": faults.get(number),
                **lane.shown(number, show),
            }
            for number, lane in self._lanes.items()
        ]
        if "table" in show:
            told["table"] = downloads.table_data(list(self._lanes.values()))
        if "differences" in show:
            pair = checked_arguments("differences", show["differences"], {"lanes": list})["lanes"]
            if len(pair) != 2:
                raise InputError(f"differences of {len(pair)} lanes: expected two")
            told["differences"] = differences(*map(self._lane, pair))
        return told

    def _move(self, step: int, seconds: float) -> dict[int, dict[str, Any]]:
        """Let all lanes go to a step, in step; return the faults of those that fail on the way."""
        faults: dict[int, dict[str, Any]] = {}
        end, stride = perf_counter() + seconds, 1
        for lane in self._lanes.values():
            there = min(step, lane.last) if lane.has_ended else step
            if 0 <= there <= lane.last:
                lane.rewind(there)
        with PatientCollector():
            while behind := [
                one for one in self._lanes.items() if one[1].at < step and not one[1].is_done
            ]:
                started = perf_counter()
                aim = min(step, min(lane.at for _, lane in behind) + stride)
                for number, lane in behind:
                    if lane.at < aim:
                        try:
                            lane.advance(aim - lane.at, seconds)
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

    def _lane(self, number: Any) -> Lane:
        if not isinstance(number, int) or number not in self._lanes:
            raise InputError(f"lane {number!r} is not open: expected {list(self._lanes)}")
        return self._lanes[number]

    def truth(self, epoch: int, lane: int, step: int, node: int) -> dict[str, Any]:
        """Return h* of a node that is known at the step where a lane stands; see ``Truth``."""
        self._check(epoch)
        found = self._lane(lane)
        if found.step != step:
            raise Superseded
        return found.truth.of(node)

    def download(self, epoch: int, what: str, lanes: Sequence[Any]) -> dict[str, str]:
        """Return a file to keep; see ``downloads``."""
        self._check(epoch)
        return downloads.download(what, [self._lane(number) for number in lanes])


def _standing(number: int, lane: Lane) -> dict[str, Any]:
    """Return where a lane stands, and whether a picture of it can be flooded."""
    floods = lane.recording.flood is not None
    return {"lane": number, "position": lane.position(), "floods": floods}


@cache
def _conversation() -> PageConversation:
    return PageConversation()


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_conversation().answer(json.loads(request)), allow_nan=False)
