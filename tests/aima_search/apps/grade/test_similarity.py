"""How alike submissions are: the same under other names, different if written apart."""

import ast
import json
import re
from collections import Counter
from itertools import combinations
from random import Random
from types import SimpleNamespace

import pytest

from aima_search.apps.grade.sandbox_main import SubmissionRunner
from aima_search.apps.grade.similarity import alike, sketch_of
from tests.aima_search.apps.grade.test_algorithm_parts import ASTAR, BREADTH
from tests.attacks.submissions import HONEST


def sketch(text, name="search.py", wanted=""):
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return sketch_of({name: content}, wanted)


def pairs(**texts):
    return [(first, second) for first, second, _ in alike({k: sketch(v) for k, v in texts.items()})]


def with_other_names(text):
    for name in ("start", "best", "waiting", "number", "node", "child", "known"):
        text = re.sub(rf"\b{name}\b", f"my_{name}", text)
    return '"""All my own."""\n' + text.replace("while", "# on and on\n    while")


def test_other_names_texts_and_comments_hide_nothing():
    assert pairs(a=ASTAR, b=with_other_names(ASTAR)) == [("a", "b")]


HIDDEN = {
    "a comment longer than a large file": f"# {'x' * 2**22}\n{{}}",
    "a long comment": f"# {'x' * 2**18}\n{{}}",
    "dead lines": "{}\n" + "".join(f"spare{n} = {n} * (2 + {n})\n" for n in range(60)),
    "dead functions": "{}\n" + "".join(f"def f{n}(x):\n  return x[{n}] + x\n" for n in range(30)),
    "a branch that is never taken": "{}\nif 0:\n" + "    print(1, [2, 3], 4)\n" * 60,
}


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_executed_hides_no_copy(text):
    copy = text.replace("{}", with_other_names(ASTAR))
    ast.parse(copy)  # the beacon: it runs
    sketches = {"a": sketch(ASTAR, wanted="search"), "b": sketch(copy, wanted="search")}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


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
    sketches = {"a": sketch(ASTAR, wanted="search"), "b": sketch(copy, wanted="search")}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


def test_a_file_in_another_folder_hides_no_copy(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "search.py").write_text(BREADTH, "utf-8")
    (tmp_path / "search.py").write_text(ASTAR, "utf-8")
    runner = SimpleNamespace(_folder=str(tmp_path))
    both = {"search.py": ASTAR.encode(), "old/search.py": BREADTH.encode()}
    assert SubmissionRunner._sketch(runner, "search") == sketch_of(both, "search")


def test_a_coding_of_its_own_hides_no_copy():
    body = "".join(f"\\x{ord(one):02x}" if one not in "\n" else one for one in ASTAR)
    copy = f"# coding: unicode_escape\n{body}"
    ast.parse(copy.encode())  # the beacon: it runs
    sketches = {"a": sketch(ASTAR, wanted="search"), "b": sketch(copy, wanted="search")}
    assert [pair[:2] for pair in alike(sketches)] == [("a", "b")]


def test_a_program_in_a_text_that_runs_is_alike():
    plain = ASTAR.replace('"', "'").replace("'''", "'")
    for text in (f"exec('''{plain}''')", f"exec({plain!r})"):
        assert pairs(a=plain, b=f"mine = 1\n{text}\n") == [("a", "b")]


def test_pairs_are_those_that_all_pairs_would_give():
    random = Random(3)
    pool = [random.randrange(2**32) for _ in range(4000)]
    sketches = {}
    for name in range(80):
        first = random.randrange(3400)
        own = random.sample(pool[first : first + 600], 500) + [random.randrange(2**32)] * 20
        sketches[str(name)] = tuple(sorted(set(own))[:400])
    found = {(one, other): share for one, other, share in alike(sketches)}
    times = Counter(number for sketch in sketches.values() for number in sketch)
    assert max(times.values()) <= 40  # otherwise some are left out
    for one, other in combinations(sketches, 2):
        least = sorted({*sketches[one], *sketches[other]})[:400]
        shared = len({*least} & {*sketches[one]} & {*sketches[other]})
        assert found.get((one, other), 0) == (share if (share := shared / 400) >= 0.6 else 0)
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
    for damaged in (
        odd,
        "",
        "[" * 10**6,
        '{"cells": 1}',
        '{"cells": [{"cell_type": "code"}]}',
        "\xff",
    ):
        assert sketch(damaged, "search.ipynb") == ()


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
        b"(" * 10**6,
        b"\xed\xa0\x80",
    ):
        assert len(sketch(text)) <= 400
    assert sketch(ASTAR, "notes.txt") == ()


def test_sketches_of_long_programs_tell_about_the_share_of_all():
    random = Random(1)
    numbers = [random.randrange(2**32) for _ in range(6000)]
    sketches = {
        name: tuple(sorted(numbers[first : first + 4000])[:400])
        for name, first in {"a": 0, "b": 500, "c": 2000}.items()
    }
    [(first, second, share)] = alike(sketches)
    assert (first, second) == ("a", "b")
    assert abs(share - 3500 / 4500) < 0.06
