"""Messages between processes: framed, so that nothing else passes for a message.

A frame is a mark, the length of the content and its checksum, then the content. Whatever somebody
else writes into the pipe is found out, instead of being taken for an answer.
"""

from __future__ import annotations

import os
import struct
from zlib import crc32

LONGEST = 64 * 2**20  # bytes of a message
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")


class BadFrame(Exception):
    """Bytes came that are not a message, or a message that is too long."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Send a message whole; OSError if nobody reads."""
    frame = memoryview(_HEADER.pack(_MARK, len(content), crc32(content)) + content)
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def read_frame(descriptor: int, longest: int = LONGEST) -> bytes | None:
    """Return the next message, None at the end; BadFrame for anything else."""
    header = _read(descriptor, _HEADER.size)
    if not header:
        return None
    if len(header) < _HEADER.size:
        raise BadFrame(f"{header[:20]!r} and then the end")
    mark, length, checksum = _HEADER.unpack(header)
    if mark != _MARK or length > longest:
        raise BadFrame(f"{header!r}")
    content = _read(descriptor, length)
    if len(content) < length or crc32(content) != checksum:
        raise BadFrame(f"{content[:20]!r}")
    return content


def _read(descriptor: int, length: int) -> bytes:
    """Return so many bytes, fewer only at the end."""
    parts = []
    while length and (part := os.read(descriptor, min(length, 2**20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
