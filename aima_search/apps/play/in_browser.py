"""The conversation inside a browser: a worker of the exported page asks it by text.

One worker, one conversation; both end together.
"""

from __future__ import annotations

import json
from functools import cache

from aima_search.apps.play.conversation import PageConversation


@cache
def _conversation() -> PageConversation:
    return PageConversation()


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_conversation().answer(json.loads(request)), allow_nan=False)
