"""The process of a session from inside: answers the requests of one page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from aima_search.processes.memory import bound_memory
from aima_search.processes.parent import Parent
from aima_search.trace.protocol import VERSION, fault

LONGEST_ANSWER = 48 * 2**20  # bytes; the longest answer, 100,000 nodes as a file, is a third


def main(memory: int) -> None:
    """Answer requests until the server asks no more; memory: bytes that allocation may reach."""
    server = Parent()
    from aima_search.apps.play.conversation import PageConversation
    from aima_search.base.registry import load_plugins

    load_plugins()
    answer = PageConversation().answer
    bound_memory(memory)
    server.greet()
    while (content := server.next()) is not None:
        server.answer(encoded_answer(answer, content))


def encoded_answer(answer: Callable[[Any], Any], content: bytes) -> bytes:
    """Return the answer to a request, both as JSON; whatever goes wrong is an answer too."""
    request: Any = None
    try:
        request = json.loads(content)
        told = json.dumps(answer(request), allow_nan=False).encode()
        if len(told) <= LONGEST_ANSWER:
            return told
        message = f"an answer of {len(told):,} bytes: expected at most {LONGEST_ANSWER:,}"
        error: dict[str, Any] = {"kind": "TooLarge", "message": message}
    except BaseException as raised:  # a heuristic can raise anything, in its construction too
        error = fault(raised)
    known = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
    return json.dumps({"version": VERSION, **known, "error": error}).encode()
