"""Messages between a parent process and its child process, and both ends of the connection.

A message is sent as a *frame*: a mark, the length, the checksum, and the content.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any
from zlib import crc32

from aima_search.processes.process_tree import start_keeper

LONGEST = 64 * 2**20  # the largest number of bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")


class BadFrame(Exception):
    """The received bytes are not a valid message, or the message is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Write ``content`` as one message to a pipe; raise OSError if the other end is closed."""
    rest = memoryview(_HEADER.pack(_MARK, len(content), crc32(content)) + content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_frames(descriptor: int, longest: int = LONGEST) -> Iterator[bytes]:
    """Yield the messages from a pipe until its end. Invalid or too long messages raise BadFrame."""
    pipe = open(descriptor, "rb", closefd=False)  # noqa: SIM115  # never closed
    while header := pipe.read(_HEADER.size):
        mark, length, checksum = _HEADER.unpack(header.ljust(_HEADER.size))
        if mark != _MARK or length > longest:
            raise BadFrame(f"{header!r}")
        content = pipe.read(length)
        if len(content) < length or crc32(content) != checksum:
            raise BadFrame(f"{content[:20]!r}")
        yield content


class ChildConnection:
    """The parent's two pipes to a child. Threads write and read them, so no method blocks.

    longest: the largest number of bytes of a message from the child. Each thread closes its pipe,
    because the number of a closed pipe may be reused at once.
    """

    def __init__(self, requests: IO[bytes], answers: IO[bytes], longest: int) -> None:
        self._is_closed = False
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._received: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
        self._is_wanted = threading.Semaphore()  # so that only one message is read ahead
        threading.Thread(target=self._write, args=(requests,), daemon=True).start()
        threading.Thread(target=self._read, args=(answers, longest), daemon=True).start()

    def send(self, content: bytes) -> None:
        """Send a message, as soon as the child reads it."""
        self._unsent.put(content)

    def _write(self, requests: IO[bytes]) -> None:
        with suppress(OSError), requests:  # OSError: the child has ended
            while (content := self._unsent.get()) is not None:
                write_frame(requests.fileno(), content)

    def receive(self, seconds: float) -> bytes | None:
        """Return the next message, or None if it is not complete after ``seconds``.

        Raise EOFError at the end of the pipe, and BadFrame for invalid bytes.
        """
        try:
            content = self._received.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(content, Exception):
            self._received.put(content)  # for the next call
            raise content
        self._is_wanted.release()
        return content

    def _read(self, answers: IO[bytes], longest: int) -> None:
        end: Exception = EOFError()
        messages = read_frames(answers.fileno(), longest)
        with suppress(OSError), answers:
            try:
                while self._is_wanted.acquire() and not self._is_closed:
                    if (content := next(messages, None)) is None:
                        break
                    self._received.put(content)
            except BadFrame as error:
                end = error
        self._received.put(end)

    def close(self) -> None:
        """Close both pipes as soon as the threads stop using them."""
        self._is_closed = True
        self._unsent.put(None)
        self._is_wanted.release()


class ParentConnection:
    """Reads the parent's requests from standard input, and writes answers to standard output.

    All other output of this process is discarded. A forked copy of this process cannot answer.
    """

    def __init__(self) -> None:
        """Take over standard input and output, ignore Ctrl-C, and end when the parent ends."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._messages = read_frames(self._requests)
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
        return next(self._messages, None)

    def answer(self, content: bytes) -> None:
        """Answer the last request. Kill a forked copy of this process that tries to answer."""
        if os.getpid() != self._own:
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(self._answers, content)


def _end_with_parent() -> None:
    if hasattr(os, "fork"):
        start_keeper()
    else:
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
