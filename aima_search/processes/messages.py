"""Messages between a parent process and its child process, and both ends of the connection.

A message is sent as a *frame*: a mark, the length of the content, its checksum, and the content. If
another program writes into the pipe, the reader finds a bad frame.
"""

from __future__ import annotations

import json
import os
import queue
import select
import signal
import struct
import sys
import threading
from contextlib import suppress
from typing import IO, Any
from zlib import crc32

from aima_search.processes.process_tree import start_keeper

LONGEST = 64 * 2**20  # the largest number of bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")
_AT_ONCE = 2**16  # the number of bytes to read at once, which is the size of a pipe on Linux


class BadFrame(Exception):
    """The received bytes are not a valid message, or the message is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Write ``content`` as one message to a pipe; raise OSError if the other end is closed."""
    rest = memoryview(_frame(content))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _frame(content: bytes) -> bytes:
    return _HEADER.pack(_MARK, len(content), crc32(content)) + content


class MessageReader:
    """Reads messages from a pipe. ``longest``: the largest number of bytes of a message."""

    def __init__(self, descriptor: int, longest: int = LONGEST) -> None:
        self._descriptor, self._longest = descriptor, longest
        self._received = bytearray()

    def next(self) -> bytes | None:
        """Return the next message, or None at the end of the pipe. Invalid bytes raise BadFrame."""
        while (content := self.take()) is None:
            if not self.receive():
                return None
        return content

    def receive(self) -> bool:
        """Wait for bytes and keep them. Return False at the end of the pipe."""
        part = os.read(self._descriptor, _AT_ONCE)
        if not part and self._received:
            raise BadFrame(f"only {bytes(self._received[:20])!r}")
        self._received += part
        return bool(part)

    def take(self) -> bytes | None:
        """Return the next message if all its bytes were received, else None."""
        received, start = self._received, _HEADER.size
        if len(received) < start:
            return None
        mark, length, checksum = _HEADER.unpack_from(received)
        if mark != _MARK or length > self._longest:
            raise BadFrame(f"{bytes(received[:start])!r}")
        if len(received) < start + length:
            return None
        content = bytes(received[start : start + length])
        del received[: start + length]
        if crc32(content) != checksum:
            raise BadFrame(f"{content[:20]!r}")
        return content


class PollingConnection:
    """The parent's two pipes to a child. They are polled, so reads and writes never block."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes], longest: int) -> None:
        self._streams = requests, answers
        self._requests, self._answers = requests.fileno(), answers.fileno()
        os.set_blocking(self._requests, False)
        self._unsent = memoryview(b"")
        self._messages = MessageReader(self._answers, longest)

    def send(self, content: bytes) -> None:
        """Send what fits into the pipe; ``receive`` sends the rest while it waits for an answer."""
        self._unsent = memoryview(bytes(self._unsent) + _frame(content))
        self._write()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._requests, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # the child has ended, as ``receive`` will find out
            self._unsent = memoryview(b"")

    def receive(self, seconds: float) -> bytes | None:
        """Return the next message, or None if it is not complete after ``seconds``.

        Raise EOFError at the end of the pipe, and BadFrame for invalid bytes.
        """
        content = self._messages.take()
        if content is None:
            poll = select.poll()
            poll.register(self._answers, select.POLLIN)
            if self._unsent:
                poll.register(self._requests, select.POLLOUT)
            ready = [descriptor for descriptor, _ in poll.poll(1000 * seconds)]
            if self._requests in ready:
                self._write()
            if self._answers in ready:
                if not self._messages.receive():
                    raise EOFError
                content = self._messages.take()
        return content

    def close(self) -> None:
        """Close both pipes. Afterwards, no other method may be called."""
        for stream in self._streams:
            with suppress(OSError):
                stream.close()


class ThreadedConnection:
    """Replaces ``PollingConnection`` on Windows: one thread writes, and one thread reads.

    Each thread closes its own pipe. It is not safe to close a pipe while a thread uses it.
    """

    def __init__(self, requests: IO[bytes], answers: IO[bytes], longest: int) -> None:
        self._is_closed = False
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._received: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
        self._is_wanted = threading.Semaphore()  # so that only one message is read ahead
        threading.Thread(target=self._write, args=(requests,), daemon=True).start()
        threading.Thread(target=self._read, args=(answers, longest), daemon=True).start()

    def send(self, content: bytes) -> None:
        """Send a message."""
        self._unsent.put(content)

    def _write(self, requests: IO[bytes]) -> None:
        with suppress(OSError), requests:  # OSError: the child has ended
            while (content := self._unsent.get()) is not None:
                write_frame(requests.fileno(), content)

    def receive(self, seconds: float) -> bytes | None:
        """Return the next message, as ``PollingConnection.receive`` does."""
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
        messages = MessageReader(answers.fileno(), longest)
        with suppress(OSError), answers:
            try:
                while self._is_wanted.acquire() and not self._is_closed:
                    if (content := messages.next()) is None:
                        break
                    self._received.put(content)
            except BadFrame as error:
                end = error
        self._received.put(end)

    def close(self) -> None:
        """Close both pipes. Afterwards, no other method may be called."""
        self._is_closed = True
        self._unsent.put(None)
        self._is_wanted.release()


def connect(
    requests: IO[bytes], answers: IO[bytes], longest: int
) -> PollingConnection | ThreadedConnection:
    """Return the parent's connection to a child process, which uses these two pipes.

    longest: the largest number of bytes of a message from the child.
    """
    kind = PollingConnection if hasattr(select, "poll") else ThreadedConnection  # for Windows
    return kind(requests, answers, longest)


class ParentConnection:
    """Reads the parent's requests from standard input, and writes answers to standard output.

    All other output of this process is discarded. A forked copy of this process cannot answer.
    """

    def __init__(self) -> None:
        """Take over standard input and output, ignore Ctrl-C, and end when the parent ends."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._messages = MessageReader(self._requests)
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
        return self._messages.next()

    def answer(self, content: bytes) -> None:
        """Answer the last request. If this process is a forked copy, it kills itself instead."""
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
