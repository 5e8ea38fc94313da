"""Messages between a parent process and its child process, and the child's end of the connection.

A message is sent as a *frame*: a mark, the length of the content, its checksum, and the content. If
another program writes into the pipe, the reader finds a bad frame.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
from typing import Any
from zlib import crc32

from aima_search.processes.process_tree import start_keeper

LONGEST = 64 * 2**20  # the largest number of bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")


class BadFrame(Exception):
    """The received bytes are not a valid message, or the message is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Write ``content`` as one message to a pipe; raise OSError if the other end is closed."""
    frame = memoryview(_HEADER.pack(_MARK, len(content), crc32(content)) + content)
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def read_frame(descriptor: int, longest: int = LONGEST) -> bytes | None:
    """Return the next message of a pipe, or None at the end; raise BadFrame for invalid bytes."""
    header = _read(descriptor, _HEADER.size)
    if not header:
        return None
    if len(header) < _HEADER.size:
        raise BadFrame(f"only {header[:20]!r}")
    mark, length, checksum = _HEADER.unpack(header)
    if mark != _MARK or length > longest:
        raise BadFrame(f"{header!r}")
    content = _read(descriptor, length)
    if len(content) < length or crc32(content) != checksum:
        raise BadFrame(f"{content[:20]!r}")
    return content


def _read(descriptor: int, length: int) -> bytes:
    parts = []
    while length and (part := os.read(descriptor, min(length, 2**20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


class ParentConnection:
    """Reads the parent's requests from standard input, and writes answers to standard output.

    All other output of this process is discarded. A forked copy of this process cannot answer.
    """

    def __init__(self) -> None:
        """Take over standard input and output, ignore Ctrl-C, and end when the parent ends."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._own = os.getpid()

    def greet(self, **facts: Any) -> None:
        """Send ``facts`` to the parent process, to report that this process is ready."""
        write_frame(self._answers, json.dumps(facts).encode())

    def forget(self) -> None:
        """Close a connection that this process inherited when it was forked."""
        os.close(self._requests)
        os.close(self._answers)

    def next(self) -> bytes | None:
        """Return the parent's next request, or None if the parent sends no more requests."""
        return read_frame(self._requests)

    def answer(self, content: bytes) -> None:
        """Send an answer to the last request. A forked copy of this process is killed instead."""
        if os.getpid() != self._own:
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(self._answers, content)


def _end_with_parent() -> None:
    if hasattr(os, "fork"):
        start_keeper()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def _take_standard_streams() -> tuple[int, int]:
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # never closed
    return requests, answers
