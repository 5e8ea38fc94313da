"""The process of a session: requests on standard input, answers on its output, a frame each.

The first frame tells the memory limit. What a reader's own heuristic prints goes nowhere, and
what it forks never answers.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from typing import Any

from aima_search.lab.workers import protocol
from aima_search.lab.workers.frames import read_frame, write_frame
from aima_search.lab.workers.settling import (
    bound_memory,
    stay_within_reach,
    take_standard_streams,
)
from aima_search.trace.protocol import VERSION, fault

LONGEST_ANSWER = 48 * 2**20  # bytes; 100,000 nodes as a file, the longest answer, are a third


def main() -> None:
    """Answer requests until standard input ends."""
    stay_within_reach()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    requests, answers = take_standard_streams()
    from aima_search.plugins import load_plugins
    from aima_search.web.desk import Desk

    load_plugins()
    answer = Desk().answer
    own = os.getpid()
    write_frame(answers, protocol.ready(own))
    bound_memory(json.loads(read_frame(requests) or b"{}").get("memory"))
    while (content := read_frame(requests)) is not None:
        told = encoded_answer(answer, content)
        if os.getpid() != own:  # a heuristic has forked: nobody waits for this process
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(answers, told)


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
