"""The limits of a search: time, expanded nodes and memory.

To add a limit, add a field with a ``Limit`` to ``Limits``. The command line, grids, stores, files,
outcomes and messages use these fields. Long work runs in a ``LimitScope`` and calls
``check_limits`` from time to time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from typing import Any
from weakref import ref

from aima_search.base.errors import InputError
from aima_search.base.extras import PROCESSES, need
from aima_search.base.option import WHOLE, Option, shortest

_GIB = 2**30
_UNITS = {"": 1, "b": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def _is_whole_float(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


@dataclass(frozen=True)
class Limit:
    """The description of one limit.

    status: the outcome of a search that the limit ends. of: the limited quantity, for messages.
    option: the limit's option. words: returns a value in words. more: the least larger limit to
    suggest. counts: the number of a step that is limited, "" if it is not a number of steps.
    metavar: the name of the value on the command line, if the value may be a text. write: returns a
    value as an option or an argument accepts it.
    """

    status: str
    of: str
    option: Option
    words: Callable[[Any], str]
    more: float
    counts: str = ""
    metavar: str = ""
    write: Callable[[float], float | str] = shortest


def _limit(*facts: Any, **more_facts: Any) -> Any:
    """Return a field of ``Limits`` with its facts: the arguments of ``Limit``."""
    return field(default=None, metadata={"limit": Limit(*facts, **more_facts)})


@dataclass(frozen=True)
class Limits:
    """Limits on one search; None means no limit.

    Parameters
    ----------
    seconds
        Wall-clock time in seconds, including the preparation of the heuristic. A library call
        checks the time at every step, while it prepares a table, and while it checks the solution.
        So it ends at most one expansion after the limit. The command line ends a search at any
        point, within 10 % and 0.2 s, also while it reads the board; on Linux it also ends C code.
    nodes
        Number of expansions, or of iterations for local search.
    memory
        Memory of the whole process in bytes, or as a text such as "1GiB", kept within about 10 %.

    Examples
    --------
    >>> Limits(seconds=10, memory="1.5 GiB").memory
    1610612736
    """

    seconds: float | None = _limit(
        "time-limit",
        "time",
        Option("seconds", float, "Time limit in seconds."),
        "{:g} s".format,
        10,
    )
    nodes: int | None = _limit(
        "node-limit",
        "expansions",
        Option("nodes", int, "Largest number of nodes to expand.", accepts=_is_whole_float),
        "{:,} expansions".format,
        1_000_000,
        counts="expanded",
    )
    memory: int | str | None = _limit(
        "memory-limit",
        "memory",
        Option(
            "memory",
            int,
            "Memory limit, such as 2GiB.",
            accepts=lambda value: isinstance(value, str) or _is_whole_float(value),
        ),
        lambda size: format_size(size),
        _GIB,
        metavar="SIZE",
        write=lambda size: f"{size / _GIB:.1f}GiB",
    )

    def __post_init__(self) -> None:
        if isinstance(self.memory, str):
            object.__setattr__(self, "memory", parse_size(self.memory))
        for name in LIMITS:
            value = getattr(self, name)
            if value is None:
                continue
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not (is_number and value >= 0):
                raise InputError(f"limit {name}={value!r}: expected a number from 0 up")
            if LIMITS[name].option.kind == WHOLE:
                if value % 1 != 0:  # infinity too
                    raise InputError(
                        f"limit {name}={value!r}: expected a whole number, or None for no limit"
                    )
                object.__setattr__(self, name, int(value))

    @property
    def bytes(self) -> int | None:
        """The memory limit in bytes."""
        assert not isinstance(self.memory, str)
        return self.memory

    def given(self) -> dict[str, float]:
        """Return the values of the limits that are not None, by name."""
        values = {name: getattr(self, name) for name in LIMITS}
        return {name: value for name, value in values.items() if value is not None}


LIMITS: dict[str, Limit] = {limit.name: limit.metadata["limit"] for limit in fields(Limits)}
"""Every limit by the name of its field."""


def most_jobs() -> int:
    """Return the greatest sensible number of processes; more would only wait for each other."""
    return max(8, 4 * (os.cpu_count() or 1))


def check_jobs(jobs: int) -> int:
    """Return a number of worker processes; InputError if it is not possible on this machine."""
    if jobs != 1:
        need(f"jobs={jobs}", PROCESSES)
    if not 1 <= jobs <= most_jobs():
        raise InputError(f"jobs={jobs}: expected 1 to {most_jobs()} processes on this machine")
    return jobs


def limits_in_words(limits: Limits) -> str:
    """Return limits as a text.

    >>> limits_in_words(Limits(seconds=10, nodes=2_000_000, memory="2GiB"))
    '10 s, 2,000,000 expansions, 2.0 GiB'
    """
    texts = [LIMITS[name].words(value) for name, value in limits.given().items()]
    return ", ".join(texts) or "none"


def parse_size(text: str) -> int:
    """Return the number of bytes of a text like "512MiB", "1g" or "4096"."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", text, re.ASCII | re.I)
    if match is None:
        raise InputError(f"memory size {text!r}: expected a number and a unit, such as 512MiB")
    size = float(match[1]) * _UNITS[match[2].lower()]
    if size > 2**63:
        raise InputError("memory size: expected at most 8 EiB")
    return int(size)


def format_size(size: float) -> str:
    """Return a number of bytes as a text.

    >>> format_size(1610612736)
    '1.5 GiB'
    """
    for unit in ("B", "KiB", "MiB"):
        if abs(size) < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"


class LimitReached(BaseException):
    """Raised to end a search with the outcome ``status``; owner: the object that set the limit.

    A search catches the exception of its own limit. It is not an Exception, so that a heuristic
    with ``except Exception`` does not catch it.
    """

    def __init__(self, status: str, owner: object = None) -> None:
        super().__init__(status)
        self.status, self.owner = status, owner


_scopes: ContextVar[tuple[ref[LimitScope], ...]] = ContextVar("limit_scopes", default=())


class LimitScope:
    """The block of one search, table or check; ``with`` returns True if it is nested.

    check: raises LimitReached if a limit is reached; ``check_limits`` in the block calls it. Weak
    references remove a block that Ctrl-C interrupts at its beginning or end.
    """

    __slots__ = ("__weakref__", "check")

    def __init__(self, check: Callable[[], object] = lambda: None) -> None:
        self.check = check

    def __enter__(self) -> bool:
        outer = tuple(scope for scope in _scopes.get() if scope() is not None)
        _scopes.set((*outer, ref(self)))
        return bool(outer)

    def __exit__(self, *_: object) -> None:
        _scopes.set(tuple(scope for scope in _scopes.get() if scope() not in (None, self)))


def check_limits() -> None:
    """Raise LimitReached if a limit of an enclosing block is reached, the outermost first."""
    for reference in _scopes.get():
        scope = reference()
        if scope is not None:
            scope.check()
