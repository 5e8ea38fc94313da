"""The limits of a search: time, expanded nodes and memory.

To add a limit, add a field to ``Limits``: commands, files, outcomes and messages use its LimitKind.
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
from aima_search.base.option import WHOLE, Option, is_number, shortest

_GIB = 2**30
_UNITS = {"": 1, "b": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def _is_whole_float(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


@dataclass(frozen=True)
class LimitKind:
    """Describes one field of ``Limits``, such as the time limit."""

    status: str  # the outcome of a search that the limit stops
    quantity: str  # what is limited, such as "expansions", for messages
    option: Option
    words: Callable[[Any], str]  # formats a value for people
    more: float  # a message that advises a higher limit suggests at least this value
    counts: str = ""  # the attribute of a step to compare with the limit; "" for time and memory
    metavar: str = ""  # the placeholder for the value in help texts
    write: Callable[[float], float | str] = shortest  # formats a value for an option


def _limit(*facts: Any, **more_facts: Any) -> Any:
    return field(default=None, metadata={"limit": LimitKind(*facts, **more_facts)})


@dataclass(frozen=True)
class Limits:
    """Limits on one search; None means no limit.

    Parameters
    ----------
    seconds
        Wall-clock time in seconds, including the preparation of the heuristic. A library call
        checks the time at every step, and while it computes a table or checks the solution. So the
        call ends at most one expansion after the limit. A command can stop at any point, even while
        it reads the board (on Linux, also in C code). It can take 10 % and 0.2 s longer than the
        limit: with a limit of 10 s, it ends after at most 11.2 s.
    nodes
        Number of expansions; for a local search, number of iterations.
    memory
        Memory of the whole process: bytes, or a text such as "1GiB"; accurate to about 10 %.

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
        for name, value in self.given().items():
            if not (is_number(value) and value >= 0):
                raise InputError(f"limit {name}={value!r}: expected a number from 0 up")
            if LIMITS[name].option.kind == WHOLE:
                if value % 1 != 0:  # true for infinity, too
                    raise InputError(
                        f"limit {name}={value!r}: expected a whole number, or None for no limit"
                    )
                object.__setattr__(self, name, int(value))

    @property
    def bytes(self) -> int | None:
        """The memory limit in bytes, or None if there is no memory limit."""
        assert not isinstance(self.memory, str)
        return self.memory

    def given(self) -> dict[str, float]:
        """Return a dict from name to value, with only the limits that are not None."""
        values = {name: getattr(self, name) for name in LIMITS}
        return {name: value for name, value in values.items() if value is not None}


LIMITS: dict[str, LimitKind] = {limit.name: limit.metadata["limit"] for limit in fields(Limits)}
"""Every limit by the name of its field."""


def most_jobs() -> int:
    """Return the largest number of worker processes that a user may ask for."""
    return max(8, 4 * (os.cpu_count() or 1))


def check_jobs(jobs: int) -> int:
    """Return the number of worker processes; raise InputError if this machine cannot run them."""
    if jobs != 1:
        need(f"jobs={jobs}", PROCESSES)
    if not 1 <= jobs <= most_jobs():
        raise InputError(f"jobs={jobs}: expected 1 to {most_jobs()} processes on this machine")
    return jobs


def limits_in_words(limits: Limits) -> str:
    """Return limits as a text, such as "10 s, 2,000,000 expansions, 2.0 GiB"."""
    texts = [LIMITS[name].words(value) for name, value in limits.given().items()]
    return ", ".join(texts) or "none"


def parse_size(text: str) -> int:
    """Return the number of bytes that a text such as "512MiB", "1g" or "4096" means."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", text, re.ASCII | re.I)
    if match is None:
        raise InputError(f"memory size {text!r}: expected a number and a unit, such as 512MiB")
    size = float(match[1]) * _UNITS[match[2].lower()]
    if size > 2**63:
        raise InputError(f"memory size {text!r}: expected at most 8 EiB")
    return int(size)


def format_size(size: float) -> str:
    """Return a number of bytes as a text with a unit, such as "1.5 MiB"."""
    for unit in ("B", "KiB", "MiB"):
        if abs(size) < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"


class LimitReached(BaseException):
    """Raised to end a search at a limit. ``status`` is the outcome, such as "time-limit".

    ``owner`` is the object that set the limit. A search catches only the exception of its own
    limit. The base class is not Exception, so that ``except Exception`` in a heuristic does not
    catch LimitReached.
    """

    def __init__(self, status: str, owner: object = None) -> None:
        super().__init__(status)
        self.status, self.owner = status, owner


_scopes: ContextVar[tuple[ref[LimitScope], ...]] = ContextVar("limit_scopes", default=())


class LimitScope:
    """Limits for a ``with`` block: ``check`` raises LimitReached if a limit is reached.

    ``__enter__`` returns True if the block is inside another LimitScope's block. Scopes are weakly
    referenced: if Ctrl-C interrupts ``__exit__``, the scope ends when it is garbage-collected.
    """

    __slots__ = ("__weakref__", "check")

    def __init__(self, check: Callable[[], object] = lambda: None) -> None:
        self.check = check

    def __enter__(self) -> bool:
        outer = [scope for scope in _scopes.get() if scope() is not None]
        _scopes.set((*outer, ref(self)))
        return bool(outer)

    def __exit__(self, *_: object) -> None:
        _scopes.set(tuple([scope for scope in _scopes.get() if scope() not in (None, self)]))


def check_limits() -> None:
    """Raise LimitReached if the limit of an enclosing LimitScope is reached."""
    for reference in _scopes.get():
        scope = reference()
        if scope is not None:
            scope.check()
