"""Everything that can go wrong in a search, under one base class.

Each error is also the built-in exception its users would expect, so that
``except ValueError`` and ``except SearchError`` both work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class SearchError(Exception):
    """Base of every error this package raises on purpose."""

    _arguments: tuple[Any, ...] = ()  # of the constructor, if it makes the message of them

    def __reduce__(self) -> Any:
        return (type(self), self._arguments) if self._arguments else super().__reduce__()


MAX_MESSAGE = 500  # characters; the contents of a board may be as long as a file


class InputError(SearchError, ValueError):
    """A value, an option or a file that cannot be used; says what was expected instead."""

    def __init__(self, message: str = "") -> None:
        super().__init__(_shortened(message))


def _shortened(text: str) -> str:
    """Return a text without its middle if it is longer than a message may be."""
    half = MAX_MESSAGE // 2
    return f"{text[:half]} ... {text[-half:]}" if len(text) > MAX_MESSAGE else text


def shown(value: object) -> str:
    """Return a value as Python writes it, in words if it is a number that Python does not write."""
    try:
        return repr(value)
    except ValueError:
        return "of thousands of digits"


class BoardError(InputError):
    """A board, or its text, that cannot be used; says where on it and what was expected."""


class UnknownName(SearchError, LookupError):
    """A name that is not registered; says which known name is nearest.

    >>> str(UnknownName("heuristic", "manhatan", ["manhattan", "zero"]))
    "unknown heuristic 'manhatan': did you mean 'manhattan'?"
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], meant: str = "") -> None:
        from difflib import get_close_matches  # slow to import, and used only here

        known = sorted(known)
        near = [meant] if meant else None
        if not meant and isinstance(name, str):
            near = get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known) or 'none'}"
        super().__init__(f"unknown {kind} {_shortened(shown(name))}: {hint}")
        self.name, self.known = name, known
        self._arguments = (kind, name, known, meant)


class ExpressionError(SearchError, ValueError):
    """A heuristic expression that does not parse; says at which character."""


class ProblemError(SearchError, TypeError, ValueError):
    """A problem without a method, or whose method returned something else than expected."""


class HeuristicError(SearchError, TypeError):
    """A heuristic that is missing, or that returned something other than a number."""


class CostError(SearchError, ValueError):
    """Costs that define no cheapest path: not numbers, or negative around a cycle."""


class NotApplicable(SearchError, ValueError):
    """An algorithm or heuristic that cannot work on the given problem; says what it needs."""


class MissingMethod(SearchError, NotImplementedError):
    """A puzzle was asked for something that its class does not define; names the method."""


class WrongAnswer(SearchError):
    """A solution that did not survive its replay by the problem's rules."""


class MissingModule(SearchError, ImportError):
    """Something that a plain installation can do, but not this Python, such as a browser's."""

    def __init__(self, what: str, modules: Sequence[str]) -> None:
        super().__init__(
            f"{what} needs {' and '.join(modules)}, which this Python lacks: run it in an"
            " aima-search that pip has installed, outside of the browser"
        )
        self._arguments = (what, modules)


class MissingExtra(SearchError, ImportError):
    """An optional dependency that is not installed; ``extra`` brings it, by ``command``.

    failure: why it cannot be imported, although it is installed.
    """

    def __init__(self, module: str, extra: str, command: str, failure: str = "") -> None:
        state = f"cannot be imported ({failure})" if failure else "is not installed"
        super().__init__(
            f"this needs {module}, which {state}; the extra {extra!r} brings it: {command}"
        )
        self._arguments = (module, extra, command, failure)


class MissingCompanion(SearchError):
    """A command whose package is not installed: a companion that was left out."""

    def __init__(self, command: str, package: str) -> None:
        super().__init__(
            f"the command {command!r} belongs to {package}, which is not installed here: install"
            " the whole package again, with the extra that its page names"
        )
        self._arguments = (command, package)


def add_note(error: BaseException, text: str) -> None:
    """Add a text to an error of somebody else's code; before Python 3.11 as its cause."""
    if text in notes_of(error):
        return
    if hasattr(error, "add_note"):
        error.add_note(text)
    elif error.__cause__ is None:
        error.__cause__ = ProblemError(text)


def notes_of(error: BaseException) -> list[str]:
    """Return the texts that were added to an error."""
    cause = error.__cause__
    return [*getattr(error, "__notes__", [str(cause)] if isinstance(cause, ProblemError) else [])]


def with_notes(error: BaseException) -> str:
    """Return the text of an error, and those that were added to it."""
    return "; ".join([str(error), *notes_of(error)])
