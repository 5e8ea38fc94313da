"""Changes the imports of a program so that it uses this package in place of another search module.

The other module is the textbook's module, a copy of it, or ``simpleai``. If a name exists only in
the other module, the program still imports it from that module. The functions of a program's own
copy are compared with the textbook's by their *forms*. A form is a hash of a syntax tree without
docstrings. ``forms.txt`` lists all forms in the textbook's repository since 2016.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from hashlib import sha1
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from symtable import SymbolTable, symtable
from tokenize import detect_encoding
from types import ModuleType
from typing import Any

from aima_search.base.errors import InputError

LIBRARIES = {
    "aima.search": "search", "aima3.search": "search2020", "simpleai.search": "simpleai",
    "aima.utils": "utils", "aima3.utils": "utils2020",
}  # fmt: skip
"""A dict from modules of other packages to the modules of this package that replace them."""


@dataclass
class PortedProgram:
    """A script or a notebook with changed imports.

    text: the changed program. changes: triples (line number, old text, new text) of the changed
    imports. lacks: for each name that this package does not have, a similar name or "".
    by_hand: messages about changes that the user has to make. copies: a CopiedModule for each
    imported file that is a copy of the textbook's module. is_ported: True if the original
    program already imports this package.
    """

    file: Path
    text: str
    encoding: str
    changes: list[tuple[int, str, str]] = field(default_factory=list)
    lacks: dict[str, str] = field(default_factory=dict)
    by_hand: list[str] = field(default_factory=list)
    copies: dict[Path, CopiedModule] = field(default_factory=dict)
    is_ported: bool = False


def read_program(file: Path, copies: dict[str, CopiedModule]) -> PortedProgram:
    """Read a program, and make it import this package in place of the textbook's module."""
    text, encoding = read_python(file)
    program = PortedProgram(file, text, encoding)
    if file.suffix != ".ipynb":
        [program.text] = _ImportRewriter(program, copies, [text]).changed([text])
        return program
    try:
        notebook: Any = json.loads(text)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        texts = ["".join(cell["source"]) for cell in cells]
    except (ValueError, TypeError, KeyError):
        raise InputError(f"{file}: expected a notebook of format 4") from None
    python = [re.sub(r"(?m)^(\s*)[%!?].*$", r"\1pass", text) for text in texts]
    changed = _ImportRewriter(program, copies, python).changed(texts)
    for cell, new in zip(cells, changed, strict=True):
        cell["source"] = new.splitlines(keepends=True)
    program.text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    return program


class _ImportRewriter:
    def __init__(
        self, program: PortedProgram, copies: dict[str, CopiedModule], texts: list[str]
    ) -> None:
        self._program, self._copies = program, dict[str, CopiedModule | None](copies)
        self._trees = [parse_python(text, program.file) for text in texts]
        nodes = [node for tree in self._trees for node in ast.walk(tree)]
        program.is_ported = bool(
            re.search(r"(?m)^\s*(from|import) aima_search\b", "\n".join(texts))
        )
        self._used = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
        bound = set(dir(builtins))
        for node in nodes:
            if isinstance(node, ast.Name):
                (self._used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            bound.add(str(getattr(node, "asname", None) or getattr(node, "name", "")))
            bound.add(getattr(node, "arg", ""))
        self._free = {name for name in self._used - bound if "." not in name}
        stars = (node for node in nodes if isinstance(node, ast.ImportFrom) and _is_star(node))
        self._stars = [self._our_module(node.module or "") for node in stars]

    def changed(self, texts: list[str]) -> list[str]:
        """Return the ``texts`` with changed imports, and store each change in the PortedProgram."""
        start, written = 0, []
        for text, tree in zip(texts, self._trees, strict=True):
            lines = text.encode().splitlines(keepends=True)
            imports = [at for at in ast.walk(tree) if isinstance(at, ast.Import | ast.ImportFrom)]
            imports.sort(key=lambda node: (node.lineno, node.col_offset))
            found = [(node, [*self._replacements(node, start + node.lineno)]) for node in imports]
            for node, new in reversed(found):
                old = ast.unparse(node)
                end = node.end_lineno or node.lineno
                if new in ([], [old]):
                    continue
                before = lines[node.lineno - 1][: node.col_offset]
                joint = b"; " if before.strip() else b"\n" + before
                after = lines[end - 1][node.end_col_offset :]
                lines[node.lineno - 1 : end] = [before + joint.join(map(str.encode, new)) + after]
                self._program.changes.append((start + node.lineno, old, "; ".join(new)))
            written.append(b"".join(lines).decode())
            start += text.count("\n") + 1
        self._program.changes.sort()
        return written

    def _copy_of(self, module: str) -> CopiedModule | None:
        module = re.sub(r"\butils$", "search", module)
        file = self._program.file.parent / f"{module.replace('.', '/')}.py"
        if module not in self._copies and file.is_file():
            self._copies[module] = copy = read_copy(file)
            self._program.copies |= {file: copy} if copy else {}
        return self._copies.get(module)

    def _our_module(self, module: str) -> str:
        if copy := self._copy_of(module):
            return copy.utils if module.endswith("utils") else copy.module
        parts = module.split(".")  # simpleai.search.traditional is part of simpleai.search
        return LIBRARIES.get(module, "") or LIBRARIES.get(".".join(parts[:2]), "")

    def _replacements(self, node: ast.Import | ast.ImportFrom, line: int) -> Iterator[str]:
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if ours := self._our_module(module):
            yield from self._from_imports(node, ours)
            return
        modules = {alias: f"{module}.{alias.name}".strip(".") for alias in node.names}
        is_here = "search" in self._copies or self._program.file.with_name("search.py").is_file()
        if "search" in (module, *modules.values()) and not is_here:
            self._program.by_hand.append(
                f"line {line} imports search: give search.py to the command, too"
            )
        ours_by_alias = {alias: self._our_module(modules[alias]) for alias in node.names}
        names = ", ".join(modules.values())
        if any(ours_by_alias.values()):
            for alias, ours in ours_by_alias.items():
                name = alias.asname or alias.name
                if ours and self._is_replaceable(modules[alias], name, ours, line):
                    yield f"from aima_search import {ours}{f' as {name}' if name != ours else ''}"
                else:
                    yield ast.unparse(type(node)(**{**vars(node), "names": [alias]}))
        elif re.match(r"aima3?\b", names):
            self._program.by_hand.append(
                f"line {line} imports {names}: keep this import (for a name that is also in"
                " aima_search.search, import it from there)"
            )

    def _from_imports(self, node: Any, ours: str) -> Iterator[str]:
        if _is_star(node):
            theirs = self._theirs(node.module, self._stars, self._free, is_star=True)
        else:
            theirs = self._theirs(node.module, [ours], {alias.name for alias in node.names})
        written = {alias.name: ast.unparse(alias) for alias in node.names}
        if mine := [text for name, text in written.items() if name not in theirs]:
            yield f"from aima_search.{ours} import {', '.join(mine)}"
        modules = {name for name in theirs if name in sys.stdlib_module_names}
        # the star import also bound these modules
        yield from (f"import {name}" for name in sorted(modules))
        if theirs := theirs - modules:
            names = ", ".join(written.get(name, name) for name in sorted(theirs))
            yield f"from {'.' * node.level}{node.module} import {names}"

    def _is_replaceable(self, module: str, name: str, ours: str, line: int) -> bool:
        used = (text.removeprefix(f"{name}.") for text in self._used if text.startswith(f"{name}."))
        theirs = self._theirs(module, [ours], {text for text in used if "." not in text})
        if theirs or "." in name:
            first = f"from {module} import {', '.join(sorted(theirs))} and " if theirs else ""
            self._program.by_hand.append(
                f"line {line} imports {name} as a whole: write {first}from aima_search import"
                f" {ours}, and use the names from there"
            )
        return not theirs and "." not in name

    def _theirs(
        self, module: str, facades: list[str], used: set[str], *, is_star: bool = False
    ) -> set[str]:
        """Return the used names that must come from ``module``, not from this package."""
        ours = [import_module(f"aima_search.{name}") for name in facades if name]
        lacking = {name for name in used if not any(hasattr(home, name) for home in ours)} - {"*"}
        copy = self._copy_of(module)
        theirs = lacking if module in LIBRARIES and not is_star else set[str]()
        if copy is not None:
            theirs = lacking & copy.names
        if "" not in facades:  # a star import of another module brings unknown names
            known = [name for home in ours for name in dir(home)]
            for name in lacking - theirs:
                self._program.lacks[name] = next(iter(get_close_matches(name, known, n=1)), "")
        if copy is not None:
            is_meant = self._program.is_ported and not is_star
            differs = used & copy.differs.keys()
            theirs |= {name for name in differs if is_meant or not _is_search(copy.module, name)}
            self._program.by_hand += (
                f"{name}: {copy.differs[name]}; to use your copy, add: from {module} import {name}"
                for name in sorted(differs - theirs)
            )
        return theirs


def _is_star(node: ast.Import | ast.ImportFrom) -> bool:
    return node.names[0].name == "*"


def _is_search(module: str, name: str) -> bool:
    value = getattr(import_module(f"aima_search.{module}"), name, None)
    home = getattr(value, "__module__", "").removeprefix("aima_search.")
    return "search" in name or (name != "Problem" and home.startswith(("algorithms", "model")))


_SEARCHES = {"astar_search", "best_first_graph_search", "best_first_search", "graph_search"} | {
    *("breadth_first_graph_search", "breadth_first_search", "tree_search")
}


@dataclass(frozen=True)
class CopiedModule:
    """A copy of the textbook's module, compared with the original and with our module.

    module: our module that replaces the copy. names: all top-level names of the copy. changed: the
    functions, methods and data that were changed in the copy, such as "Node.expand". added: the
    names that are only in the copy. differs: a dict from names to messages about differences
    between the copy and our module. utils: our module that replaces the file ``utils.py`` next to
    the copy, or "".
    """

    module: str
    names: frozenset[str]
    changed: tuple[str, ...]
    added: tuple[str, ...]
    differs: dict[str, str]
    utils: str


def read_copy(file: Path) -> CopiedModule | None:
    """Read a copy of the textbook's module; return None if the file is not such a copy."""
    tree = parse_python(read_python(file)[0], file)
    own, beside = _parts_of(tree), file.with_name("utils.py")
    tops = {name.partition(".")[0] for name in own}
    if "Problem" not in tops or not _SEARCHES & tops:
        return None
    utils = parse_python(read_python(beside)[0], beside) if beside.is_file() else ast.Module([], [])
    whole = ast.Module([*utils.body, *tree.body], [])
    parts = _parts_of(whole)
    module = _module_of(parts, tree)
    ours = import_module(f"aima_search.{module}")
    known = forms() if module in ("search", "search2020") else {}  # versions of 2016 and later
    changed = tuple(n for n in parts if n in known and form_of(parts[n]) not in known[n])
    added, helpers = _added(own, ours), _parts_of(utils).items()
    differs = _differences(own, ours) | _changes(whole, [*changed, *added])
    has_utils = any(form_of(part) in forms().get(name, ()) for name, part in helpers)
    replaces_utils = ("utils" if module == "search" else "utils2020") * has_utils
    return CopiedModule(module, _names_of(whole), changed, added, differs, replaces_utils)


def _changes(module: ast.Module, changed: list[str]) -> dict[str, str]:
    """Return {name: message} for all names of a module that depend on code in ``changed``."""
    loads: dict[str, set[str]] = {}
    for part in module.body:
        inside = _globals(symtable(ast.unparse(part), "", "exec"))
        for name in _names_of(ast.Module([part], [])):
            loads.setdefault(name, set()).update(inside)
    changes = {}
    for name in loads:
        found, waiting = set[str](), {name}
        while waiting:
            found |= waiting
            waiting = {other for top in waiting for other in loads.get(top, ())} - found
        if parts := [part for part in changed if part.partition(".")[0] in found]:
            changes[name] = f"your copy changed {', '.join(parts)}"
    return changes


def _globals(table: SymbolTable) -> set[str]:
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return own.union(*map(_globals, table.get_children()))


def _differences(parts: dict[str, ast.AST], ours: ModuleType) -> dict[str, str]:
    differs = {}
    for name, part in parts.items():
        if isinstance(part, ast.FunctionDef) and isfunction(mine := getattr(ours, name, None)):
            takes, here = [arg.arg for arg in part.args.args], [*signature(mine).parameters]
            if any(arg in here and here.index(arg) != at for at, arg in enumerate(takes)):
                differs[name] = f"takes ({', '.join(takes)}) in your copy, here ({', '.join(here)})"
    annealing = ast.walk(parts.get("simulated_annealing", ast.Pass()))
    if any(isinstance(at, ast.Return) and isinstance(at.value, ast.Name) for at in annealing):
        differs["simulated_annealing"] = "returns a node in your copy, here the state of this node"
    return differs


def read_python(file: Path) -> tuple[str, str]:
    """Return the text of a Python file, with unchanged line ends, and the file's encoding."""
    data = file.read_bytes()
    try:
        encoding, _ = detect_encoding(iter(data.splitlines(keepends=True)).__next__)
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: expected a text in UTF-8: {error}") from None


def parse_python(text: str, file: Path) -> ast.Module:
    """Return the syntax tree of a Python 3 program; raise InputError if the program has errors."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # for example the warning about "\d"
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise InputError(
            f"{file}{line}: {getattr(error, 'msg', error)}: expected Python 3; if this is a program"
            " for Python 2, convert it first"
        ) from None


@cache
def forms() -> dict[str, list[str]]:
    """Return {name: hashes of all its known versions} for the textbook's functions and methods."""
    lines = Path(__file__).with_name("forms.txt").read_text(encoding="ascii").splitlines()
    return {name: versions for name, *versions in map(str.split, lines)}


def form_of(part: ast.AST) -> str:
    """Return the hash of a definition. The hash is the same in all Python versions."""
    return sha1(_dump(part).encode()).hexdigest()[:10]


def _dump(value: Any) -> str:
    """Return a syntax tree as text: without docstrings, and the same in all Python versions."""
    if isinstance(value, list):
        return f"[{', '.join(map(_dump, value))}]"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = []
    for name in value._fields:
        field = getattr(value, name, None)
        if name == "type_params" or (field is None and getattr(type(value), name, ...) is None):
            continue
        if name == "body" and isinstance(value, ast.FunctionDef | ast.ClassDef):
            field = value.body[ast.get_docstring(value) is not None :] or [ast.Pass()]
        fields.append(f"{name}={_dump(field)}")
    return f"{type(value).__name__}({', '.join(fields)})"


def _parts_of(tree: ast.Module) -> dict[str, ast.AST]:
    parts: dict[str, ast.AST] = {}
    for part in tree.body:
        if isinstance(part, ast.ClassDef):
            methods = [method for method in part.body if isinstance(method, ast.FunctionDef)]
            parts |= {f"{part.name}.{method.name}": method for method in methods}
            if not methods:
                parts[part.name] = part
        elif isinstance(part, ast.FunctionDef):
            parts[part.name] = part
        elif isinstance(part, ast.Assign) and (name := ast.unparse(part.targets[0])) in forms():
            parts[name] = part.value
    return parts


def _names_of(tree: ast.Module) -> frozenset[str]:
    names = set()
    for part in tree.body:
        for node in ast.walk(part) if isinstance(part, ast.Assign) else [part]:
            names.add(getattr(node, "name", getattr(node, "id", "")))
        if isinstance(part, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in part.names}
    return frozenset(names)


def _added(parts: dict[str, ast.AST], ours: ModuleType) -> tuple[str, ...]:
    added = set()
    for name in parts.keys() - forms().keys():
        top, _, method = name.partition(".")
        if not hasattr(ours, top):
            added.add(top)
        elif method and not hasattr(getattr(ours, top), method):
            added.add(name)
    return tuple(sorted(added))


def _module_of(parts: dict[str, ast.AST], tree: ast.Module) -> str:
    if "Problem.successor" in parts and "Problem.actions" not in parts:
        return "search2e"
    if "expand" in parts and "Problem.is_goal" in parts:
        return "search4e"
    queue = [part for name, part in parts.items() if name.startswith("PriorityQueue.")]
    if queue:  # its entries are (f, number, item), or (f, item) in older versions
        inside = (node for part in queue for node in ast.walk(part))
        is_numbered = any(isinstance(node, ast.Tuple) and len(node.elts) > 2 for node in inside)
    else:
        is_numbered = any(getattr(node, "module", "") == "aima.utils" for node in tree.body)
    return "search" if is_numbered else "search2020"
