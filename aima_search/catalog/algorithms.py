"""An algorithm with its options, as one text: ``weighted-astar(weight=2)``. Never evaluated.

spec   := name | name '(' option (',' option)* ')'
option := name '=' value       a part without '=' continues the value before it, as the numbers
                               of a schedule do: annealing(schedule=20, 0.005, 100, seed=1)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import write_value
from aima_search.base.errors import InputError
from aima_search.catalog.expressions import NAME, split_list

_SPEC = re.compile(rf"\s*({NAME})\s*\((.*)\)\s*", re.ASCII | re.DOTALL)
_OPTION = re.compile(rf"({NAME})\s*=(.*)", re.ASCII | re.DOTALL)


def parse_algorithm(text: str) -> tuple[Algorithm, dict[str, Any]]:
    """Return the algorithm that a text names, and the values of its options.

    UnknownName for a name that is not known, InputError for a value that an option does not take.

    >>> algorithm, options = parse_algorithm("weighted-astar(weight=1.50)")
    >>> algorithm.name, options
    ('weighted-astar', {'weight': 1.5})
    """
    match = None
    if isinstance(text, str) and re.search(r"[(),=]", text):
        match = _SPEC.fullmatch(text)
        if match is None:
            raise _error(text)
    if match is None:
        return ALGORITHMS.get(text), {}
    algorithm = ALGORITHMS.get(match[1])
    texts = _texts(text, match[2])
    try:
        return algorithm, algorithm.read_options(texts)
    except InputError as error:
        raise InputError(f"algorithm {text!r}: {error}") from None


def write_algorithm(name: str, options: Mapping[str, Any]) -> str:
    """Return the text that ``parse_algorithm`` reads.

    >>> write_algorithm("beam", {"k": "4", "walk": "10"})
    'beam(k=4, walk=10)'
    """
    given = ", ".join(f"{option}={text}" for option, text in options.items())
    return f"{name}({given})" if given else name


def join_options(
    algorithm: str, own: Mapping[str, Any], others: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options that stand in the text ``algorithm`` and the options given next to it.

    An option that is given in both places needs the same value in both.
    """
    for name in own.keys() & others.keys():
        if own[name] != others[name]:
            raise InputError(
                f"algorithm {algorithm!r}: {name} is given as {write_value(others[name])} too:"
                " expected one of them"
            )
    return {**own, **others}


def _texts(text: str, inside: str) -> dict[str, str]:
    """Return the texts of the options by their names."""
    texts: dict[str, str] = {}
    name = ""
    for part in split_list(inside):
        option = _OPTION.fullmatch(part)
        if option is not None:
            name = option[1]
            if name in texts:
                raise InputError(f"algorithm {text!r}: {name} is given twice: expected it once")
            texts[name] = option[2].strip()
        elif name and "=" not in part:
            texts[name] += f", {part}"
        else:
            raise _error(text)
    if not texts:
        raise _error(text)
    return texts


def _error(text: str) -> InputError:
    return InputError(
        f"algorithm {text!r}: expected a name, or a name with options such as"
        " weighted-astar(weight=2)"
    )
