"""Programs for other search modules: copies are recognised, and imports become ours."""

import ast
import json
import subprocess
import sys

import pytest

import aima_search.search
from aima_search.base.errors import InputError
from aima_search.textbook import porting
from aima_search.textbook.porting import form_of, forms, read_copy, read_program

COPY = '''
from collections import deque
import itertools

class Problem:
    def __init__(self, initial, goal=None):
        self.initial, self.goal = initial, goal

    def goal_test(self, state):
        return state == self.goal

class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent = state, parent

def breadth_first_graph_search(problem):
    """Find a goal."""
    reached, waiting = set(), deque([Node(problem.initial)])
    while waiting:
        node = waiting.popleft()
        if problem.goal_test(node.state):
            return node
        for action in problem.actions(node.state):
            after = problem.result(node.state, action)
            if after not in reached:
                reached.add(after)
                waiting.append(Node(after, node))

class EightPuzzle(Problem):
    def actions(self, state):
        return ["up"]

romania_map = {"Arad": 1}
'''


def parts_of(text):
    return porting._parts_of(ast.parse(text))


@pytest.fixture
def known_forms(monkeypatch):
    """Take the copy above for the textbook's module."""
    monkeypatch.setattr(porting, "forms", lambda: {"romania_map": []})
    known = {name: [form_of(part)] for name, part in parts_of(COPY).items()}
    monkeypatch.setattr(porting, "forms", lambda: known)


def write(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)


def changed(folder, script, name="search", text=COPY):
    """Return the text of a script next to a copy, with changed imports, and what was found."""
    write(folder, **{name: text, "script": script})
    program = read_program(folder / "script.py", {name: read_copy(folder / f"{name}.py")})
    return program.text, program


def test_a_form_ignores_layout_comments_and_docstrings_and_nothing_else():
    one = ast.parse('def f(x, *, y=1):\n    """Say."""\n    return [x, -y]  # both\n')
    same = ast.parse("def f(x, *,\n      y=1): return [x, -y]")
    assert form_of(one.body[0]) == form_of(same.body[0]) == "2c3f039ae2"
    other = ast.parse("def f(x, *, y=2): return [x, -y]")
    assert form_of(other.body[0]) != form_of(one.body[0])
    only = ast.parse('class A:\n    """Say."""\n')
    assert form_of(only.body[0]) == form_of(ast.parse("class A: pass").body[0])


def test_the_published_forms_are_in_the_package():
    text = "class Problem:\n def result(self, state, action): raise NotImplementedError"
    [(name, method)] = parts_of(text).items()
    assert form_of(method) in forms()[name]
    assert len(forms()) > 250


QUEUE = "class PriorityQueue:\n    def append(self, item):\n        push(self.heap, {})\n"


@pytest.mark.parametrize(
    ("text", "module"),
    [
        (COPY, "search2020"),
        (COPY + QUEUE.format("(self.f(item), item)"), "search2020"),
        (COPY + QUEUE.format("(self.f(item), next(self.counter), item)"), "search"),
        ("from aima.utils import *\n" + COPY, "search"),
        ("class Problem:\n    def successor(self): ...\ndef tree_search(p): ...", "search2e"),
        (
            "class Problem:\n    def is_goal(self): ...\n"
            "def expand(problem, node): ...\ndef best_first_search(p): ...",
            "search4e",
        ),
    ],
)
def test_a_copy_is_replaced_by_the_module_with_its_queue_and_its_dialect(tmp_path, text, module):
    write(tmp_path, search=text)
    assert read_copy(tmp_path / "search.py").module == module


def test_the_queue_may_be_in_the_utils_next_to_the_copy(tmp_path):
    write(tmp_path, search=COPY, utils=QUEUE.format("(self.f(item), self.counter, item)"))
    assert read_copy(tmp_path / "search.py").module == "search"


def test_other_modules_are_no_copies_and_python_2_is_refused(tmp_path):
    script = "from search import Problem, astar_search\nclass Mine(Problem): ...\n"
    write(tmp_path, search="def depthFirstSearch(problem): ...", old="print 'no'\n", mine=script)
    assert read_copy(tmp_path / "search.py") is None
    assert read_copy(tmp_path / "mine.py") is None
    with pytest.raises(InputError, match=r"old.py, line 1: .* convert"):
        read_copy(tmp_path / "old.py")


def test_what_somebody_changed_and_added_is_named(tmp_path, known_forms):
    text = COPY.replace("reached.add(after)", "pass").replace('"Arad": 1', '"Arad": 2')
    text += "class Mine(Problem):\n    def actions(self): ...\ndef gas(node): ...\n"
    text = text.replace("class EightPuzzle(Problem):", "class EightPuzzle(Problem):\n    x = 1\n"
                        "    def shuffle(self): ...\n")  # fmt: skip
    write(tmp_path, search=text)
    copy = read_copy(tmp_path / "search.py")
    assert copy.changed == ("breadth_first_graph_search", "romania_map")
    assert copy.added == ("EightPuzzle.shuffle", "Mine", "gas")
    write(tmp_path, search=COPY)
    copy = read_copy(tmp_path / "search.py")
    assert (copy.changed, copy.added) == ((), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from search import *", "from aima_search.search2020 import *"),
        ("from .search import Node, Problem", "from aima_search.search2020 import Node, Problem"),
        ("from search import Node as N  # n", "from aima_search.search2020 import Node as N  # n"),
        ("import search", "from aima_search import search2020 as search"),
        ("import search as s, os", "from aima_search import search2020 as s\nimport os"),
        ("from aima3.search import *", "from aima_search.search2020 import *"),
        ("from aima.search import *", "from aima_search.search import *"),
        ("from aima import search", "from aima_search import search"),
        ("import aima3.search as se", "from aima_search import search2020 as se"),
        ("from simpleai.search import astar", "from aima_search.simpleai import astar"),
        ("from simpleai.search.viewers import BaseViewer",
         "from aima_search.simpleai import BaseViewer"),
        ("from simpleai.search import astar, backtrack",
         "from aima_search.simpleai import astar\nfrom simpleai.search import backtrack"),
        ("from search import *\nprint(Node, gas)",
         "from aima_search.search2020 import *\nfrom search import gas\nprint(Node, gas)"),
        ("from search import *\nitertools.count()",
         "from aima_search.search2020 import *\nimport itertools\nitertools.count()"),
        ("def f():\n    x = 'é'; from search import (\n        Node,\n    ); return x\n",
         "def f():\n    x = 'é'; from aima_search.search2020 import Node; return x\n"),
        ("import os\nfrom math import pi", "import os\nfrom math import pi"),
    ],
)  # fmt: skip
def test_imports_become_ours_and_nothing_else_changes(tmp_path, known_forms, old, new):
    text, program = changed(tmp_path, old, text=COPY + "def gas(node): ...\n")
    assert text == new
    assert (program.lacks, program.by_hand) == ({}, [])
    ast.parse(text)


def test_a_changed_problem_stays_the_copys_and_a_changed_search_does_not(tmp_path, known_forms):
    copy = COPY.replace('["up"]', '["down"]').replace("reached.add(after)", "pass")
    script = "from search import *\nbreadth_first_graph_search(EightPuzzle(1))"
    text, _ = changed(tmp_path, script, text=copy)
    assert text.startswith("from aima_search.search2020 import *\nfrom search import EightPuzzle\n")


@pytest.mark.parametrize(
    ("script", "new"),
    [
        ("from aima.search import EightPuzzle, tree_search",
         "from aima_search.search2020 import tree_search\nfrom aima.search import EightPuzzle"),
        ("from aima import search", "from aima_search import search2020 as search"),
        ("from .aima.search import Node", "from aima_search.search2020 import Node"),
    ],
)  # fmt: skip
def test_a_copy_is_found_where_the_script_imports_it_from(tmp_path, known_forms, script, new):
    (tmp_path / "aima").mkdir()
    write(tmp_path / "aima", search=COPY.replace('["up"]', '["down"]'))
    write(tmp_path, script=script)
    program = read_program(tmp_path / "script.py", {})
    assert program.text == new
    assert [copy.changed for copy in program.copies.values()] == [("EightPuzzle.actions",)]


HELPERS = """
def slides(state, far=1):
    return near(state, far)

def near(state, far):
    return ["up"] * far

def queued(first):
    return [first]
"""


def test_what_uses_a_changed_helper_stays_the_copys_or_is_named(tmp_path, monkeypatch):
    copy = COPY.replace('["up"]', "slides(state)").replace("deque([", "queued([") + HELPERS
    known = {name: [form_of(part)] for name, part in parts_of(copy).items()}
    monkeypatch.setattr(porting, "forms", lambda: known)
    copy = copy.replace('["up"] * far', '["up", "down"]').replace("[first]", "[first][:1]")
    script = "from search import *\nbreadth_first_graph_search(EightPuzzle(1))"
    text, program = changed(tmp_path, script, text=copy)
    assert text.startswith("from aima_search.search2020 import *\nfrom search import EightPuzzle\n")
    line = "from search import breadth_first_graph_search"
    [note] = program.by_hand
    assert note.startswith("breadth_first_graph_search: your copy changed queued;")
    assert note.endswith(line)
    ported = f"{text}\n{line}"  # as the note says
    assert changed(tmp_path, ported, text=copy)[0] == ported


def test_a_parameter_hides_a_changed_function_of_the_same_name(tmp_path, monkeypatch):
    copy = COPY + "def near(state): ...\ndef far(near):\n    return near\n"
    known = {name: [form_of(part)] for name, part in parts_of(copy).items()}
    monkeypatch.setattr(porting, "forms", lambda: known)
    write(tmp_path, search=copy.replace("near(state): ...", "near(state): return 1"))
    assert read_copy(tmp_path / "search.py").differs == {"near": "your copy changed near"}


def test_a_change_in_the_utils_of_a_copy_counts(tmp_path, known_forms):
    copy = COPY.replace("class Node:", "class Vertex:").replace("Node(", "Vertex(")
    write(tmp_path, utils="class Node:\n    def __init__(self): ...\n")
    copy += "class Mine(Problem):\n    def actions(self, state):\n        return [Node()]\n"
    write(tmp_path, search="from utils import *\n" + copy)
    read = read_copy(tmp_path / "search.py")
    assert read.differs["Mine"] == "your copy changed Node.__init__, Mine"


def test_functions_that_differ_in_old_copies_are_named(tmp_path, known_forms):
    copy = (
        COPY
        + """
def simulated_annealing(problem):
    current = Node(problem.initial)
    return current

def genetic_search(problem, fitness_fn, ngen=1000):
    return ngen
"""
    )
    script = "from search import simulated_annealing, genetic_search\n"
    _, program = changed(tmp_path, script, text=copy)
    assert program.by_hand == [
        "genetic_search: takes (problem, fitness_fn, ngen) in your copy, here"
        " (problem, ngen, pmut, n, seed); to use your copy, add: from search import genetic_search",
        "simulated_annealing: returns a node in your copy, here the state of this node; to use"
        " your copy, add: from search import simulated_annealing",
    ]
    newer = copy.replace("return current", "return current.state")
    assert len(changed(tmp_path, script, text=newer)[1].by_hand) == 1
    assert changed(tmp_path, "from search import Node\n", text=copy)[1].by_hand == []


def test_other_parts_of_the_textbook_are_kept(tmp_path):
    write(tmp_path, script="from aima import logic, csp\nimport aima3.search\n")
    program = read_program(tmp_path / "script.py", {})
    assert program.changes == []
    assert "line 1 imports aima.logic, aima.csp: keep" in program.by_hand[0]
    write(tmp_path, script="from aima import search, logic\n")
    program = read_program(tmp_path / "script.py", {})
    assert program.text == "from aima_search import search\nfrom aima import logic\n"
    assert program.by_hand == []


def test_the_utils_of_the_textbook_are_replaced_and_other_utils_are_not(tmp_path, known_forms):
    script = "from utils import *\n"
    assert changed(tmp_path, script)[0] == script
    write(tmp_path, utils="def mine(): ...")
    assert changed(tmp_path, script)[0] == script
    write(tmp_path, utils="class Node:\n    def __init__(self, state, parent=None):\n"
          "        self.state, self.parent = state, parent\n")  # fmt: skip
    assert changed(tmp_path, script)[0] == "from aima_search.utils2020 import *\n"


def test_names_that_nobody_has_are_named_with_the_nearest(tmp_path):
    _, program = changed(tmp_path, "from search import astar_serch\n")
    assert program.lacks == {"astar_serch": "astar_search"}
    _, program = changed(tmp_path, "from search import *\nastar_serch(x := 1, len, x)\n")
    assert program.lacks == {"astar_serch": "astar_search"}
    _, program = changed(tmp_path, "from search import *\nfrom tk import *\nastar_serch()\n")
    assert program.lacks == {}


def test_what_cannot_be_written_is_said(tmp_path, known_forms):
    copy = COPY + "def gas(node): ...\n"
    script = "import search\nsearch.gas(search.Node)\n"
    text, program = changed(tmp_path, script, text=copy)
    assert text == script
    assert "line 1" in program.by_hand[0]
    assert "from search import gas" in program.by_hand[0]
    assert "aima3.search" in changed(tmp_path, "import aima3.search\n")[1].by_hand[0]
    write(tmp_path, search="an_own_module_of_that_name = 1", script="from search import *\n")
    assert read_program(tmp_path / "script.py", {}).by_hand == []
    (tmp_path / "search.py").unlink()
    assert "give search.py to the command" in read_program(tmp_path / "script.py", {}).by_hand[0]


def test_a_notebook_changes_in_its_code_alone(tmp_path, known_forms):
    write(tmp_path, search=COPY)
    cells = [
        {"cell_type": "markdown", "source": ["from search import *"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import os"], "outputs": []},
        {"cell_type": "code", "source": "!ls\nfrom search import *\nNode(1)", "outputs": []},
    ]
    file = tmp_path / "work.ipynb"
    file.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    program = read_program(file, {"search": read_copy(tmp_path / "search.py")})
    made = json.loads(program.text)["cells"]
    assert [line for line, _, _ in program.changes] == [4]
    assert made[:2] == cells[:2]
    assert made[2]["source"] == ["!ls\n", "from aima_search.search2020 import *\n", "Node(1)"]
    file.write_text('{"cells": 3}')
    with pytest.raises(InputError, match="notebook"):
        read_program(file, {})


SCRIPT = """\
# -*- coding: latin-1 -*-
from search import *

class Count(Problem):  # bis fünf
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

node = breadth_first_graph_search(Count(0, 5))
print(node.state, type(node).__module__)
"""


def test_the_command_says_and_with_write_changes_what_then_runs(tmp_path, run, known_forms):
    write(tmp_path, search=COPY)
    script = tmp_path / "script.py"
    script.write_bytes(SCRIPT.replace("\n", "\r\n").encode("latin-1"))
    said = run("port", script)
    assert said.status == 0
    assert "replace its content by: from aima_search.search2020 import *" in said.out
    assert "line 2: from search import *\n    becomes: from aima_search.search2020" in said.out
    assert script.read_bytes() == SCRIPT.replace("\n", "\r\n").encode("latin-1")
    assert "wrote" in run("port", "--write", script).out
    new = SCRIPT.replace("from search", "from aima_search.search2020")
    assert script.read_bytes() == new.replace("\n", "\r\n").encode("latin-1")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert ran.stdout == "5 aima_search.model.problem\n"
    again = run("port", script).out
    assert "wrote" not in again
    assert "already imports aima_search: there is nothing to do" in again
    script.write_text("import os\n")
    assert "You have a program already" in run("port", script).out


def test_the_command_reads_a_script_in_the_current_folder(tmp_path, run, monkeypatch):
    write(tmp_path, script="import os\nfrom aima.search import Node\n")
    monkeypatch.chdir(tmp_path)
    assert "becomes: from aima_search.search import Node" in run("port", "script.py").out


def test_a_missing_name_of_a_module_says_the_nearest_name_and_the_command():
    words = r"did you mean 'astar_search'\?.*aima-search port"
    with pytest.raises(ImportError, match=words):
        exec("from aima_search.search import astar_serch")
    with pytest.raises(AttributeError, match=words):
        _ = aima_search.search.astar_serch
    assert not hasattr(aima_search.search, "__path__")
