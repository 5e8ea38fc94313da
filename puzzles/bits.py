"""Sets of numbers, called *places*, as integers; bit ``i`` is 1 if ``i`` is in the set."""

from __future__ import annotations

from collections.abc import Iterable


def places_of(mask: int) -> list[int]:
    """Return the places in a set, lowest first.

    >>> places_of(0b10110)
    [1, 2, 4]
    """
    places = []
    while mask:
        lowest = mask & -mask
        places.append(lowest.bit_length() - 1)
        mask ^= lowest
    return places


def bits_of(mask: int) -> list[int]:
    """Split a set into sets that contain one place each, the lowest place first.

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
    """Return the lowest place of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def mask_of(places: Iterable[int]) -> int:
    """Return the set that contains these places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def union_of(masks: Iterable[int]) -> int:
    """Return the union of these sets."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def has_several(mask: int) -> bool:
    """Return True if a set has at least two places."""
    return mask & mask - 1 != 0
