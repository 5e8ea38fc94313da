"""The rooms of the engine: imports run down one list, and no import goes up.

Imports inside of functions and those for type checkers count like all others.
"""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from tests.sources import nodes_of

ENGINE = Path(__file__).parent.parent / "aima_search"

ORDER = [  # from the top; the rooms of one line do not know each other
    "__main__ lab grade web",
    "apps",
    "cli",
    "trace",
    "checks simpleai",
    "made",
    "runs",
    "search2e",
    "search2020 search4e utils2020",
    "search utils",
    "textbook analysis",
    "catalog",
    "compiled",
    "algorithms",
    "model",
    "display processes",
    "base",
]
RANK = {room: rank for rank, line in enumerate(ORDER) for room in line.split()}
CONSTANTS = {"__version__"}  # of the package itself, for every room


def room_of(module):
    """Return the room of ``aima_search.room.file``, or of a path in the engine."""
    return module.split(".")[1] if "." in module else "__init__"


def imports_of(path):
    """Yield (module, is inside of a function) of each import of the engine's modules."""
    nodes = nodes_of(path)
    functions = [
        range(node.lineno, node.end_lineno + 1)
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = names if node.module == "aima_search" else [node.module]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        for module in modules:
            if module.split(".")[0] == "aima_search":
                yield module, any(node.lineno in function for function in functions)


def for_type_checkers(path):
    """Return the modules that a file imports for type checkers only."""
    blocks = [
        node
        for node in nodes_of(path)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {
        node.module
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
    }


FILES = [path for path in sorted(ENGINE.rglob("*.py")) if path != ENGINE / "__init__.py"]


def wrong_imports(path):
    """Yield what is wrong with the imports of a file, a line each."""
    here = path.relative_to(ENGINE).with_suffix("").parts[0]
    for module, _ in imports_of(path):
        there = room_of(module)
        if there == here or there in CONSTANTS:
            continue
        if not RANK[there] > RANK[here]:
            yield f"{path}: {here} is not above {there} ({module})"


def test_imports_run_downwards():
    assert [fault for path in FILES for fault in wrong_imports(path)] == []


def test_every_room_has_its_place_and_no_place_is_made_up():
    there = {path.relative_to(ENGINE).with_suffix("").parts[0] for path in FILES}
    assert there == RANK.keys()


SHOW_THEMSELVES = {
    "aima_search.display.scene",
    "aima_search.runs.result",
    "aima_search.runs.compare",
    "aima_search.trace.trace",
}
"""Modules of values that ask, when they are shown, for what draws or writes them."""

MODULES = {
    ".".join(path.relative_to(ENGINE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in FILES
}


def direct_imports(name, path):
    """Return the modules that a module asks for, without those that only show it."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            full = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            found |= full or {node.module} & MODULES.keys()
    if name in SHOW_THEMSELVES:
        shown = {module for module, is_lazy in imports_of(path) if is_lazy}
        found -= shown | for_type_checkers(path)
    return found - {name}


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: direct_imports(name, path) for name, path in MODULES.items()}
    TopologicalSorter(graph).prepare()  # a CycleError names the modules of a circle
