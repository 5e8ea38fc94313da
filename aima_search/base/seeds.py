"""The source of chance: one rule for the ``seed`` of every random function.

``seed=None`` is Python's global generator, as in the textbook's module, so that
``random.seed(...)`` reproduces a run; with any other seed the global generator is not touched.
"""

from __future__ import annotations

import random
from operator import index
from typing import Any, TypeAlias, cast

Seed: TypeAlias = Any
"""None, an int, a str, a random.Random or a numpy Generator."""


def random_source(seed: Seed = None) -> random.Random:
    """Return the generator that ``seed`` stands for.

    A ``random.Random`` is used as it is, and goes on from its present state; one number drawn from
    a numpy Generator seeds a generator of Python.

    >>> random_source(7).random() == random_source(7).random()
    True
    """
    if seed is None or seed is random:
        return cast("random.Random", random)  # the module offers the methods of a generator
    if isinstance(seed, random.Random):
        return seed
    if isinstance(seed, str):
        return random.Random(seed)
    if hasattr(seed, "integers"):  # a numpy Generator, without importing numpy
        return random.Random(int(seed.integers(2**63)))
    try:
        return random.Random(index(seed))
    except TypeError:
        raise TypeError(
            f"seed is {seed!r}: expected None, an int, a str, a random.Random or a numpy Generator"
        ) from None


def is_source(value: object) -> bool:
    """Tell whether a value is a seed of Python but no number: see ``random_source``."""
    is_python = isinstance(value, str | random.Random) or value is random
    return is_python or hasattr(value, "integers")
