"""The desk inside of a browser: a worker of the exported page asks it by text.

One worker, one desk; both end together.
"""

from __future__ import annotations

import json
from functools import cache

from aima_search.web.desk import Desk


@cache
def _desk() -> Desk:
    return Desk()


def answer(request: str) -> str:
    """Return the answer to a request; both are JSON."""
    return json.dumps(_desk().answer(json.loads(request)), allow_nan=False)
