"""Messages between the laboratory and its workers: framed, so that nothing else passes for one.

A frame is a mark, the length of the content and its checksum, then the content. Whatever a
heuristic writes in between is found out, instead of being taken for an answer.
"""

from __future__ import annotations

import os
import struct
from zlib import crc32

HEADER_SIZE = 12
_MARK = b"AIMA"
_HEADER = struct.Struct(">4sII")
_LONGEST = 64 * 2**20  # bytes of a message


class BadFrame(Exception):
    """Something that is no message came where one was expected."""


def frame_of(content: bytes) -> bytes:
    """Return the frame of a message."""
    return _HEADER.pack(_MARK, len(content), crc32(content)) + content


def parse_header(header: bytes, longest: int = _LONGEST) -> tuple[int, int]:
    """Return length and checksum of the content to come; BadFrame where there is none to come."""
    mark, length, checksum = _HEADER.unpack(header)
    if mark != _MARK or length > longest:
        raise BadFrame(f"{header!r}")
    return length, checksum


def check_content(content: bytes, length: int, checksum: int) -> bytes:
    """Return a message as it was sent; BadFrame for anything else."""
    if len(content) < length or crc32(content) != checksum:
        raise BadFrame(f"{content[:20]!r}")
    return content


def write_frame(descriptor: int, content: bytes) -> None:
    """Send a message whole; OSError where nobody reads."""
    frame = memoryview(frame_of(content))
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def read_frame(descriptor: int) -> bytes | None:
    """Return the next message, None at the end; BadFrame for anything else."""
    header = _read(descriptor, HEADER_SIZE)
    if not header:
        return None
    if len(header) < HEADER_SIZE:
        raise BadFrame(f"{header[:20]!r} and then the end")
    length, checksum = parse_header(header)
    return check_content(_read(descriptor, length), length, checksum)


def _read(descriptor: int, length: int) -> bytes:
    """Return so many bytes, fewer only at the end."""
    parts = []
    while length and (part := os.read(descriptor, min(length, 2**20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
