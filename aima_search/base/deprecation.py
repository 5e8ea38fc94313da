"""Old names that keep working for one release, with a DeprecationWarning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn_renamed(old: str, new: str, level: int = 3) -> None:
    """Warn that a name is deprecated; level: of the caller to blame, as in ``warnings.warn``."""
    message = f"{old} is deprecated and will be removed in the next release: use {new}"
    warnings.warn(message, DeprecationWarning, stacklevel=level)


def renamed_attribute(old: str, new: str) -> Any:
    """Return a property under the old name that reads and writes the attribute ``new``."""

    def read(self: Any) -> Any:
        warn_renamed(f"{type(self).__name__}.{old}", new)
        return getattr(self, new)

    def write(self: Any, value: Any) -> None:
        warn_renamed(f"{type(self).__name__}.{old}", new)
        setattr(self, new, value)

    return property(read, write)


def renamed_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module whose old names stand for new ones of the module.

    >>> __getattr__ = renamed_names(__name__, {"Sheet": "AnswerGrid"})
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(f"{module}.{name}", names[name])
        return getattr(sys.modules[module], names[name])

    return find
