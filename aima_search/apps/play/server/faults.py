"""Refusals of the server itself, as data like every other answer of the page's protocol."""

from __future__ import annotations

import json

from aima_search.runs.outcomes import INTERRUPTED
from aima_search.trace.protocol import VERSION


class Refusal(Exception):
    """The refusal of a request: ``kind`` is for programs, ``status`` is HTTP's."""

    def __init__(self, http_status: int, kind: str, message: str, outcome: str = "") -> None:
        super().__init__(message)
        self.http_status = http_status
        self.fault = {"kind": kind, "message": message}
        if outcome:
            self.fault["status"] = outcome

    def body(self) -> bytes:
        """Return the refusal as an answer."""
        return json.dumps({"version": VERSION, "error": self.fault}).encode()


def stopped() -> Refusal:
    """Return the refusal of a request that somebody has stopped."""
    return Refusal(409, "Ended", "stopped", INTERRUPTED)


def expired(message: str, outcome: str = "") -> Refusal:
    """Return the refusal of a session that has ended; the page can go on in a new session."""
    return Refusal(410, "Expired", message, outcome)
