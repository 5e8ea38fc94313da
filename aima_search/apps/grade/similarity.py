"""The similarity of two submissions: the share of common sequences of tokens.

Only executed code counts: no comments, docstrings or dead statements. Names, numbers and short
texts are ignored, so that renaming changes nothing; a long text may be a program, so its tokens
count.

A *sketch* contains the smallest hashes of all sequences; two sketches estimate the common share
(Broder, "On the resemblance and containment of documents", 1997). Similar submissions share some of
their smallest hashes, so most pairs need no comparison. A sequence in more than half of the
submissions, such as a handed-out line, is ignored.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import nsmallest
from zlib import crc32

from aima_search.catalog.user_files import ENDING, code_of

ALIKE = 0.6  # the least share of similar submissions
_LENGTH = 10  # tokens in a sequence
_KEPT = 400  # hashes of a sketch
_LEAST = 50  # sequences; shorter programs are always similar
_LONGEST = 2**18  # characters that are compared
_LARGEST_SCRIPT = 2**22  # bytes of code without comments, if it has more with comments
_ROUNDS = 3
_FEW = 4  # submissions; in a smaller class no sequence is ignored
_KEYS = 16  # smallest hashes; all differ for similar programs with probability 0.4 ** 16
_LONG = 120  # characters of a text that may be a program
_COMMENT = re.compile(rb"#[^\r\n]*")
_INDIRECT = {"__dict__", "eval", "exec", "getattr", "globals", "locals", "vars"}  # use any name
_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"""
)


def sketch_of(files: Mapping[str, bytes], wanted: str = "") -> tuple[int, ...]:
    """Return the sketch of a submission's scripts and notebooks; no code is run.

    The code is parsed, which must happen in a sandbox. wanted: the graded function, if any.
    """
    scripts = [_script(name, content) for name, content in sorted(files.items())]
    text = "\n".join(_executed(list(filter(None, scripts)), wanted))
    tokens = list(_tokens(text[:_LONGEST]))
    sequences = (tokens[at : at + _LENGTH] for at in range(len(tokens) - _LENGTH + 1))
    return tuple(sorted({crc32(" ".join(sequence).encode()) for sequence in sequences})[:_KEPT])


def _script(name: str, content: bytes) -> str | bytes:
    """Return a script, or the code of a notebook; "" for any other or a too large file."""
    if name.endswith(ENDING):
        content = code_of(content).encode("utf-8", "replace")
    elif not name.endswith(".py"):
        return ""
    if len(content) > _LARGEST_SCRIPT:
        content = _COMMENT.sub(b"", content)
    return content if len(content) <= _LARGEST_SCRIPT else ""


def _executed(scripts: Sequence[str | bytes], wanted: str) -> Iterator[str]:
    """Yield the executed code of scripts, without comments and dead statements."""
    trees: list[ast.AST] = []
    for script in scripts:
        try:
            trees.append(ast.parse(script))  # ast.parse respects a declared encoding
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            yield script if isinstance(script, str) else script.decode("utf-8", "replace")
    with suppress(RecursionError, MemoryError, ValueError):
        for _ in range(_ROUNDS):  # names that only dead statements use are dead too
            used = {wanted} | {name for tree in trees for name in _names_used(tree)}
            if used & _INDIRECT:
                used |= {name for tree in trees for name in _names_defined(tree)}
            trees = [_LiveStatements(used, bool(wanted)).visit(tree) for tree in trees]
        yield from map(ast.unparse, trees)


def _names_used(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def _names_defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id


class _LiveStatements(ast.NodeTransformer):
    """Removes statements without an effect; used: the names that are read somewhere."""

    def __init__(self, used: Collection[str], knows_wanted: bool) -> None:
        self._used, self._knows_wanted = used, knows_wanted

    def visit(self, node: ast.AST) -> ast.AST:
        """Visit the children first, then remove dead statements."""
        self.generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            if isinstance(statements := getattr(node, field, None), list):
                live = list(self._live(statements, isinstance(node, ast.ClassDef)))
                setattr(node, field, live or [ast.Pass()] * (field == "body"))
        return node

    def _live(self, statements: Sequence[ast.stmt], in_class: bool) -> Iterator[ast.stmt]:
        for statement in statements:
            if isinstance(statement, ast.If) and isinstance(statement.test, ast.Constant):
                yield from statement.body if statement.test.value else statement.orelse
            elif not self._is_dead(statement, in_class):
                yield statement
            if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
                return

    def _is_dead(self, statement: ast.stmt, in_class: bool) -> bool:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            is_used = in_class or statement.decorator_list or statement.name in self._used
            return self._knows_wanted and not is_used
        if isinstance(statement, ast.Assign) and not in_class:
            names = [name.id if isinstance(name, ast.Name) else "" for name in statement.targets]
            is_pure = not any(isinstance(part, ast.Call) for part in ast.walk(statement.value))
            return is_pure and "" not in names and not {*names} & {*self._used}
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        return is_text or isinstance(statement, ast.Pass)


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
    """Yield the pairs of similar names with their share, the highest share first."""
    times = Counter(hash_ for sketch in sketches.values() for hash_ in sketch)
    most = len(sketches) / 2 if len(sketches) >= _FEW else len(sketches)
    own = {
        name: {hash_ for hash_ in sketch if times[hash_] <= most}
        for name, sketch in sketches.items()
    }
    having: dict[int, list[str]] = defaultdict(list)
    found = []
    for name in (name for name in own if len(own[name]) >= _LEAST):
        keys = nsmallest(_KEYS, own[name])
        for other in {other for key in keys for other in having[key]}:
            mine, theirs = own[name], own[other]
            may_be = len(mine & theirs) >= ALIKE * min(_KEPT, len(mine | theirs))
            if may_be and (share := _share(theirs, mine)) >= ALIKE:
                found.append((share, other, name))
        for key in keys:
            having[key].append(name)
    for share, first, second in sorted(found, reverse=True):
        yield first, second, share


def _share(first: set[int], second: set[int]) -> float:
    """Return the estimated share of common sequences of two sketches."""
    least = nsmallest(_KEPT, first | second)
    return sum(hash_ in first and hash_ in second for hash_ in least) / len(least)
