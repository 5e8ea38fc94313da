"""The pipe to a submission's process: messages with a limit on length, and on how long they take.

Whoever is at the other end may send anything, a byte at a time, or nothing, and may not read.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from aima_search.lab.workers.frames import HEADER_SIZE, check_content, frame_of, parse_header

LONGEST = 4 * 2**20  # bytes of an answer
_LOOK_EVERY = 0.02  # seconds

Late: TypeAlias = Callable[[], bool]
"""Tells whether it has taken too long."""


class Closed(Exception):
    """The other end has closed the pipe."""


class TooLate(Exception):
    """A message was not there, or was not taken, in time."""


class Channel:
    """Sends and receives frames; ``look`` is called now and then while it waits."""

    def __init__(self, into: int, out_of: int, look: Callable[[], object]) -> None:
        self._into, self._out_of, self._look = into, out_of, look
        self._ahead = bytearray()  # what was read beyond a message
        os.set_blocking(into, False)
        os.set_blocking(out_of, False)

    def send(self, content: bytes, is_late: Late) -> None:
        """Send a message before it is late."""
        left = memoryview(frame_of(content))
        while left:
            try:
                left = left[os.write(self._into, left) :]
            except BlockingIOError:
                self._wait(self._into, select.POLLOUT, is_late)
            except OSError:
                raise Closed from None

    def receive(self, is_late: Late) -> bytes:
        """Return the next message; BadFrame for what is none, or one that is too long."""
        header = self._read(HEADER_SIZE, is_late)
        length, checksum = parse_header(header, LONGEST)
        return check_content(self._read(length, is_late), length, checksum)

    def close(self) -> None:
        """Close this end of what it reads from."""
        with suppress(OSError):
            os.close(self._out_of)

    def _read(self, length: int, is_late: Late) -> bytes:
        while len(self._ahead) < length:
            try:
                part = os.read(self._out_of, 2**16)
            except BlockingIOError:
                self._wait(self._out_of, select.POLLIN, is_late)
                continue
            except OSError:
                raise Closed from None
            if not part:
                raise Closed
            self._ahead += part
            if len(self._ahead) < length and is_late():
                raise TooLate
        content = bytes(self._ahead[:length])
        del self._ahead[:length]
        return content

    def _wait(self, descriptor: int, event: int, is_late: Late) -> None:
        """Wait until there is something to do; TooLate at the end."""
        poll = select.poll()
        poll.register(descriptor, event)
        while not poll.poll(1000 * _LOOK_EVERY):
            if is_late():
                raise TooLate
            self._look()
