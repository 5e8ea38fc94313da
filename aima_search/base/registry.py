"""Registry: names to things, with nearest-name hints; behind algorithms, puzzles, heuristics.

Also the names of packages that import nothing before it is used.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dis import opname
from functools import cache, partial
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.extras import import_whole
from aima_search.base.limits import LimitReached

EntryT = TypeVar("EntryT")


def origin_of(thing: Any) -> str:
    """Return the file of a class or a function, or its module if it has no file."""
    name = getattr(thing, "__module__", None) or "an unknown module"
    return getattr(sys.modules.get(name), "__file__", None) or str(name)


class Registry(Generic[EntryT]):
    """A named collection to which plug-ins add.

    Before a name counts as missing, the file of that name in the bundled ``package`` is imported,
    or the file ``module`` there, and then ``load`` is called. synonyms: names by other names.

    >>> fruit = Registry("fruit")
    >>> fruit.register("apple", 1)
    >>> fruit.get("aple")
    Traceback (most recent call last):
    aima_search.base.errors.UnknownName: unknown fruit 'aple': did you mean 'apple'?
    """

    def __init__(
        self,
        kind: str,
        load: Callable[[], None] = lambda: None,
        package: str = "",
        module: str = "",
    ) -> None:
        self.kind, self._load, self._package, self._module = kind, load, package, module
        self.synonyms: dict[str, str] = {}  # in small letters, without "-" and "_"
        self._entries: dict[str, EntryT] = {}
        self._origins: dict[str, str] = {}
        _everyone.append(self)

    def register(self, name: str, entry: EntryT, origin: str = "") -> None:
        """Add an entry, or replace the entry of that name (a notebook cell run again).

        origin: where the entry comes from; InputError if the name has another origin already.
        """
        if not name or name != name.strip():
            raise InputError(f"{self.kind} name {name!r}: expected a name without outer blanks")
        before = self._origins.setdefault(name, origin)
        if before != origin:
            raise InputError(
                f"{self.kind} {name!r}: registered by {origin}, and before by {before}: expected"
                " a name that nobody has taken"
            )
        self._entries[name] = entry

    def get(self, name: str) -> EntryT:
        """Return an entry; an unknown name raises UnknownName with the nearest known one."""
        if (entry := self.find(name)) is None:
            meant = self.synonyms.get(str(name).lower().replace("-", "").replace("_", ""), "")
            raise UnknownName(self.kind, name, self._entries, meant)
        return entry

    def find(self, name: str) -> EntryT | None:
        """Return an entry, None if nobody has registered the name."""
        if name not in self._entries and self._package:
            load_bundled(self._package, self._module or name)
        if name not in self._entries:
            self._load()
        return self._entries.get(name)

    def origin(self, name: str) -> str:
        """Return where an entry comes from, "" if nobody said so."""
        return self._origins.get(name, "")

    def take_back(self, known: Container[str], origins: Container[str]) -> None:
        """Take out the entries that are not known, unless they come from one of the origins."""
        for name in [one for one in self._entries if one not in known]:
            if self._origins[name] not in origins:
                del self._entries[name], self._origins[name]

    def put_first(self, names: Iterable[str]) -> None:
        """Order entries as these names, before all others, whatever was imported first."""
        first = {name: self._entries[name] for name in names if name in self._entries}
        rest = {name: one for name, one in self._entries.items() if name not in first}
        self._entries.clear()
        self._entries.update(first | rest)

    def names(self) -> list[str]:
        """Return the names in the order of registration."""
        self._load()
        return list(self._entries)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())


_everyone: list[Registry[Any]] = []


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Import in this block: what a module registered before it failed is taken back."""
    before = {id(one): set(one._entries) for one in _everyone}
    try:
        yield
    except BaseException:
        modules = list(sys.modules.items())
        there = {name for pair in modules for name in (pair[0], getattr(pair[1], "__file__", ""))}
        for one in _everyone:
            one.take_back(before.get(id(one), ()), there)
        raise


def import_when_used(package: str, name: str, load: Callable[[], None] = lambda: None) -> Any:
    """Return what a package offers under a name, for its ``__getattr__``; "__all__" are the names.

    A package offers what its ``__init__`` imports for type checkers, ``from home import one as
    name``: the one list of its names. A name is imported when it is first used; ``load`` is
    called before a name counts as missing.
    """
    homes = names_when_used(package)
    if name == "__all__":
        return sorted(homes)
    if name in homes:
        home, its_name = homes[name]
        setattr(sys.modules[package], name, getattr(import_whole(home), its_name))
    elif not name.startswith("__"):
        load()
    try:
        return vars(sys.modules[package])[name]
    except KeyError:
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from None


def offer_when_used(
    package: str, load: Callable[[], None] = lambda: None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package; see ``import_when_used``."""

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names_when_used(package)})

    return partial(import_when_used, package, load=load), names


@cache
def names_when_used(package: str) -> Mapping[str, tuple[str, str]]:
    """Return the names that a package offers, each with its module and its name there."""
    loader: Any = sys.modules[package].__loader__
    import ast  # slow to import, and not every start needs it

    return {
        alias.asname: (str(node.module), alias.name)
        for block in ast.parse(loader.get_source(package)).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }


# Finds the installed packages that bring puzzles, heuristics and algorithms.
#
# A plug-in announces a module as an entry point of the group ``aima_search.puzzles``,
# ``aima_search.heuristics`` or ``aima_search.algorithms``; importing the module registers what it
# brings. The packages ``puzzles`` and ``heuristics`` next to this one are always known, also from
# a checkout that is not installed: a file of theirs is imported when its name is asked for, and
# all of them with the plug-ins. A user's file of the same name is neither run nor hidden:
# ``import`` goes on to find it.


GROUPS = {
    "aima_search.algorithms": "",
    "aima_search.puzzles": "puzzles",
    "aima_search.heuristics": "heuristics",
}
"""The groups of entry points, each with its package next to this package, "" if it has none."""

COMMANDS = "aima_search.commands"
"""The group of commands, each ``name = module:function``: companions announce theirs in it.

``list NAME`` is no command, but a function of its own that ``aima-search list NAME`` calls.
"""

INSTALLATION = Path(__file__).resolve().parents[2]


class PluginError(SearchError, ImportError):
    """A plug-in that could not be imported."""


class PluginWarning(UserWarning):
    """Something is the matter with a plug-in, and everything else works."""


class NameClash(PluginWarning):
    """A user's file has the name of a plug-in; says what the name means."""


class BrokenPlugin(PluginWarning):
    """A stranger's plug-in could not be imported; says why."""


_loading = RLock()


def load_plugins() -> None:
    """Import every plug-in once; a stranger's plug-in that fails is reported, and left out.

    Other threads wait meanwhile: they would find packages of which a part is imported.
    """
    with _loading:
        load_plugins_once()


@cache
def load_plugins_once() -> None:
    """Import every plug-in, whatever other threads do."""
    clashes = _Clashes()
    try:
        for group, module, folder in _announced():
            try:
                with all_or_nothing():
                    clashes.load(module, folder)
            except BaseException as error:
                if _is_from_outside(error):
                    raise
                message = (
                    f"plug-in {module!r} (entry point of {group}) failed to import:"
                    f" {type(error).__name__}: {error}"
                )
                if module in GROUPS.values():
                    raise PluginError(message) from error
                warnings.warn(" ".join(message.split()), BrokenPlugin, stacklevel=2)
    finally:
        clashes.give_back()


def _is_from_outside(error: BaseException) -> bool:
    """Return True for a limit, and for a Ctrl-C of the user rather than of the module itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not isinstance(error, KeyboardInterrupt):
        return isinstance(error, LimitReached)
    return opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] != "RAISE_VARARGS"


def load_bundled(package: str, name: str) -> None:
    """Import the file of a bundled package that has the name, or its part before the first "-".

    Nothing is imported if there is no such file, or if a user's file hides the package.
    """
    if package in _left_out:
        return
    module = name.partition("-")[0]
    folder = INSTALLATION / package
    if module.isidentifier() and any(folder.glob(f"{module}*")):
        spec = find_spec(package)
        if spec is not None and spec.origin == str(folder / "__init__.py"):
            with suppress(ModuleNotFoundError):
                importlib.import_module(f"{package}.{module}")


def has_plugins() -> bool:
    """Tell whether an installed package brings more than this one does."""
    return any(module not in GROUPS.values() for _, module, _ in _announced())


def leave_out(packages: Iterable[str]) -> None:
    """Load no plug-in of these packages; to be called in a process that has loaded none yet."""
    _left_out.update(packages)


_left_out: set[str] = set()


def is_announced(origin: str) -> bool:
    """Tell whether a file belongs to the engine or to a plug-in: every process finds these."""
    return any(
        name.split(".")[0] in _packages()
        for name, module in list(sys.modules.items())
        if getattr(module, "__file__", None) == origin
    )


@cache
def _packages() -> set[str]:
    return {"aima_search", *(module.split(".")[0] for _, module, _ in _announced())}


def _announced() -> Iterator[tuple[str, str, Path | None]]:
    """Yield group, module and folder of every plug-in; a stranger's takes no name of ours."""
    for group, bundled in GROUPS.items():
        if bundled and bundled not in _left_out:
            yield group, bundled, INSTALLATION
    points = [one for one in _entry_points() if one.module.partition(".")[0] not in _left_out]
    for group, bundled in GROUPS.items():
        folders: dict[str, Path | None] = {}
        for point in points:
            if point.group == group and point.module != bundled:
                folders.setdefault(point.module, point.folder)
        for module, folder in sorted(folders.items(), key=lambda entry: entry[0]):
            yield group, module, folder


def announced_commands() -> dict[str, str]:
    """Return "module:function" of each command that an installed package announces, by its name.

    A checkout announces what its setup.cfg says now, whatever it said when it was installed.
    """
    points = [*_entry_points_of_checkout(), *_entry_points()]
    return {point.name: point.value for point in reversed(points) if point.group == COMMANDS}


class _EntryPoint(NamedTuple):
    group: str
    name: str
    value: str
    folder: Path | None

    @property
    def module(self) -> str:
        """The module of the value: ``module:attribute [extras]``."""
        return self.value.partition("[")[0].partition(":")[0].strip()


@cache
def _entry_points() -> list[_EntryPoint]:
    found = _entry_points_of_folders()
    return list(_entry_points_of_metadata()) if found is None else found


def _entry_points_of_checkout() -> list[_EntryPoint]:
    from configparser import ConfigParser

    settings = ConfigParser()
    settings.read(INSTALLATION / "setup.cfg", encoding="utf-8")
    lines = settings.get("options.entry_points", COMMANDS, fallback="").splitlines()
    pairs = [line.partition("=") for line in lines if line]
    return [
        _EntryPoint(COMMANDS, name.strip(), value.strip(), INSTALLATION) for name, _, value in pairs
    ]


def _entry_points_of_metadata() -> Iterator[_EntryPoint]:
    """Yield the entry points of our groups, as Python's own module finds them."""
    from importlib.metadata import entry_points

    for group in (*GROUPS, COMMANDS):
        for point in entry_points(group=group):
            folder = None if point.dist is None else Path(str(point.dist.locate_file("")))
            yield _EntryPoint(group, point.name, point.value, folder)


def _entry_points_of_folders() -> list[_EntryPoint] | None:
    """Return the same from the files that pip wrote, in a tenth of the time.

    None if packages lie in something else than folders.
    """
    if any(
        finder is not PathFinder and hasattr(finder, "find_distributions")
        for finder in sys.meta_path
    ):
        return None
    found: list[_EntryPoint] = []
    seen: set[str] = set()
    for place in sys.path:
        if place.endswith(".egg") or os.path.isfile(place):
            return None
        for info in sorted(Path(place).glob("*.*-info")):
            package = info.stem.partition("-")[0].replace(".", "_").lower()
            if package not in seen:  # the first is what is imported
                seen.add(package)
                found += _entry_points_of(info)
    return found


def _entry_points_of(info: Path) -> Iterator[_EntryPoint]:
    """Yield the entry points of our groups that a package announces in its folder of facts."""
    try:
        lines = (info / "entry_points.txt").read_text(encoding="utf-8").splitlines()
    except OSError:  # most packages announce nothing
        return
    group = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            group = line.strip("[]").strip()
        elif group in (*GROUPS, COMMANDS) and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield _EntryPoint(group, name.strip(), value.strip(), info.parent)


class _Clashes:
    """Modules with the same name as a plug-in, put aside while the plug-ins are loaded."""

    def __init__(self) -> None:
        self._aside: dict[str, ModuleType] = {}
        self._files: dict[str, str] = {}  # by the name that they share with a plug-in

    def load(self, module: str, folder: Path | None) -> None:
        """Import a module from the folder, or as Python finds it if the folder lacks it."""
        name = module.partition(".")[0]
        spec = None if folder is None else PathFinder.find_spec(name, [str(folder)])
        if spec is not None and spec.origin is not None:
            self._put_aside(name, spec.origin)
            if name not in sys.modules:
                _execute(name, spec)
        importlib.import_module(module)
        if module in GROUPS.values():
            if not hasattr(sys.modules[module], "load_all"):
                raise ImportError(_overwritten(module))
            sys.modules[module].load_all()
        if name in self._files:
            _load_all_of(sys.modules[name])

    def give_back(self) -> None:
        """Let the names mean what they meant before, and warn of them."""
        for name, file in self._files.items():
            sys.modules.pop(name, None)
            warnings.warn(
                f"{file} has the same name as the package {name!r} with plug-ins for aima-search:"
                f" 'import {name}' means your file, and everything in the package is known as well",
                NameClash,
                stacklevel=2,
            )
        sys.modules.update(self._aside)

    def _put_aside(self, name: str, origin: str) -> None:
        """Put aside a module of the name that does not come from ``origin``; note its file."""
        found: ModuleType | ModuleSpec | None = sys.modules.get(name) or PathFinder.find_spec(name)
        file = getattr(found, "__file__" if isinstance(found, ModuleType) else "origin", None)
        if file is not None and Path(file).resolve() == Path(origin).resolve():
            return
        taken = [one for one in sys.modules if one == name or one.startswith(f"{name}.")]
        aside = {one: sys.modules.pop(one) for one in taken}
        if file is not None:  # a folder without an __init__ has no file
            self._aside.update(aside)
            self._files[name] = file


def _overwritten(package: str) -> str:
    """Return what has been installed over one of our packages, and what to do."""
    from importlib.metadata import distributions

    file = f"{package}/__init__.py"
    others = [
        f"{one.metadata['Name']} {one.version}"
        for one in distributions()
        if one.metadata["Name"] != "aima-search" and file in map(str, one.files or ())
    ]
    by = " and ".join(dict.fromkeys(others)) or "something else"
    return (
        f"{by} was installed over the package {package!r} of aima-search: uninstall it, and install"
        " aima-search again with pip install --force-reinstall --no-deps"
    )


def _load_all_of(package: ModuleType) -> None:
    """Import what a package would import later: its name will then lead to another module."""
    from pkgutil import walk_packages  # slow to import

    for module in walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
        with suppress(ImportError):  # something is not installed: reported when it is used
            importlib.import_module(module.name)


def _execute(name: str, spec: ModuleSpec) -> None:
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
