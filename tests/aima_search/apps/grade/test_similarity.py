"""How alike submissions are: the same under other names, different if written apart."""

import ast
import io
import json
import os
import pickle
import re
import zipfile
from base64 import b64encode
from collections import Counter
from itertools import combinations
from random import Random
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from aima_search.apps.grade import sandbox
from aima_search.apps.grade.protocol import VALUE, encode
from aima_search.apps.grade.sandbox_main import SubmissionRunner
from aima_search.apps.grade.similarity import LONGEST_SKETCH, UNCOMPARED, alike, sketch_of
from aima_search.apps.grade.submission import SubmissionFiles
from tests.aima_search.apps.grade.assignments import solution_of
from tests.aima_search.apps.grade.test_algorithm_parts import ASTAR, BREADTH
from tests.attacks.submissions import HONEST


def sketch(text, name="search.py"):
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return sketch_of({name: content})


def pairs(**texts):
    return [(first, second) for first, second, _ in alike({k: sketch(v) for k, v in texts.items()})]


def archive(name):
    """Return a zip archive with some bytes before it, as Python can import from it."""
    content = io.BytesIO(b"")
    with zipfile.ZipFile(content, "w") as written:
        written.writestr(name, ASTAR)
    return b"numbers 1 2 3\n" + content.getvalue()


def with_other_names(text):
    for name in ("start", "best", "waiting", "number", "node", "child", "known"):
        text = re.sub(rf"\b{name}\b", f"my_{name}", text)
    return '"""All my own."""\n' + text.replace("while", "# on and on\n    while")


def test_other_names_texts_and_comments_hide_nothing():
    assert pairs(a=ASTAR, b=with_other_names(ASTAR)) == [("a", "b")]


def various(count):
    """Return functions that share few sequences of tokens; each has about 600 sequences."""
    random = Random(count)
    terms = (
        "i+",
        "i-",
        "i*",
        "i/",
        "i%",
        "i//",
        "i**",
        "i|",
        "i&",
        "(i)-",
        "x[i]+",
        "x(i)*",
        "i.x+",
    )
    lines = ["".join(["    x = ", *random.choices(terms, k=12), "i\n"]) for _ in range(25 * count)]
    return "".join(
        f"def various{at}(x):\n  for i in x:\n{''.join(lines[25 * at : 25 * at + 25])}"
        for at in range(count)
    )


HIDDEN = {
    "a docstring longer than a large file": f"'''{'x # ' * 2**18}'''\n{{}}",
    "an expression that is too deep for ast": f"{{}}\nx = {'+'.join(['len(())'] * 700)}\n",
    "functions that might be used": f"{{}}\n{various(7)}\ngetattr(int, 'real')\n",
    "a text that ast cannot write": "{}\nx = f'''{\"\"\"\n\"\"\"}'''\n",
    "functions in a list": f"{{}}\n{various(7)}\nprint([various{{}}])\n".replace("s{}", "s1"),
    "a comment longer than a large file": f"# {'x' * 2**20}\n{{}}",
    "a long comment": f"# {'x' * 2**18}\n{{}}",
    "dead lines": "{}\n" + "".join(f"spare{n} = {n} * (2 + {n})\n" for n in range(60)),
    "other functions": "{}\n" + "".join(f"def f{n}(x):\n  return x[{n}] + x\n" for n in range(30)),
    "a number that ast cannot write": f"x = 0x{'f' * 5000}\nprint(x)\n{{}}\n# between: q = 3",
    "a branch that is never taken": "{}\nif 0:\n" + "    print(1, [2, 3], 4)\n" * 60,
    **{
        f"{line} everywhere": f"{{}}\n# between: {line}"
        for line in ("spare: int = 3", "assert True", "1 + 2", "import os", "while False: print(9)")
    },
}


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_executed_hides_no_copy(text):
    copy, _, line = text.replace("{}", with_other_names(ASTAR)).partition("\n# between: ")
    if line:
        copy = re.sub(r"(?m)^( +)(?=[\w.]+(, \w+)* = |return|heapq)", rf"\g<1>{line}\n\1", copy)
        assert copy.count(line) >= 6
    ast.parse(copy)  # the beacon: it runs
    sketches = {"a": sketch(ASTAR), "b": sketch(copy)}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


class HintWriter(ast.NodeTransformer):
    """Adds a type hint to each argument, each result and each variable of a program."""

    def visit_arg(self, node):
        return ast.arg(node.arg, ast.parse("dict[str, Any] | None", mode="eval").body)

    def visit_FunctionDef(self, node):
        node.returns = ast.Name("Any", ast.Load())
        return self.generic_visit(node)

    def visit_Assign(self, node):
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
            return node
        return ast.AnnAssign(node.targets[0], ast.Name("float", ast.Load()), node.value, 1)


@pytest.mark.parametrize("name", ["3.5.4-memory", "4.1-local-search", "4.5-online"])
def test_type_hints_hide_no_copy(name):
    text = solution_of(name)
    tree = ast.fix_missing_locations(HintWriter().visit(ast.parse(text)))
    copy = re.sub(r"(?m)^( *)(def .*\n)", r"\1\2\1    number: int\n", ast.unparse(tree))
    assert copy.count(": float =") >= 3
    ast.parse(copy)  # the beacon: it runs
    sketches = {"a": sketch(text), "b": sketch(copy)}
    assert [share for *_, share in alike(sketches)] == [1.0]


OTHER_NOTATION = {
    "f > limit": "limit < f",
    "path, actions = ([problem.initial], [])": "path = [problem.initial]; actions = []",
    "cost + h(Place(state))": "h(Place(state)) + cost",
    "after in path": "not (after not in path)",
    "min(least, found)": "min(found, least)",
    "found is True": "found == True",
    "limit < float('inf')": "float('inf') > limit",
    "limit is True": "limit",
}


def test_another_notation_hides_no_copy():
    text = ast.unparse(ast.parse(solution_of("3.5.4-memory")))
    copy = text
    for one, other in OTHER_NOTATION.items():
        assert copy.count(one) == 1
        copy = copy.replace(one, other)
    ast.parse(copy)  # the beacon: it runs
    assert [share for *_, share in alike({"a": sketch(text), "b": sketch(copy)})] == [1.0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("not a < b", "b <= a"),
        ("not not a == b", "b is a"),
        ("a is False", "not a != False"),
        ("a.b != 1", "1 is not a.b"),
        ("[a, b]", "(a, b)"),
        ("a < b", "True and bool(a < b) or False"),
        ("f(a, b)", "f(*(a, list(b)))"),
        ("a + b", "(a if True else 1) + (b, 2)[0]"),
        ("f(a)", "f(c := a)"),
        ("f(a)", "int(f(str(a)))"),
        ("f(a)", "wrapped(f)(a)"),
        ("f(a)", "(lambda: +f(copy.deepcopy(a)))()"),
        ("a.b(c)", "getattr(a, 'b')(c)"),
    ],
)
def test_expressions_with_the_same_meaning_are_alike(one, other):
    first, second = (sketch(f"{ASTAR}\nprint({text})\n") for text in (one, other))
    assert first[: first.index(UNCOMPARED)] == second[: second.index(UNCOMPARED)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("if a: b = 1", "match a:\n    case True: b = 1"),
        ("if a: b = 1\nelse: b = 2", "match a:\n    case True: b = 1\n    case _: b = 2"),
        ("if a == 3: b = 1", "match a:\n    case 3: b = 1"),
        ("if a > 3: b = 1", "match True:\n    case _ if a > 3: b = 1"),
        ("if a: b = [1]\nelse: b = 2", "match a:\n    case (c, d): b = [1]\n    case _: b = 2"),
        ("if a: b = 1", "while a:\n    b = 1\n    break"),
        ("for a in b: print(a)", "for _, a in enumerate(b): print(a)"),
        ("b = 1", "b = 1\nlog()\ndel c"),
    ],
)
def test_statements_with_the_same_meaning_are_alike(one, other):
    first, second = (sketch(f"{ASTAR}\n{text}\nprint(b)\n") for text in (one, other))
    assert first[: first.index(UNCOMPARED)] == second[: second.index(UNCOMPARED)]


@pytest.mark.parametrize(
    ("begin", "call"),
    [
        ("def same(x):\n    return x", r"same(\1(same(\2)))"),
        ("def do(f, *a):\n    return f(*a)", r"do(\1, \2)"),
    ],
)
def test_a_copy_with_calls_that_only_pass_on_a_value_is_alike(begin, call):
    copy, count = re.subn(r"([\w.]+)\(([\w.]+)\)", call, ASTAR)
    assert count >= 7
    copy = f"{begin}\n{copy}"
    ast.parse(copy)  # the beacon: it runs
    assert [share for *_, share in alike({"a": sketch(ASTAR), "b": sketch(copy)})] >= [0.9]


def test_a_copy_in_a_class_is_like_the_function():
    copy = re.sub(r"\b(problem|h|start|best|waiting|number|known)\b", r"this.\1", ASTAR)
    copy = copy.replace("(this.problem, this.h)", "(this)").replace("\n", "\n    ")
    copy = f"class Search:\n{copy}\n"
    ast.parse(copy)  # the beacon: it runs
    assert [share for *_, share in alike({"a": sketch(ASTAR), "b": sketch(copy)})] >= [0.9]


def test_a_copy_with_its_variables_in_an_object_is_alike():
    copy = re.sub(r"\b(start|best|waiting|number|known)\b", r"own.\1", ASTAR)
    copy = re.sub(r"(?m)^(def search.*\n)", r"\1    own = SimpleNamespace()\n", copy)
    assert copy.count("own.") >= 10
    ast.parse(copy)  # the beacon: it runs
    assert [share for *_, share in alike({"a": sketch(ASTAR), "b": sketch(copy)})] >= [0.9]


def test_a_copy_with_needless_exceptions_is_alike():
    wrapped = r"\1try:\n\1    \2\n\1except OSError:\n\1    pass"
    copy = re.sub(r"(?m)^( +)([\w., ]+ = .*|heapq.*|return .*)$", wrapped, ASTAR)
    assert copy.count("try:") >= 5
    ast.parse(copy)  # the beacon: it runs
    assert [share for *_, share in alike({"a": sketch(ASTAR), "b": sketch(copy)})] >= [0.9]


@pytest.mark.parametrize("begin", ["x: [{}] = 1", "x[{}]: int"])
def test_a_program_in_a_line_with_a_type_hint_is_compared(begin):
    program = f"search := lambda problem, h: [{', '.join(['problem[h] + 2 * h'] * 20)}]"
    hidden = begin.format(program) + "\n"
    assert len(sketch(hidden)) > len(sketch("x = 1\n"))


USED_INDIRECTLY = {
    "by a decorator": ("@keep\ndef ", "kept[0](problem, h)"),
    "by a text": ("def ", "globals()['sea' + 'rched'](problem, h)"),
}


@pytest.mark.parametrize(("before", "call"), USED_INDIRECTLY.values(), ids=USED_INDIRECTLY)
def test_a_function_that_is_used_indirectly_is_compared(before, call):
    own = with_other_names(ASTAR).replace("def search(", f"{before}searched(")
    copy = (
        "kept = []\ndef keep(function):\n    kept.append(function)\n    return function\n"
        f"{own}\ndef search(problem, h):\n    return {call}\n"
    )
    ast.parse(copy)  # the beacon: it runs
    sketches = {"a": sketch(ASTAR), "b": sketch(copy)}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


SPARE = "".join(f"def f{n}(x):\n  return [x[{n}] + i * x for i in range(x)]\n" for n in range(30))
INCOMPARABLE = {
    "too much code": f"{various(14)}{{}}\n",
    "packed code beside the main block": "if __name__ == '__main__':\n    pass\nelse:\n"
    f"    exec(__import__('base64').b64decode('{{}}'))\n{SPARE}",
    "a long text that runs": "exec('''\n{}\n" + "# x\n" * 2**19 + "''')\n",
    "code that is packed": "exec(__import__('base64').b64decode(\n'{}'))\n",
    "another file": "import runpy\nsearch = runpy.run_path('core.json')['search']\n",
    "a loader": "from importlib.machinery import SourcelessFileLoader as L\nsearch = L('c', 'c')\n",
    "packed code before unused functions": f"exec(__import__('base64').b64decode('{{}}'))\n{SPARE}",
    "packed code in a text": f"exec(\"exec(__import__('base64').b64decode('{{}}'))\")\n{SPARE}",
    "a sum of texts": f"exec('' + ''.join([\n{{}}]))\n{SPARE}",
    "packed code beside a try": f"exec(__import__('base64').b64decode('{{}}'))\n{various(1)}"
    "try:\n    various0.x = 2\nfinally:\n    pass\n",
    "the modules of Python": f'import sys\nprint(sys.modules[\'builtins\'], """{{}}""")\n{SPARE}',
    "its globals": "{}\nx = lambda: search.__globals__['re' + 'al'](1)\n",
    "a frame": "import sys\n{}\nx = lambda: sys._getframe().f_globals['re' + 'al'](1)\n",
    "packed code by a builtin's module": f"print.__self__.exec('{{}}')\n{SPARE}",
    "packed code by os": f"import os\nos.__builtins__['exec']('{{}}')\n{SPARE}",
    "subclasses": f"print(object.__subclasses__()[9].__init__)\n{SPARE}",
    "packed code by timeit": f"import timeit\ntimeit.timeit('{{}}')\n{SPARE}",
    "packed code by a profiler": f"import cProfile\ncProfile.run('{{}}')\n{SPARE}",
    "packed code by a debugger": f"import bdb\nbdb.Bdb().run('{{}}')\n{SPARE}",
    "packed code that is never run": f"x = '{{}}'\nprint(x)\n{SPARE}",
    "an attribute of any name": "import dataclasses as d\nprint(getattr(d, 'built' + 'ins'))\n{}",
    "attributes by a function": f"from operator import attrgetter as a\nprint(a)\n{SPARE}",
    "a module in a module": f"import dataclasses\nprint(dataclasses.builtins)\n{SPARE}",
    "an attribute at a position": f"match print:\n  case search(b):\n    print(b)\n{SPARE}",
    "a loader of the grader": f"from aima_search.catalog import user_files as u\nprint(u)\n{SPARE}",
    "an array of objects": f"import numpy\nprint(numpy.load('x', None, True))\n{SPARE}",
    "an attribute in a pattern": f"match print:\n  case object(__self__=b):\n    print(b)\n{SPARE}",
    "a loader of the command line": f"from aima_search.cli import load_place as l\nl(1)\n{SPARE}",
    "a module of the grader": f"import aima_search.apps.grade.sandbox as s\nprint(s)\n{SPARE}",
    "another __name__": f"match '__main__':\n  case __name__:\n    pass\n{SPARE}",
    "an imported __name__": f"from math import pi as __name__\n{SPARE}",
    "a text that NumPy runs": f"import numpy\nnumpy.testing.measure('x')\n{SPARE}",
    "a name in a text": f"print(getattr(1, 'x.__self__.y'))\n{SPARE}",
    "a module as a value": f"import sys\nx = sys\nprint(x)\n{SPARE}",
    "an annotation that runs": f"from typing import get_type_hints\nprint(get_type_hints)\n{SPARE}",
    "lines that are joined": "exec('\\n'.join([\n{}]))\n",
}


@pytest.mark.parametrize("hidden", INCOMPARABLE)
def test_code_that_cannot_be_compared_is_pointed_out(hidden):
    own = with_other_names(ASTAR).replace('"', "'").replace("'''", "'")
    packed = b64encode(f"{own}\n# {'x' * 4000}\n".encode()).decode()
    lines = "".join(f"{line!r},\n" for line in own.splitlines())
    text = packed if "packed" in hidden else lines if "'.join" in INCOMPARABLE[hidden] else own
    copy = INCOMPARABLE[hidden].replace("{}", text)
    ast.parse(copy)  # the beacon: it runs
    assert sketch(copy)[0] == UNCOMPARED


def test_honest_code_is_compared():
    honest = f"# {'instructions ' * 999}\ndef h(node):\n    return 0\n"
    pattern = f"import re\nwords = re.compile('x')\n{ASTAR}\nprint(words)\n"
    for text in (ASTAR, BREADTH, honest, pattern, ""):
        assert sketch(text)[:1] != (UNCOMPARED,)


def test_a_file_that_is_too_long_to_compare_is_pointed_out():
    files = {"search.py": b"from lib import search\n" + BREADTH.encode()}
    for rest, is_long in (("", False), ("x = 0\n" * 2**18, True)):
        files["lib.py"] = f"{ASTAR}\n{rest}".encode()
        assert (sketch_of(files)[0] == UNCOMPARED) == is_long


def test_a_compiled_file_is_left_out_with_a_note():
    contents = SubmissionFiles()
    for name in ("core.pyc", "old/core.PYC", "core.cpython-311-x86_64-linux-gnu.so", "core.py"):
        contents._store(name, b"x")
    assert [*contents.files] == ["core.py"]
    assert contents.notes[0] == "left out: core.pyc, a compiled file: hand in its source code"


def test_a_file_in_another_folder_hides_no_copy(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "search.py").write_text(BREADTH, "utf-8")
    (tmp_path / "search.py").write_text(ASTAR, "utf-8")
    runner = SimpleNamespace(_folder=str(tmp_path))
    both = {"search.py": ASTAR.encode(), "old/search.py": BREADTH.encode()}
    assert SubmissionRunner._sketch(runner) == sketch_of(both)


def test_a_coding_of_its_own_hides_no_copy():
    body = "".join(f"\\x{ord(one):02x}" if one not in "\n" else one for one in ASTAR)
    copy = f"# coding: unicode_escape\n{body}"
    ast.parse(copy.encode())  # the beacon: it runs
    sketches = {"a": sketch(ASTAR), "b": sketch(copy)}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


def test_a_program_in_a_text_that_runs_is_alike():
    plain = ASTAR.replace('"', "'").replace("'''", "'")
    for text in (f"exec('''{plain}''')", f"exec({plain!r})"):
        assert pairs(a=plain, b=f"mine = 1\n{text}\n") == [("a", "b")]


def test_pairs_are_those_that_all_pairs_would_give():
    random = Random(3)
    pool = [random.randrange(1, 2**32) for _ in range(8000)]
    sketches = {}
    for name in range(80):
        first, size = random.randrange(6400), random.choice((400, 800, 1500))
        own = random.sample(pool[first : first + 1600], size) + [random.randrange(2**32)] * 20
        sketches[str(name)] = tuple(sorted(set(own))[:1000])
    found = {(one, other): share for one, other, share in alike(sketches)}
    times = Counter(number for sketch in sketches.values() for number in sketch)
    assert max(times.values()) <= 40  # otherwise some are left out
    for one, other in combinations(sketches, 2):
        both = [sketches[name] for name in (one, other)]
        end = min((max(sketch) for sketch in both if len(sketch) == 1000), default=2**32)
        mine, theirs = ({number for number in sketch if number <= end} for sketch in both)
        share = len(mine & theirs) / min(len(mine), len(theirs))
        assert found.get((one, other), 0) == (share if share >= 0.75 else 0)
    assert 10 < len(found) < 1000


def test_a_notebook_is_like_the_script_that_its_cells_hold():
    copy = with_other_names(ASTAR)
    half = copy.index("\n", len(copy) // 2)
    sources = [copy[:half], ["# more\n", copy[half:]]]
    cells = [{"cell_type": "code", "source": one} for one in sources]
    cells.append({"cell_type": "markdown", "source": "words " * 999})
    notebook = json.dumps({"cells": cells})
    sketches = {"a": sketch(ASTAR), "b": sketch(notebook, "search.ipynb")}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]
    page = [{"cell_type": "code", "source": f"%%html\n{BREADTH * 9}"}]
    sketches["b"] = sketch(json.dumps({"cells": cells + page}), "search.ipynb")
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]
    odd = json.dumps({"cells": [{"cell_type": "code", "source": "\ud800 = 1"}]})
    for empty in ("", "\xff", '{"cells": 1}', '{"cells": [{"cell_type": "code"}]}'):
        assert sketch(empty, "search.ipynb") == ()
    for damaged in (odd, "[" * 10**5):
        assert sketch(damaged, "search.ipynb")[0] == UNCOMPARED


def test_programs_written_apart_are_not_alike():
    assert pairs(a=ASTAR, b=HONEST["algorithm"], c=BREADTH) == []


def test_what_was_handed_out_is_left_out():
    given = HONEST["problem"] * 4
    own = [ASTAR, BREADTH, HONEST["algorithm"], with_other_names(ASTAR)]
    class_ = {name: given + text for name, text in zip("abcd", own, strict=True)}
    assert pairs(**class_) == [("a", "d")]
    assert len(pairs(a=given, b=given + "mine = 1")) == 1  # two are too few to tell


def test_short_programs_are_alike_by_nature():
    assert pairs(a="def h(node): return 0", b="def h(node): return 1") == []


def test_any_bytes_have_a_sketch():
    for text in (
        b"",
        b"\xff\xfe\x00" * 99,
        b"'''" * 99_999,
        b"(" * 10**5,
        b"\xed\xa0\x80",
    ):
        assert len(sketch(text)) <= LONGEST_SKETCH


OTHER_FILES = {
    "notes.txt": ASTAR.encode(),
    "long.txt": ASTAR.encode() + b"# a comment\n" * 2**15,
    "lib.py": archive("core.py"),
    "lib.ipynb": archive("core.py"),
    "data.ipynb": ASTAR.encode(),
}


@pytest.mark.parametrize(
    ("name", "is_alike", "is_uncompared"),
    [
        ("notes.txt", True, False),
        ("long.txt", True, False),
        ("lib.py", True, True),
        ("lib.ipynb", True, True),
        ("data.ipynb", True, False),
    ],
)
def test_code_in_a_file_with_another_ending_is_compared_or_pointed_out(
    name, is_alike, is_uncompared
):
    files = {"search.py": BREADTH.encode(), name: OTHER_FILES[name]}
    data = json.dumps({str(number): [number] for number in range(9999)}).encode()
    found = sketch_of(files | {"data.json": data, "answer.toml": b"cost = 3\n"})
    pairs = alike({"a": sketch(ASTAR), "b": found})
    assert [pair[:2] for pair in pairs] == [("a", "b")] * is_alike
    assert (found[0] == UNCOMPARED) == is_uncompared


USED_SECRETLY = {
    "its globals": ("x", "search.__globals__['real' + '_search'](problem, h)"),
    "a frame": ("import sys", "sys._getframe().f_globals['real' + '_search'](problem, h)"),
    "a dict": ("x = search", "vars(x)['real' + '_search'](problem, h)"),
}


@pytest.mark.parametrize(("line", "call"), USED_SECRETLY.values(), ids=USED_SECRETLY)
def test_a_function_that_only_seems_unused_is_alike_and_pointed_out(line, call):
    own = with_other_names(ASTAR).replace("def search(", "def real_search(")
    copy = f"{own}\n{various(1)}\n{line}\ndef search(problem, h):\n    return various0({call})\n"
    ast.parse(copy)  # the beacon: it runs
    sketches = {"a": sketch(ASTAR), "b": sketch(copy)}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]
    assert sketches["b"][0] == UNCOMPARED


HONEST_WORK = {
    "a notebook with pictures and magic": (
        "search.ipynb",
        json.dumps(
            {
                "cells": [
                    {"cell_type": "code", "source": "%matplotlib inline\nimport heapq, time"},
                    {
                        "cell_type": "code",
                        "source": ASTAR,
                        "outputs": [{"data": {"image/png": "iVBORw0KGgoAAAANSUhEUg" * 999}}],
                    },
                ]
            }
        ),
    ),
    "a notebook that writes its helper": (
        "search.ipynb",
        json.dumps(
            {
                "cells": [
                    {"cell_type": "code", "source": "%%writefile helper.py\nleast = 3"},
                    {"cell_type": "code", "source": f"from helper import least\n{ASTAR}"},
                ]
            }
        ),
    ),
    "a dataclass with type hints": (
        "search.py",
        "from __future__ import annotations\nfrom dataclasses import dataclass, field\n"
        "from typing import Any, Optional\n\n@dataclass(order=True)\nclass Entry:\n    f: float\n"
        "    code: Any = field(compare=False)\n\n    def __post_init__(self) -> None:\n"
        "        self.types: list[str] = list(map(type(self).__name__.join, [])) or ['x']\n"
        f"        self.f_score = getattr(self, 'f', None)\n{ASTAR}",
    ),
    "common modules and words": (
        "search.py",
        "import argparse, csv, logging, types, unittest\nimport networkx as nx, pandas as pd\n"
        "import matplotlib.pyplot as plt\nprint(plt.cm, {'exec': 1, 'modules': 2}['exec'])\n"
        f"from aima_search.search import Problem\n{ASTAR}",
    ),
    "a main block": (
        "search.py",
        f"import sys\nsys.setrecursionlimit(9999)\n{ASTAR}\nif __name__ == '__main__':\n"
        "    import doctest, timeit\n    doctest.testmod()\n    open('x', 'w').write('')\n",
    ),
    "a pattern database beside it": (
        "search.py",
        f"import json, os, re\nhere = os.path.dirname(__file__)\nwords = re.compile('x')\n"
        f"with open(os.path.join(here, 'data.json')) as f:\n    table = json.load(f)\n{ASTAR}",
    ),
    "a cache in a file": (
        "search.py",
        f"import json\n{ASTAR}\nwith open('data.json', 'w') as f:\n    json.dump({{}}, f)\n",
    ),
    "a board in a text": (
        "search.py",
        f"BOARD = '{'53..7....6..195....98....6.8...6...34..8.3..17...2' * 9}'\n{ASTAR}",
    ),
}


@pytest.mark.parametrize(("name", "text"), HONEST_WORK.values(), ids=HONEST_WORK)
def test_honest_work_is_not_pointed_out(name, text):
    files = {name: text.encode(), "report.pdf": b"%PDF\xff" * 999, "data.json": b'{"12": 3}'}
    assert sketch_of(files)[0] != UNCOMPARED


def test_an_own_file_gives_no_leave_for_a_module_of_python():
    files = {"search.py": f"import timeit\n{ASTAR}".encode(), "timeit.py": b"x = 1\n"}
    assert sketch_of(files)[0] == UNCOMPARED


TABLES = {"numbers.csv": b"1,2,3\n" * 99, "names.csv": b"'class',2,3\n" * 30_000}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_not_parsed_as_a_program(monkeypatch, name):
    ast.parse(TABLES[name][:120])  # the beacon: rows of a table are valid Python
    parse = Mock(wraps=ast.parse)
    monkeypatch.setattr(ast, "parse", parse)
    found = sketch_of({"search.py": ASTAR.encode(), name: TABLES[name]})
    assert TABLES[name] not in [call.args[0] for call in parse.call_args_list]
    assert found[0] != UNCOMPARED


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [(VALUE, "x", (UNCOMPARED,)), ("raised", "x", (UNCOMPARED,)), (VALUE, [7], (7,))],
)
def test_a_sketch_is_made_in_a_separate_process(kind, value, expected):
    commands = []

    def started(*asked):
        commands.append([])

        def answer(request, clock, memory, own=commands[-1]):
            number, _, command, _ = pickle.loads(request)
            own.append(command)
            return encode(number, *((kind, value) if command == "sketch" else (VALUE, [])))

        child = Mock(
            greeting={"protections": {}},
            worker=os.getpid(),
            largest=0,
            company_seconds=0.0,
            queue_seconds=0.0,
            call=answer,
        )
        child.company.return_value = []
        return sandbox.Sandbox(child, "", sandbox.CheckLimits(), Mock())

    request = sandbox.SubmissionRequirements("heuristic", "search.py", "search", ())
    pool = Mock(open=Mock(side_effect=started))
    session = sandbox.SandboxSession(SubmissionFiles(), request, sandbox.CheckLimits(), pool)
    for _ in range(2):
        with session.check():
            pass
    assert commands == [["sketch"], *2 * [["load", "confirm"]]]
    assert session.sketch == expected


def test_sketches_of_long_programs_tell_about_the_share_of_all():
    random = Random(1)
    numbers = [random.randrange(2**32) for _ in range(6000)]
    sketches = {
        name: tuple(sorted(numbers[first : first + count])[:1000])
        for name, first, count in (("a", 0, 4000), ("b", 500, 4000), ("c", 3000, 600))
    }
    shares = {(first, second): share for first, second, share in alike(sketches)}
    assert shares.keys() == {("a", "b"), ("a", "c"), ("b", "c")}
    assert abs(shares["a", "b"] - 3500 / 4000) < 0.04
    assert shares["a", "c"] == shares["b", "c"] == 1.0
