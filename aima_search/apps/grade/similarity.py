"""The similarity of two programs: how much of the shorter program is in the longer program.

It is the share of the token sequences of the shorter program that the longer program contains.

Only executed code counts: no comments, docstrings or dead statements. Names, numbers and short
texts are ignored, so that renaming changes nothing; a long text may be a program, so its tokens
count.

A *sketch* contains the smallest hashes of all sequences. The common share of two programs is
estimated from their sketches (Broder, "On the resemblance and containment of documents", 1997).
Code that is added to a copy does not hide the copy, unless the added code is far longer than a
student's program. A sequence in more than half of the submissions, such as a handed-out line, is
ignored.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from math import inf
from zipfile import BadZipFile, ZipFile
from zlib import crc32

from aima_search.catalog.user_files import ENDING, code_of

ALIKE = 0.75  # submissions with at least this share in common are similar
UNCOMPARED = 0  # the first number of a sketch that cannot show whether a program is copied
_LENGTH = 10  # tokens in a sequence
_KEPT = 1000  # hashes of a sketch
LONGEST_SKETCH = _KEPT + 1
_LEAST = 50  # sequences; shorter programs are always similar
_LEAST_COMMON = 20  # common hashes of sketches
_MUCH = 6 * _KEPT  # sequences; a program with more has too few hashes of copied code in its sketch
_LITTLE = 2**12  # bytes of code that normally has at least _LEAST sequences
_LONGEST = 2**18  # bytes of a text or a data file that may be a program
_LARGEST = 2**20  # bytes of code that is compared: the limit of each script and of all scripts
# nested calls, enough for the deepest code that can be imported; before 3.11, they use the C stack
_DEEPEST = 10**5 if sys.version_info >= (3, 11) else 12_000
_ROUNDS = 3
_FEW = 4  # submissions; in a smaller class no sequence is ignored
_KEYS = 4  # programs are compared if they share a hash that is a multiple of this number
_LONG = 120  # characters of a text whose tokens count
_CODE_WORD = re.compile(rb"\b(?:def|class|import|lambda|exec|eval|coding)\b")
_COMMENT_OR_TEXT = re.compile(rb"""(?s)#[^\r\n]*|("{3}|'{3}|["'])[^\\]*?(?:\\.[^\\]*?)*?\1""")
_INDIRECT = {"__dict__", "eval", "exec", "getattr", "globals", "locals", "vars"}  # may use any name
_RUN_TEXTS = {"__builtins__", "__import__", "compile", "eval", "exec"}
_LOAD_CODE = {"builtins", "code", "ctypes", "importlib", "marshal", "pickle", "runpy", "zipimport"}
_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"""
)


def sketch_of(files: Mapping[str, bytes], wanted: str = "") -> tuple[int, ...]:
    """Return the sketch of a submission's scripts, notebooks and other code; no code is run.

    Call this only in a sandbox, because it parses a student's code. wanted: the graded function, if
    any.
    """
    scripts = [_script(name, content) for name, content in sorted(files.items())]
    short = [text if len(text) <= _LARGEST else _shortened(text, _LONGEST) for text in scripts]
    others = [text for name, text in sorted(files.items()) if not name.endswith((".py", ENDING))]
    short += filter(_is_code, others)
    executed, is_unclear = _executed([text for text in short if len(text) <= _LARGEST], wanted)
    code = "\n".join(executed)
    tokens = list(_tokens(code[:_LARGEST]))
    sequences = (tokens[at : at + _LENGTH] for at in range(len(tokens) - _LENGTH + 1))
    found = sorted({crc32(" ".join(sequence).encode()) for sequence in sequences})
    size = sum(len(_shortened(text, inf)) for text in scripts) if len(found) < _LEAST else 0
    is_packed = len(found) < _LEAST and not _INDIRECT.isdisjoint(re.findall(r"\w+", code))
    is_long = size > _LITTLE or len(found) > _MUCH or len(code) > _LARGEST
    is_uncompared = is_packed or is_long or is_unclear or any(map(_holds_modules, others))
    return (UNCOMPARED, *found[:_KEPT]) if is_uncompared else tuple(found[:_KEPT])


def _script(name: str, content: bytes) -> bytes:
    if name.endswith(ENDING):
        return code_of(content).encode("utf-8", "replace")
    return content if name.endswith(".py") else b""


def _shortened(script: bytes, longest: float) -> bytes:
    """Return a script without its comments and without the texts longer than `longest`."""
    return _COMMENT_OR_TEXT.sub(
        lambda found: b"" if not found[1] else found[0] if len(found[0]) <= longest else b"''",
        script,
    )


def _is_code(content: bytes) -> bool:
    """Return True if a file is a Python program, whatever its name is.

    A table of numbers is valid Python too, but takes long to parse.
    """
    if len(content) > _LONGEST or not _CODE_WORD.search(content):
        return False
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(content) is not None
    return False


def _holds_modules(content: bytes) -> bool:
    """Return True if a file is a zip archive from which Python can import modules."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            return any(name.endswith((".py", ".pyc")) for name in archive.namelist())
    except BadZipFile:
        return False
    except (NotImplementedError, ValueError):  # Python's imports do not check the zip version
        return True


def _executed(scripts: Sequence[bytes], wanted: str) -> tuple[list[str], bool]:
    """Return the executed code of scripts, without comments and dead statements.

    The second value is True if the scripts may run code that cannot be compared.
    """
    trees: list[ast.AST] = []
    texts, limit = list[str](), sys.getrecursionlimit()
    sys.setrecursionlimit(_DEEPEST)
    try:
        for script in scripts:
            try:
                trees.append(ast.parse(script))  # ast.parse respects a declared encoding
            except (SyntaxError, ValueError):  # it does not run
                texts.append(script.decode("utf-8", "replace"))
        for _ in range(_ROUNDS):  # names that only dead statements use are dead too
            used = {wanted} | {name for tree in trees for name in _names_used(tree)}
            if used & _INDIRECT:
                used |= {name for tree in trees for name in _names_defined(tree)}
            trees = [_DeadCodeRemover(used, bool(wanted)).visit(tree) for tree in trees]
        texts += map(ast.unparse, trees)
        return texts, any(map(_runs_other_code, trees))
    except (RecursionError, MemoryError, ValueError):  # ast cannot write this code
        return [script.decode("utf-8", "replace") for script in scripts], True
    finally:
        sys.setrecursionlimit(limit)


def _runs_other_code(tree: ast.AST) -> bool:
    """Return True if a program may load other code, or run a computed text with ``exec``."""
    nodes = list(ast.walk(tree))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = [alias.name for node in imports for alias in node.names]
    modules += [getattr(node, "module", None) or "" for node in imports]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    first = {call.func: getattr(call.args[0], "value", None) for call in calls}
    texts = {node: text for node, text in first.items() if isinstance(text, str)}
    runs = [node for node in nodes if getattr(node, "id", "") in _RUN_TEXTS]
    runs += [node for node in nodes if getattr(node, "attr", "") == "modules"]
    return not _LOAD_CODE.isdisjoint(module.split(".")[0] for module in modules) or any(
        node not in texts or _executed([texts[node].encode()], "")[1] for node in runs
    )


def _names_used(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def _names_defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id


class _DeadCodeRemover(ast.NodeTransformer):
    """Removes statements without an effect; used: the names that are read somewhere."""

    def __init__(self, used: Collection[str], knows_wanted: bool) -> None:
        self._used, self._knows_wanted = used, knows_wanted

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)  # the children first
        needed = ["body"] if getattr(node, "handlers", True) else ["body", "finalbody"]
        for field in ("body", "orelse", "finalbody"):
            if isinstance(statements := getattr(node, field, None), list):
                live = list(self._live(statements, isinstance(node, ast.ClassDef)))
                setattr(node, field, live or [ast.Pass()] * (field in needed))
        if isinstance(node, ast.Constant) and type(node.value) is int:
            node.value = int(node.value != 0)  # ast cannot write a number with many digits
        if isinstance(node, ast.JoinedStr):  # nor every text in an f-string
            values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
            return ast.Tuple(values, ast.Load())
        return node

    def _live(self, statements: Sequence[ast.stmt], in_class: bool) -> Iterator[ast.stmt]:
        for statement in statements:
            test = getattr(statement, "test", None)
            if isinstance(statement, ast.If) and isinstance(test, ast.Constant):
                yield from statement.body if test.value else statement.orelse
            elif isinstance(statement, ast.While) and isinstance(test, ast.Constant):
                yield from [statement] if test.value else statement.orelse
            elif not self._is_dead(statement, in_class):
                yield statement
            if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
                return

    def _is_dead(self, statement: ast.stmt, in_class: bool) -> bool:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            is_used = in_class or statement.decorator_list or statement.name in self._used
            return self._knows_wanted and not is_used
        if isinstance(statement, ast.Assign | ast.AnnAssign) and not in_class:
            targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
            names = [name.id if isinstance(name, ast.Name) else "" for name in targets]
            return _is_pure(statement) and "" not in names and not {*names} & {*self._used}
        if isinstance(statement, ast.Import):
            bound = {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
            return not bound & {*self._used}
        if isinstance(statement, ast.Assert):
            return isinstance(statement.test, ast.Constant)
        is_without_effect = isinstance(statement, ast.Expr) and _is_pure(statement)
        return is_without_effect or isinstance(statement, ast.Pass)


def _is_pure(statement: ast.stmt) -> bool:
    effects = ast.Call | ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr
    return not any(isinstance(part, effects) for part in ast.walk(statement))


def _tokens(text: str, *, is_inside: bool = False) -> Iterator[str]:
    for token in _TOKEN.finditer(text):
        kind, word = str(token.lastgroup), token[0]
        if kind == "text" and len(word) > _LONG and not is_inside:
            inner = word.strip("'\"").replace(r"\n", "\n").replace("\\", "")
            yield from _tokens(inner, is_inside=True)
        elif kind != "comment":
            is_word = kind == "sign" or keyword.iskeyword(word)
            yield word.encode("utf-8", "replace").decode() if is_word else kind


def alike(sketches: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of similar submissions and the share of code in common, highest share first."""
    times = Counter(hash_ for sketch in sketches.values() for hash_ in sketch)
    most = len(sketches) / 2 if len(sketches) >= _FEW else len(sketches)
    own = {
        name: [hash_ for hash_ in sketch if hash_ != UNCOMPARED and times[hash_] <= most]
        for name, sketch in sketches.items()
    }
    ends = {name: sketch[-1] if len(sketch) >= _KEPT else inf for name, sketch in sketches.items()}
    having: dict[int, list[str]] = defaultdict(list)
    found = []
    for name in (name for name in own if len(own[name]) >= _LEAST):
        keys = [hash_ for hash_ in own[name] if hash_ % _KEYS == 0]
        for other in dict.fromkeys(other for key in keys for other in having[key]):
            share = _share(own[other], own[name], min(ends[other], ends[name]))
            if share >= ALIKE:
                found.append((share, other, name))
        for key in keys:
            having[key].append(name)
    for share, first, second in sorted(found, reverse=True):
        yield first, second, share


def _share(first: Sequence[int], second: Sequence[int], end: float) -> float:
    """Return the share of the shorter sketch that is in both; ignore hashes above ``end``."""
    common = len({*first} & {*second})
    shorter = min(bisect_right(first, end), bisect_right(second, end))
    return common / shorter if common >= _LEAST_COMMON else 0.0
