"""The conversation: answers whatever the page asks, one request after the other.

The envelope is that of ``aima_search.trace.protocol``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aima_search.apps.play import choices, drawing, rules
from aima_search.apps.play.drawing import ASKS as OF_DRAWING
from aima_search.apps.play.games.playing import ASKS as OF_PLAY
from aima_search.apps.play.games.playing import Playing, as_played
from aima_search.apps.play.lanes import ASKS as OF_LANES
from aima_search.apps.play.lanes import Lanes
from aima_search.apps.play.rules import ASKS as OF_RULES
from aima_search.apps.play.study import painting
from aima_search.apps.play.study.drafts import ASKS as OF_DRAFTS
from aima_search.apps.play.study.drafts import Drafts
from aima_search.apps.play.study.painting import ASKS as OF_PAINTING
from aima_search.model.contract import ProblemLike
from aima_search.trace.protocol import Asks, reply

OF_CHOICES: Asks = {
    "catalog": {},
    "options": {"algorithm": str, "options": dict},
    "puzzle": {"puzzle": str},
    "board": {"puzzle": str, "board?": str, "settings?": dict},
    "generate": {"puzzle": str, "seed": int, "options?": dict},
}
ASKS: Asks = {
    **OF_CHOICES,
    **OF_RULES,
    **OF_DRAWING,
    **OF_PLAY,
    **OF_LANES,
    **OF_DRAFTS,
    **OF_PAINTING,
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
            (OF_RULES, rules),
            (OF_DRAWING, drawing),
            (OF_PAINTING, painting),
            (OF_PLAY, self.playing),
            (OF_LANES, self.lanes),
            (OF_DRAFTS, self.drafts),
        ]
        place = next((place for asks, place in places if ask in asks), choices)
        method: Callable[..., Any] = getattr(place, ask)
        return method(**arguments)
