"""The archive of code: what is in it runs without what a browser has not."""

import json
import subprocess
import sys
from importlib.metadata import Distribution
from inspect import getsource
from io import BytesIO
from itertools import compress
from zipfile import ZipFile

import pytest

from aima_search.apps.play import export as module
from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.export import pack_code
from tests.test_bare_python import ABSENT


def unpacked(archive, folder):
    ZipFile(BytesIO(archive)).extractall(folder)
    return folder


def run(folder, script):
    """Run a script with nothing but the standard library and the code of a folder."""
    prelude = f"import sys; sys.modules.update(dict.fromkeys({ABSENT}))\n"
    prelude += f"sys.path.insert(0, {str(folder)!r})\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", prelude + script],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_archive_is_the_same_each_time_and_has_what_a_page_needs():
    archive = pack_code().archive
    assert archive == pack_code().archive
    names = ZipFile(BytesIO(archive)).namelist()
    assert {"aima_search/apps/play/game.py", "aima_search/apps/play/conversation.py"} <= set(names)
    assert "puzzles/movix/levels/1-first.txt" in names
    assert "heuristics/movix.py" in names
    assert "aima_search/display/page.html.jinja" in names
    behind = (
        "aima_search/cli",
        *(f"aima_search/apps/play/{name}" for name in ("page", "front_ends", "export", "server")),
        "tests",
    )
    assert [name for name in names if name.startswith(behind) or "__pycache__" in name] == []


MOVIX = {"puzzle": "movix", "board": "2-tiny"}
HITORI = {"puzzle": "hitori", "board": "04x04-easy"}
SEARCHES = [
    {**MOVIX, "algorithm": "astar", "heuristic": "max(combined, zero)"},
    {**MOVIX, "algorithm": "uniform-cost"},
]
SHOWN = {
    **{name: {} for name in ("picture", "frontier", "tree", "solution", "table")},
    "curves": {"points": 20},
    "differences": {"searches": [0, 1]},
}
CONVERSATION = [
    *({"ask": "catalog"}, {"ask": "puzzle", "puzzle": "movix"}, {"ask": "board", **MOVIX}),
    {"ask": "generate", "puzzle": "hitori", "seed": 3, "options": {"size": "5"}},
    {"ask": "board", "puzzle": "movix", "board": "no board"},
    {"ask": "view", "epoch": 0},
    *({"ask": "rules", "puzzle": name} for name in ("movix", "hitori")),
    *({"ask": "play", "epoch": 1, **MOVIX}, {"ask": "optimum", "epoch": 1, "at": 0}),
    {"ask": "hint", "detail": 3, "epoch": 1, "at": 0},
    {"ask": "do", "action": 1, "epoch": 1, "at": 0},
    *({"ask": ask, "epoch": 1, "at": at} for at, ask in ((1, "optimum"), (1, "undo"), (2, "redo"))),
    *({"ask": "play", "epoch": 2, **HITORI}, {"ask": "hint", "detail": 3, "epoch": 2, "at": 0}),
    {"ask": "restart", "epoch": 2, "at": 0},
    {"ask": "open", "epoch": 3, "searches": SEARCHES},
    {"ask": "go", "epoch": 3, "step": 2**50},
    {"ask": "go", "epoch": 3, "step": 3, "show": SHOWN},
    {"ask": "truth", "epoch": 3, "search": 0, "step": 3, "node": 2},
    *(
        {"ask": "download", "epoch": 3, "what": what, "searches": [0, 1]}
        for what in ("csv", "trace", "python")
    ),
]


def talk(answer, conversation):
    """Yield the answers, each as soon as its search has ended."""
    for request in conversation:
        while True:
            reply = json.loads(answer(json.dumps({"version": 1, **request})))
            content = reply.get("answer", {})
            searches = content.get("searches", []) if isinstance(content, dict) else []
            searching = isinstance(content, dict) and content.get("status") == "searching"
            if not searching and all(search["position"]["ended"] for search in searches):
                break
            if request["ask"] == "open":
                break
        yield reply


def without_what_varies(reply):
    """Return an answer without what was installed, and without a preparation that took long."""
    answer = reply.get("answer")
    if not isinstance(answer, dict):
        return reply
    if "puzzles" in answer:
        answer["puzzles"].sort(key=lambda one: one["name"])  # in the order of imports
    if table := answer.get("table"):
        kept = [one["name"] != "prepared in" for one in table["columns"]]
        for row in (table["columns"], *table["rows"], *table["best"]):
            row[:] = compress(row, kept)
    text = answer.get("text")
    lines = [line for line in (text or "").splitlines() if "numpy" not in line]
    return {**reply, "answer": lines} if text else reply


def differing(one, other, place=""):
    """Yield the places of two answers at which they differ, with what stands there."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from differing(one[name], other[name], f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, pair in enumerate(zip(one, other, strict=True)):
            yield from differing(*pair, f"{place}[{at}]")
    elif one != other:
        yield f"{place}: {str(one)[:300]} and {str(other)[:300]}"


@pytest.mark.gate("a process without site packages")
def test_a_conversation_of_the_archive_answers_as_one_does_here(tmp_path):
    folder = unpacked(pack_code().archive, tmp_path)
    imports = "import json\nfrom aima_search.apps.play.conversation import answer\n"
    script = imports + getsource(talk)
    asking = f"for reply in talk(answer, {CONVERSATION}): print(json.dumps(reply))"
    there = [json.loads(line) for line in run(folder, script + asking).splitlines()]
    conversation = PageRequestDispatcher()
    here = talk(lambda text: json.dumps(conversation.answer(json.loads(text))), CONVERSATION)
    faults = []
    for request, reply, expected in zip(CONVERSATION, there, here, strict=True):
        if "error" in reply:
            faults.append((request["ask"], reply["error"]["kind"]))
        sides = without_what_varies(reply), without_what_varies(expected)
        assert list(differing(*sides)) == [], request
    assert faults == [("board", "BoardError"), ("view", "InputError")]


PLUGIN = """
from aima_search.model.heuristic import register_heuristic

@register_heuristic("movix", "strange", admissible=True)
def strange(problem):
    return lambda node: 0
"""


class Stranger(Distribution):
    """The distribution of a third-party plug-in, in a folder."""

    def __init__(self, folder, requires="aima-search>=0.1"):
        self.folder, self.needs = folder, requires

    def read_text(self, filename):
        return {
            "METADATA": f"Name: strange-one\nVersion: 1.5\nRequires-Dist: {self.needs}\n",
            "entry_points.txt": "[aima_search.heuristics]\nmine = strange_one.heuristics\n",
        }.get(filename)

    def locate_file(self, path):
        return self.folder / path


@pytest.fixture
def third_party(tmp_path, monkeypatch):
    """Return what installs a plug-in: files by name, what it requires."""

    def install(files, requires="aima-search>=0.1"):
        folder = tmp_path / "site"
        for name, text in files.items():
            path = folder / "strange_one" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        dist = Stranger(folder, requires)
        points = {"aima_search.heuristics": list(dist.entry_points), "aima_search.puzzles": []}
        points = {group: [point._for(dist) for point in found] for group, found in points.items()}
        monkeypatch.setattr(module, "entry_points", lambda group: points.get(group, ()))
        return pack_code()

    return install


@pytest.mark.gate("a process without site packages")
def test_a_pure_plug_in_of_others_comes_along_and_is_known_there(third_party, tmp_path):
    code = third_party({"__init__.py": "", "heuristics.py": PLUGIN, "data/one.txt": "1"})
    assert (code.plugins, code.left_out) == (["strange-one"], [])
    folder = unpacked(code.archive, tmp_path / "unpacked")
    assert (folder / "strange_one" / "data" / "one.txt").read_text() == "1"
    script = "import heuristics; print('strange' in heuristics.names('movix'))"
    assert run(folder, script) == "True\n"


@pytest.mark.parametrize(
    ("files", "requires", "reason"),
    [
        ({"fast.so": ""}, "aima-search", "it is not pure Python (strange_one/fast.so)"),
        ({}, "numpy>=1.20", "it needs numpy, which the page does not have"),
        (None, "aima-search", "the files of its module 'strange_one' were not found"),
    ],
)
def test_what_does_not_run_in_a_browser_is_left_out_and_reported(
    third_party, files, requires, reason
):
    given = {} if files is None else {"__init__.py": "", "heuristics.py": PLUGIN, **files}
    code = third_party(given, requires)
    assert (code.plugins, code.left_out) == ([], [f"strange-one: {reason}"])
    assert not [name for name in ZipFile(BytesIO(code.archive)).namelist() if "strange" in name]


def test_nothing_but_the_three_packages_is_packed():
    with ZipFile(BytesIO(pack_code().archive)) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {"aima_search", "puzzles", "heuristics"} <= tops
    assert not {"tests", "docs", ".git", ".venv", "build"} & tops
