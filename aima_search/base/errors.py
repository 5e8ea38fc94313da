"""The exceptions of this package; all have the base class ``SearchError``.

Most errors also have a built-in base class, so that both ``except ValueError`` and
``except SearchError`` work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class SearchError(Exception):
    """The base class of every error that this package raises."""

    _arguments: tuple[Any, ...] = ()  # the constructor's arguments, if not only the message

    def __reduce__(self) -> Any:
        return (type(self), self._arguments) if self._arguments else super().__reduce__()


MAX_MESSAGE = 500  # characters; longer messages, for example with a board, are shortened


def _shortened(text: str) -> str:
    half = MAX_MESSAGE // 2
    return f"{text[:half]} ... {text[-half:]}" if len(text) > MAX_MESSAGE else text


class InputError(SearchError, ValueError):
    """A value, an option or a file that cannot be used."""

    def __init__(self, message: str = "") -> None:
        super().__init__(_shortened(message))


def shown(value: object) -> str:
    """Return ``repr(value)``, or a phrase if the value is an int with thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return "of thousands of digits"


class BoardError(InputError):
    """A board that cannot be used; the message says where the error is and what was expected."""


class UnknownName(SearchError, LookupError):
    """A name that is not known; the message suggests the most similar known name.

    ``otherwise``: a hint that the message shows if no known name is similar.

    >>> str(UnknownName("heuristic", "manhatan", ["manhattan", "zero"]))
    "unknown heuristic 'manhatan': did you mean 'manhattan'?"
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str], meant: str = "", otherwise: str = ""
    ) -> None:
        from difflib import get_close_matches  # slow to import

        known = sorted(known)
        near = [meant] if meant else None
        if not meant and isinstance(name, str):
            near = get_close_matches(name, known, n=1, cutoff=0.5)
        names = f"known: {', '.join(known) or 'none'}{otherwise and '; '}{otherwise}"
        hint = f"did you mean '{near[0]}'?" if near else names
        super().__init__(f"unknown {kind} {_shortened(shown(name))}: {hint}")
        self.name, self.known = name, known
        self._arguments = (kind, name, known, meant, otherwise)


class ExpressionError(SearchError, ValueError):
    """A heuristic expression that cannot be parsed; the message gives the character's position."""


class ProblemError(SearchError, TypeError, ValueError):
    """Raised if a problem lacks a method, or if a method returned an unexpected value."""


class HeuristicError(SearchError, TypeError):
    """A heuristic that is missing or cannot be used, or an h value that is not a usable number."""


class CostError(SearchError, ValueError):
    """A cost that is not a number, or a cycle with a negative total cost."""


class NotApplicable(SearchError, ValueError):
    """An algorithm or heuristic that cannot be used on the problem."""


class MissingOptionalMember(SearchError, NotImplementedError):
    """Raised if a call needs an optional method (such as ``scene``) that the puzzle lacks."""


class NotRegistered(SearchError, AttributeError):
    """Raised if code asks for the name of a puzzle class that is not registered."""


class InvalidSolution(SearchError):
    """A wrong solution; a check of its start, its actions or its goal has failed."""


class MissingModule(SearchError, ImportError):
    """A module that is not available here, for example because Python runs in a browser."""

    def __init__(self, what: str, modules: Sequence[str]) -> None:
        super().__init__(
            f"{what} needs {' and '.join(modules)}, which this Python does not have:"
            " install aima-search with pip, and run this outside of the browser"
        )
        self._arguments = (what, modules)


class MissingExtra(SearchError, ImportError):
    """An optional dependency that is not installed, or whose import fails.

    extra: the extra that installs the dependency. command: the shell command that installs the
    extra. failure: the error message of the import, or "" if the dependency is not installed.
    """

    def __init__(self, module: str, extra: str, command: str, failure: str = "") -> None:
        state = f"cannot be imported ({failure})" if failure else "is not installed"
        super().__init__(
            f"this needs {module}, which {state}; the extra {extra!r} installs it: {command}"
        )
        self._arguments = (module, extra, command, failure)


def add_note(error: BaseException, text: str) -> None:
    """Add ``text`` to an error as a note, or as its cause in Python 3.10 (which has no notes)."""
    if text in notes_of(error):
        return
    if hasattr(error, "add_note"):
        error.add_note(text)
    elif error.__cause__ is None:
        error.__cause__ = ProblemError(text)


def notes_of(error: BaseException) -> list[str]:
    """Return the notes that ``add_note`` added to an error."""
    cause = error.__cause__
    return [*getattr(error, "__notes__", [str(cause)] if isinstance(cause, ProblemError) else [])]


def with_notes(error: BaseException) -> str:
    """Return the message of ``error``, followed by its notes."""
    return "; ".join([str(error), *notes_of(error)])
