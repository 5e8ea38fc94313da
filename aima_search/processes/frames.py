"""Messages between two processes (frames), with a checksum that reveals other data in the pipe.

A frame consists of a mark, the length of the content, the checksum of the content, and the content.
So the reader notices if another program has written into the pipe.
"""

from __future__ import annotations

import os
import struct
from zlib import crc32

LONGEST = 64 * 2**20  # the largest number of bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")


class BadFrame(Exception):
    """The received bytes are not a message, or the message is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Write ``content`` as one message to a pipe; raise OSError if the other end is closed."""
    frame = memoryview(_HEADER.pack(_MARK, len(content), crc32(content)) + content)
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def read_frame(descriptor: int, longest: int = LONGEST) -> bytes | None:
    """Read the next message from a pipe; None at its end. Raise BadFrame for other bytes."""
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
    """Return ``length`` bytes, or fewer at the end of the stream."""
    parts = []
    while length and (part := os.read(descriptor, min(length, 2**20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
