"""What is searched: a folder is a puzzle, a file is shared support.

Every folder with an ``__init__`` is imported here, which registers its puzzle, and its public
names are available from this package: adding a puzzle needs no edit.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

_folders = [
    import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg
]
_public = {name: getattr(folder, name) for folder in _folders for name in folder.__all__}


def __getattr__(name: str) -> Any:
    try:
        return _public[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return sorted([*globals(), *_public])
