"""The conversation: answers whatever the page asks, one request after the other.

The envelope is that of ``aima_search.trace.protocol``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from aima_search.apps.play import choices, downloads
from aima_search.apps.play.choices import OF_CHOICES
from aima_search.apps.play.lane import MOST_POINTS, Lane, curves, differences, tree
from aima_search.apps.play.playing import OF_PLAY, Playing, as_played
from aima_search.apps.play.study import OF_DRAFTS, Drafts
from aima_search.base.errors import InputError
from aima_search.catalog.configuration import Configuration
from aima_search.model.contract import ProblemLike
from aima_search.trace.protocol import ASKS as OF_SESSION
from aima_search.trace.protocol import Asks, reply

MOST = 4
MOST_STEPS = 20_000
OF_LANES: Asks = {
    **{name: {**types, "lane?": int} for name, types in OF_SESSION.items()},
    "close": {"lane?": int},
    "tree": {"lane?": int},
    "curves": {"lane?": int, "points?": int},
    "truth": {"lane?": int, "node": int},
    "jump": {"lane?": int, "to": str, "text?": str, "back?": bool},
    "flood": {"lane?": int, "since": int, "waiting_since": int},
    "way": {"lane?": int, "node?": int, "solution?": int},
    "table": {"lanes": list},
    "differences": {"lanes": list},
    "download": {"what": str, "lanes?": list, "node?": int},
}


ASKS: Asks = {
    **OF_CHOICES,
    **OF_PLAY,
    **OF_LANES,
    **OF_DRAFTS,
}
"""What can be asked."""


class PageConversation:
    """Answers the requests of one reader.

    >>> conversation = PageConversation()
    >>> conversation.answer({"version": 1, "ask": "play", "puzzle": "movix"})["answer"]["moves"]
    0
    """

    def __init__(self) -> None:
        self.lanes = Lanes()
        self.playing = Playing()
        self.drafts = Drafts()

    @classmethod
    def of_search(cls, problem: ProblemLike, *search: Any, **options: Any) -> PageConversation:
        """Return a conversation with a search of a problem in its first lane.

        search, options: the other parameters of ``Search``.
        """
        conversation = cls()
        conversation.lanes.take(problem, *search, **options)
        return conversation

    @classmethod
    def of_game(cls, problem: ProblemLike) -> PageConversation:
        """Return a conversation with a problem to be played."""
        conversation = cls()
        conversation.playing.start(as_played(problem), problem)
        return conversation

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; whatever goes wrong is an answer too."""
        return reply(request, ASKS, self._ask)

    def _ask(self, ask: str, arguments: dict[str, Any]) -> Any:
        places: list[tuple[Asks, Any]] = [
            (OF_PLAY, self.playing),
            (OF_LANES, self.lanes),
            (OF_DRAFTS, self.drafts),
        ]
        place = next((place for asks, place in places if ask in asks), choices)
        method: Callable[..., Any] = getattr(place, ask)
        return method(**arguments)


class Lanes:
    """Up to four searches by their numbers, from 0; most answers are those of ``Session``."""

    def __init__(self) -> None:
        self._lanes: dict[int, Lane] = {}

    def take(self, problem: ProblemLike, *search: Any, **options: Any) -> None:
        """Watch a problem in the first lane; the other arguments go to ``Search``."""
        self._lanes[0] = Lane.of(problem, *search, **options)

    def configuration(self) -> Configuration:
        """Return how the first lane searches."""
        return self._lane(0).how

    def open(self, lane: int = 0, **request: Any) -> dict[str, Any]:
        """Open a lane in place of its old search; see ``protocol.open_session``.

        A lane that cannot be opened is closed: nobody asked for its old search.
        """
        if not 0 <= lane < MOST:
            raise InputError(f"lane {lane}: expected 0 to {MOST - 1}")
        self.close(lane)
        self._lanes[lane] = opened = Lane.opened(request)
        return opened.session.position()

    def close(self, lane: int = 0) -> dict[str, Any]:
        """Forget a lane, if it is open."""
        self._lanes.pop(lane, None)
        return {}

    def __getattr__(self, ask: str) -> Any:
        """Return the function that answers a request of one session, in the lane that it names."""
        if ask not in OF_SESSION:
            raise AttributeError(ask)

        def answer(lane: int = 0, **arguments: Any) -> Any:
            session = self._lane(lane).session
            at = arguments.pop("node", None)
            given = () if at is None else (at,)
            return getattr(session, ask)(*given, **arguments)

        return answer

    def _lane(self, number: Any) -> Lane:
        if not isinstance(number, int) or number not in self._lanes:
            raise InputError(f'lane {number!r} is not open: ask "open" first')
        return self._lanes[number]

    def _chosen(self, numbers: Sequence[Any]) -> list[Lane]:
        return [self._lane(number) for number in numbers]

    def tree(self, lane: int = 0) -> dict[str, Any]:
        """Return the tree around the node in hand."""
        return tree(self._lane(lane).session)

    def curves(self, lane: int = 0, points: int = MOST_POINTS) -> dict[str, Any]:
        """Return f and the frontier over the steps."""
        return curves(self._lane(lane).session, points)

    def truth(self, node: int, lane: int = 0) -> dict[str, Any]:
        """Return h* of a node; see ``truth.Truth``."""
        return self._lane(lane).truth.of(node)

    def jump(self, to: str, lane: int = 0, **more: Any) -> dict[str, Any]:
        """Go on to the next step at which something happens; see ``Jumps.to``."""
        return self._lane(lane).jumps.to(to, **more)

    def flood(self, since: int, waiting_since: int, lane: int = 0) -> dict[str, Any] | None:
        """Return what a search did since a step, cell by cell; None if its states are no cells.

        See ``Flood.part``; at most 20,000 steps at once.
        """
        flood = self._lane(lane).session.recording.flood
        if min(since, waiting_since) < 0:
            raise InputError(f"flood since {min(since, waiting_since)}: expected 0 or more")
        return None if flood is None else flood.part(since, waiting_since, MOST_STEPS)

    def way(self, lane: int = 0, node: int | None = None, solution: int | None = None) -> list[int]:
        """Return the cells on the way to a node, or to a state of the solution."""
        session = self._lane(lane).session
        number = getattr(session.trace.problem, "cell_number", None)
        if number is None:
            raise InputError("way: expected a problem whose states are cells")
        return [number(state) for state in session.states_to(node, solution)]

    def table(self, lanes: Sequence[Any]) -> dict[str, Any]:
        """Return the table of the searches that have ended; see ``tables``."""
        return downloads.table_data(self._chosen(lanes))

    def differences(self, lanes: Sequence[Any]) -> dict[str, Any]:
        """Return where two searches differ; see ``differences``."""
        if len(lanes) != 2:
            raise InputError(f"differences of {len(lanes)} lanes: expected two")
        return differences(*(lane.session for lane in self._chosen(lanes)))

    def download(
        self, what: str, lanes: Sequence[Any] = (0,), node: int | None = None
    ) -> dict[str, str]:
        """Return a file to keep; see ``downloads``."""
        return downloads.download(what, self._chosen(lanes), node)


@cache
def _conversation() -> PageConversation:
    return PageConversation()


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_conversation().answer(json.loads(request)), allow_nan=False)
