"""A module that is imported when something is asked of it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for the module of its name; the first attribute asked for imports that.

    What has been asked for is kept, so that it is found as fast as in the module from then on.
    A star import of the textbook's module brings ``np``, which most scripts never touch.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # what tools ask of everything, to find what it wraps
            raise AttributeError(name)
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__name__))


np: Any = LazyModule("numpy")
