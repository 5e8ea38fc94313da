"""Sets of numbers, called *places*, as integers; bit ``i`` is 1 if ``i`` is in the set."""

from __future__ import annotations

from collections.abc import Iterable


def places_of(mask: int) -> list[int]:
    """Return the positions of the 1 bits in ``mask``, lowest first.

    >>> places_of(0b10110)
    [1, 2, 4]
    """
    places = []
    while mask:  # from the top, because the highest bit of a long integer is found fast
        place = mask.bit_length() - 1
        places.append(place)
        mask ^= 1 << place
    places.reverse()
    return places


def bits_of(mask: int) -> list[int]:
    """Return each 1 bit of ``mask`` as a number of its own, lowest first.

    >>> bits_of(0b10110)
    [2, 4, 16]
    """
    bits = []
    while mask:
        lowest = mask & -mask
        bits.append(lowest)
        mask ^= lowest
    return bits


def first_place(mask: int) -> int:
    """Return the position of the lowest 1 bit; ``mask`` must not be 0."""
    return (mask & -mask).bit_length() - 1


def mask_of(places: Iterable[int]) -> int:
    """Return the integer that has its 1 bits at these positions."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def union_of(masks: Iterable[int]) -> int:
    """Return the bitwise "or" of the masks."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def has_several(mask: int) -> bool:
    """Return True if ``mask`` has at least two 1 bits."""
    return mask & mask - 1 != 0
