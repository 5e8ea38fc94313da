"""Finds submissions with similar code.

The similarity of two programs is the share of the shorter program's token sequences that the longer
program contains. It is estimated from a *sketch* of each program, the smallest hashes of its
sequences (Broder, "On the resemblance and containment of documents", 1997).

Comments, docstrings, type hints, names, numbers and short texts are ignored, so renaming does not
hide a copy. Programs are compared with and without dead code, and the larger share counts. A
sequence in more than half of the submissions is ignored: the teacher may have given it out.
"""

from __future__ import annotations

import ast
import json
import keyword
import re
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, groupby, islice, product
from math import inf
from typing import Any, NamedTuple
from zlib import crc32

from aima_search.apps.grade.visible_code import is_visible, names_used, without_main
from aima_search.catalog.notebooks import ENDING, WRITTEN, code_of

ALIKE = 0.75  # submissions with at least this share in common are similar
UNCOMPARED = 0  # first number of the hashes if the program may run code that cannot be compared
_LENGTH = 10  # tokens in a sequence
_KEPT = 1000  # hashes in a sketch, which has the smallest hashes of a program
LONGEST_SKETCH = 2 * (_KEPT + 1)
_LEAST = 50  # sequences; shorter programs are always similar
_LEAST_COMMON = 20  # common hashes of sketches
_MUCH = 6 * _KEPT  # sequences; a sketch of a longer program has too few hashes of copied code
_LITTLE = 2**12  # bytes of code that normally has at least _LEAST sequences
_LONGEST = 2**18  # bytes of a text or a data file that may be a program
_LARGEST = 2**20  # bytes of code that is compared: the limit of each script and of all scripts
# nested calls, enough for the deepest code that can be imported; before 3.11, they use the C stack
_DEEPEST = 10**5 if sys.version_info >= (3, 11) else 12_000
_ROUNDS = 3
_FEW = 4  # submissions; in a smaller class no sequence is ignored
_KEYS = 4  # a hash that is a multiple of this number is a key; keys find the programs to compare
_LEAST_KEYS = 0.25  # share of the keys; fewer common keys are very unlikely in a similar program
_SHAPE = 20  # parts of an expression, to sort operands by
_LONG = 120  # characters of a text whose tokens count
_CODE_WORD = re.compile(rb"\b(?:def|class|import|lambda|exec|eval|coding)\b")
_COMMENT_OR_TEXT = re.compile(rb"""(?s)#[^\r\n]*|("{3}|'{3}|["'])[^\\]*?(?:\\.[^\\]*?)*?\1""")
_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"""
)


def sketch_of(files: Mapping[str, bytes]) -> tuple[int, ...]:
    """Return the hashes (sketch) of a submission's code, without running the code.

    If the simplified code (see ``_variants``) differs from the complete code, the sketch has the
    hashes of both, separated by UNCOMPARED.
    Call this function only in a sandbox, because it parses a student's code.
    """
    scripts = {name: _python_code(name, content) for name, content in sorted(files.items())}
    short = [one if len(one) <= _LARGEST else _shortened(one, _LONGEST) for one in scripts.values()]
    paths = [name.split("/") for name in files if name.endswith((".py", ENDING))]
    own = {part.partition(".")[0] for path in paths for part in path}
    own |= {name.decode() for text in scripts.values() for name in WRITTEN.findall(text)}
    own -= sys.stdlib_module_names
    variants, is_unclear = _variants([text for text in short if len(text) <= _LARGEST], own)
    complete = _hashes(variants[1])
    executed = complete if variants[0] == variants[1] else _hashes(variants[0]) or complete
    size = sum(len(_shortened(text, inf)) for text in scripts.values())
    is_long = len(complete) > _MUCH or (len(complete) < _LEAST and size > _LITTLE)
    is_long |= max(len(variants[1]), *map(len, scripts.values()), 0) > _LARGEST
    found = [UNCOMPARED] * (is_long or is_unclear) + executed[:_KEPT]
    return tuple(found if complete == executed else [*found, UNCOMPARED, *complete[:_KEPT]])


def _hashes(code: str) -> list[int]:
    tokens = list(_tokens(code[:_LARGEST]))
    sequences = (tokens[at : at + _LENGTH] for at in range(len(tokens) - _LENGTH + 1))
    return sorted({crc32(" ".join(sequence).encode()) or 1 for sequence in sequences})


def _python_code(name: str, content: bytes) -> bytes:
    if name.endswith(ENDING):
        with suppress(ValueError, RecursionError):
            if isinstance(json.loads(content), dict):
                return code_of(content).encode("utf-8", "replace")
    return content if name.endswith((".py", ENDING)) or _is_code(content) else b""


def _shortened(script: bytes, longest: float) -> bytes:
    """Return a Python script without comments and without strings longer than ``longest`` bytes."""
    return _COMMENT_OR_TEXT.sub(
        lambda found: b"" if not found[1] else found[0] if len(found[0]) <= longest else b"''",
        script,
    )


def _is_code(content: bytes) -> bool:
    if len(content) > _LONGEST:
        content = _shortened(content, 0)
    # a table of numbers is valid Python, too, but parsing it would take long
    if len(content) > _LONGEST or not _CODE_WORD.search(content):
        return False
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(content) is not None
    return False


def _variants(scripts: Sequence[bytes], own: Collection[str]) -> tuple[tuple[str, str], bool]:
    """Return ((simplified code, complete code), is_unclear).

    In the simplified code, equivalent statements look alike, and useless statements are removed.
    ``is_unclear``: True if the scripts may run hidden code. ``own``: the submission's own modules.
    """
    trees: list[ast.Module] = []
    rest, limit = "", sys.getrecursionlimit()
    sys.setrecursionlimit(_DEEPEST)
    try:
        for script in scripts:
            try:
                trees.append(ast.parse(script))  # ast.parse respects a declared encoding
            except (SyntaxError, ValueError):
                rest += script.decode("utf-8", "replace") + "\n"
        executed = list(map(without_main, trees))
        is_unclear = bool(rest) or not is_visible(executed, own)
        complete = "\n".join(ast.unparse(_DeadCodeRemover().visit(tree)) for tree in trees)
        unifier = _NotationUnifier(executed)
        executed = [unifier.visit(tree) for tree in executed]
        for _ in range(_ROUNDS):  # names that only dead statements use are dead too
            nodes = chain.from_iterable(map(ast.walk, executed))
            used = {name for node in nodes for name in names_used(node)}
            for tree in executed:
                _DeadCodeRemover(used).visit(tree)
        return (rest + "\n".join(map(ast.unparse, executed)), rest + complete), is_unclear
    except (RecursionError, MemoryError, ValueError):  # ast cannot write this code
        code = "\n".join(script.decode("utf-8", "replace") for script in scripts)
        return (code, code), True
    finally:
        sys.setrecursionlimit(limit)


class _NotationUnifier(ast.NodeTransformer):
    """Writes code in one notation, so that copies look alike: ``a > b`` becomes ``b < a``.

    Methods become functions, attributes become variables, and ``try`` is removed. A call that only
    converts or returns its argument is replaced by the argument: ``int(x)`` becomes ``x``.
    """

    def __init__(self, trees: Iterable[ast.AST]) -> None:
        self._needless = set(_CONVERSIONS)
        for node in chain.from_iterable(map(ast.walk, trees)):
            match node:
                case ast.FunctionDef(
                    name,
                    ast.arguments(args=[ast.arg(first), *_]),
                    [ast.Return(ast.Name(value) | ast.Call(ast.Name(value), [ast.Starred()]))],
                ) if value == first:
                    self._needless.add(name)

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.NamedExpr):
            node = ast.Assign([node.value.target], node.value.value, lineno=0)
        self.generic_visit(node)  # the children first
        match node:
            case ast.ClassDef():
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        del method.args.args[:1]
            case ast.Try(body, handlers, orelse, finalbody):
                handled = [part for one in handlers for part in one.body]
                return [*body, *handled, *orelse, *finalbody]
            case ast.Match(subject, cases):
                return _if_of_cases(subject, cases)
            case ast.While(test, [*body, ast.Break()], []):
                return ast.If(test, body, [])
            case ast.For(ast.Tuple([_, target]), ast.Call(ast.Name("enumerate"), [values, *_])):
                node.target, node.iter = target, values
            case ast.Expr(ast.Call(ast.Name(), [], [])) | ast.Delete([ast.Name()]):
                return None
            case ast.AugAssign(target, operator, value):
                changed = ast.BinOp(target, operator, value)
                return self.visit(ast.Assign([target], changed, lineno=0))
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                pairs = zip(targets, values, strict=True)
                return [ast.Assign([name], value, lineno=0) for name, value in pairs]
            case ast.expr():
                return self._expression(node)
        return node

    def _expression(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Attribute(ast.Name(), name, context):
                return ast.Name(name, context)
            case ast.IfExp(ast.Constant(value), body, orelse):
                return body if value else orelse
            case ast.BoolOp(operator, values):
                neutral = isinstance(operator, ast.And)
                rest = [one for one in values if getattr(one, "value", None) is not neutral]
                return rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest or values)
            case ast.Subscript(ast.Tuple(items), ast.Constant(int(at))) if at < len(items):
                return items[at]
            case ast.List(items, context):
                return ast.Tuple(items, context)
            case (
                ast.NamedExpr(_, value)
                | ast.UnaryOp(ast.UAdd(), value)
                | ast.Call(ast.Lambda(ast.arguments(args=[]), value), [])
            ):
                return value
            case ast.Call(ast.Name("getattr"), [ast.Name(), ast.Constant(str(name))]):
                return ast.Name(name, ast.Load())
            case ast.Call(ast.Name(name), [value, *rest]) if name in self._needless:
                more = rest or node.keywords
                return ast.Call(value, rest, node.keywords) if more else value
            case ast.Call(ast.Call(ast.Name(), [function], []), arguments):
                node.func = function
            case ast.Call(_, [ast.Starred(ast.Tuple(items))]):
                node.args = items
            case ast.Compare(left, [operator], [right]):
                return _comparison(left, operator, right)
            case ast.UnaryOp(ast.Not(), operand):
                return _negation(operand)
            case ast.BinOp(left, ast.Add() | ast.Mult(), right):
                node.left, node.right = sorted((left, right), key=_shape)
            case ast.Call(ast.Name("min" | "max"), arguments):
                node.args = sorted(arguments, key=_shape)
        return node


def _if_of_cases(subject: ast.expr, cases: Sequence[ast.match_case]) -> Any:
    """Convert the cases of a ``match`` statement to an ``if`` statement."""
    statements: list[Any] = []
    for case in reversed(cases):
        match case.pattern:
            case ast.MatchValue(value):
                test = _comparison(subject, ast.Eq(), value)
            case ast.MatchSingleton(value):
                test = _comparison(subject, ast.Eq(), ast.Constant(value))
            case pattern:
                is_any = isinstance(pattern, ast.MatchAs) and pattern.pattern is None
                test = ast.Constant(True) if is_any else subject
        statements = [ast.If(case.guard or test, case.body, statements)]
    return statements


_CONVERSIONS = ("bool", "int", "float", "str", "list", "tuple", "copy", "deepcopy")
_SAME = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}
_TURNED = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_OPPOSITE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Lt: ast.GtE, ast.LtE: ast.Gt,
}  # fmt: skip


def _comparison(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    kind: Any = _SAME.get(type(operator), type(operator))
    if kind in _TURNED:
        return ast.Compare(right, [_TURNED[kind]()], [left])
    if kind in (ast.Eq, ast.NotEq):
        left, right = sorted((left, right), key=_shape)
        match right:
            case ast.Constant(bool(value)) if not isinstance(left, ast.Constant):
                return left if value == (kind is ast.Eq) else _negation(left)
    return ast.Compare(left, [kind()], [right])


def _negation(node: ast.expr) -> ast.expr:
    match node:
        case ast.Compare(left, [operator], [right]):
            return _comparison(left, _OPPOSITE[type(operator)](), right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
    return ast.UnaryOp(ast.Not(), node)


def _shape(node: ast.expr) -> list[str]:
    """Return a sort key for an expression: the type names of its outermost syntax nodes."""
    parts = islice(ast.walk(node), _SHAPE)
    kinds = (type(part.value if isinstance(part, ast.Constant) else part) for part in parts)
    return [kind.__name__ for kind in kinds]


class _DeadCodeRemover(ast.NodeTransformer):
    """Removes dead code and type hints from a program. ``used``: the names that the program reads.

    If ``used`` is None, it removes only type hints, docstrings, and statements such as ``...``.
    """

    def __init__(self, used: Collection[str] | None = None) -> None:
        self._used, self._keeps_code = used or (), used is None

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)  # the children first
        for field in ("annotation", "returns"):
            if (hint := getattr(node, field, None)) and _is_pure(hint):
                setattr(node, field, None)
        if isinstance(node, ast.AnnAssign) and not node.annotation:
            if node.value:
                return ast.Assign([node.target], node.value, lineno=node.lineno)
            return None if _is_pure(node.target) else ast.Expr(node.target)
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
            if self._keeps_code:
                is_text = isinstance(getattr(statement, "value", None), ast.Constant)
                yield from [] if is_text and isinstance(statement, ast.Expr) else [statement]
                continue
            test = getattr(statement, "test", None)
            if isinstance(statement, ast.If | ast.While) and isinstance(test, ast.Constant):
                live = [statement] if isinstance(statement, ast.While) else statement.body
                yield from live if test.value else statement.orelse
            elif not self._is_dead(statement, in_class):
                yield statement
            if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
                return

    def _is_dead(self, statement: ast.stmt, in_class: bool) -> bool:
        if isinstance(statement, ast.Assign) and not in_class:
            names = {name.id if isinstance(name, ast.Name) else "" for name in statement.targets}
            return _is_pure(statement) and "" not in names and names.isdisjoint(self._used)
        if isinstance(statement, ast.Import):
            bound = {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
            return bound.isdisjoint(self._used)
        if isinstance(statement, ast.Assert):
            return isinstance(statement.test, ast.Constant)
        is_without_effect = isinstance(statement, ast.Expr) and _is_pure(statement)
        return is_without_effect or isinstance(statement, ast.Pass)


def _is_pure(node: ast.AST) -> bool:
    effects = ast.Call | ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr
    return not any(isinstance(part, effects) for part in ast.walk(node))


def _tokens(text: str, *, is_inside: bool = False) -> Iterator[str]:
    for token in _TOKEN.finditer(text):
        kind, word = str(token.lastgroup), token[0]
        if kind == "text" and len(word) > _LONG and not is_inside:
            inner = word.strip("'\"").replace(r"\n", "\n").replace("\\", "")
            yield from _tokens(inner, is_inside=True)
        elif kind != "comment":
            is_word = kind == "sign" or keyword.iskeyword(word)
            yield word.encode("utf-8", "replace").decode() if is_word else kind


class _Variant(NamedTuple):
    """The sorted hashes of one variant of a program."""

    hashes: Sequence[int]
    unique: frozenset[int]
    keys: Sequence[int]
    end: float  # no greater hashes were stored


def alike(sketches: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str, float]]:
    """Yield (submission, submission, share of common code) for similar submissions."""
    times = Counter(hash_ for sketch in sketches.values() for hash_ in {*sketch})
    most = len(sketches) / 2 if len(sketches) >= _FEW else len(sketches)
    having: dict[int, list[str]] = defaultdict(list)
    own: dict[str, list[_Variant]] = {}
    found = []
    for name, sketch in sketches.items():
        own[name] = list(_variants_in(sketch, lambda hash_: times[hash_] <= most))
        keys = {key for part in own[name] for key in part.keys}
        common = Counter(chain.from_iterable(having[key] for key in keys))
        for other, keys_in_both in common.items():
            parts = product(own[other], own[name])
            share = max((_common_share(*pair, keys_in_both) for pair in parts), default=0)
            if share >= ALIKE:
                found.append((share, other, name))
        for key in keys:
            having[key].append(name)
    for share, first, second in sorted(found, reverse=True):
        yield first, second, share


def _variants_in(sketch: Sequence[int], counts: Callable[[int], bool]) -> Iterator[_Variant]:
    for is_code, numbers in groupby(sketch, key=bool):  # UNCOMPARED is between the variants
        part = list(numbers)
        if is_code and len(own := list(filter(counts, part))) >= _LEAST:
            keys = [hash_ for hash_ in own if hash_ % _KEYS == 0]
            yield _Variant(own, frozenset(own), keys, part[-1] if len(part) >= _KEPT else inf)


def _common_share(first: _Variant, second: _Variant, keys_in_both: int) -> float:
    end = min(first.end, second.end)
    keys = min(bisect_right(first.keys, end), bisect_right(second.keys, end))
    if keys_in_both < _LEAST_KEYS * keys:
        return 0.0
    common = len(first.unique & second.unique)
    shorter = min(bisect_right(first.hashes, end), bisect_right(second.hashes, end))
    return common / shorter if common >= _LEAST_COMMON else 0.0
