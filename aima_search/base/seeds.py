"""Random generators, made from the argument ``seed`` of many functions."""

from __future__ import annotations

import random
from operator import index
from typing import Any, TypeAlias, cast

Seed: TypeAlias = Any  # None, an int, a str, a random.Random or a numpy Generator


def random_source(seed: Seed = None) -> random.Random:
    """Return the random generator for a seed, which is an int, a text, a generator or None.

    A ``random.Random`` is returned unchanged. None means Python's global generator, so that
    ``random.seed(...)`` reproduces a run. For a numpy Generator, a new ``random.Random`` is
    returned; its seed is drawn with the numpy Generator.
    """
    if seed is None or seed is random:
        return cast("random.Random", random)  # the module has the methods of a generator
    if isinstance(seed, random.Random):
        return seed
    if isinstance(seed, str):
        return random.Random(seed)
    if hasattr(seed, "integers"):  # a numpy Generator
        return random.Random(int(seed.integers(2**63)))
    try:
        return random.Random(index(seed))
    except TypeError:
        raise TypeError(
            f"seed is {seed!r}: expected None, an int, a str, a random.Random or a numpy Generator"
        ) from None


def is_source(value: object) -> bool:
    """Return True if a value is a text or a random generator; both can be used as seeds."""
    return isinstance(value, str | random.Random) or value is random or hasattr(value, "integers")
