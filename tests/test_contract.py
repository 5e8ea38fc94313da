"""The contract: every member that the engine asks a problem for is written down, and no other."""

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from aima_search import Problem
from aima_search.base.errors import UnknownName
from aima_search.model.contract import MEMBERS, SUBJECTS, FourthEdition, offered
from aima_search.model.presentation import ExplanationStep
from aima_search.model.puzzle import PUZZLES, Puzzle
from puzzles import MovIX
from tests.sources import nodes_of
from tests.test_architecture import FILES, ROOT, offenders

ASKS = ("offered", "has_same_rules", "getattr", "hasattr")
PROBLEMS = ("problem", "puzzle", "kind", "asked", "offering")
"""The last words of expressions that stand for a problem or for the class of a puzzle."""


def asked_for(tree):
    """Yield (function, receiver, name) of calls that ask a problem for a literal name."""
    for node in tree:
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ASKS:
            continue
        receiver, name = map(ast.unparse, node.args[:2])
        words = receiver.removeprefix("type(").rstrip("()").rpartition(".")[2].lstrip("_")
        if words in PROBLEMS and name.startswith("'"):
            yield ast.unparse(node.func), receiver, ast.literal_eval(name)


def outside_of_the_contract(tree):
    return [
        f"{function}({receiver}, {name!r})"
        for function, receiver, name in asked_for(tree)
        if name not in MEMBERS and not name.startswith("__")
    ]


def test_no_other_member_is_asked_for():
    assert offenders(lambda path: outside_of_the_contract(nodes_of(path))) == {}


OWN_PROBLEMS = {*(ROOT / "aima_search/textbook").rglob("*.py")}
"""Files that read attributes of problems which they make themselves."""


def read_from_problems(tree):
    """Return the attributes that are read from a problem and stand nowhere in the contract."""
    return {
        ast.unparse(node)
        for node in tree
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value).rpartition(".")[2] in ("problem", "_problem")
        and node.attr not in {*MEMBERS, *dir(Puzzle)}
    }


def test_no_other_attribute_is_read():
    engine = {path for path in FILES if path.is_relative_to(ROOT / "aima_search")}
    found = offenders(
        lambda path: read_from_problems(nodes_of(path)), sorted(engine - OWN_PROBLEMS)
    )
    assert found == {}
    assert read_from_problems(ast.walk(ast.parse("self.problem.changed_cell(1)")))


AT_HOME = {*(ROOT / "aima_search/model").iterdir(), ROOT / "aima_search/display/scene.py"}
"""Where members are looked up: ``offered`` itself, and the room below the contract."""


def test_members_are_asked_for_by_offered_only():
    def by_hand(path):
        return [ask for ask in asked_for(nodes_of(path)) if ask[0] in ("getattr", "hasattr")]

    assert offenders(by_hand, sorted({*FILES} - AT_HOME)) == {}


@pytest.mark.parametrize(
    "line",
    [
        "offered(problem, 'changed_cell')",
        "getattr(self.problem, 'changed_cell', None)",
        "hasattr(type(self._problem), 'changed_cell')",
        "hasattr(kind, 'changed_cell')",
    ],
)
def test_a_name_outside_of_the_contract_is_found_in_the_source(line):
    assert len(outside_of_the_contract(ast.walk(ast.parse(line)))) == 1


def test_a_name_outside_of_the_contract_is_refused():
    with pytest.raises(UnknownName, match=r"'changed_cell'.*changed_cells"):
        offered(MovIX.level(), "changed_cell")


@pytest.mark.parametrize("name", PUZZLES.names())
def test_the_defaults_of_the_base_classes_are_not_offered(name):
    problem = PUZZLES.get(name).level()
    for member in MEMBERS:
        home = next((kind for kind in type(problem).__mro__ if member in vars(kind)), None)
        if home in (Problem, *SUBJECTS):
            assert offered(problem, member) is None


def test_a_member_is_offered_by_the_class_and_by_an_instance():
    class Mine(Problem):
        goal_words = "reach 3"

        def value(self, state):
            return state

    problem = Mine(0)
    assert offered(problem, "goal_words") == offered(Mine, "goal_words") == "reach 3"
    assert offered(problem, "value")(5) == 5
    assert offered(problem, "hopeless") is None
    problem.hopeless = lambda: "never"
    assert offered(problem, "hopeless")() == "never"


def test_a_subclass_with_other_moves_does_not_inherit_what_was_said_of_them():
    class Sideways(MovIX):
        def result(self, state, action):
            return super().result(state, action)

    level = MovIX.level("2-tiny")
    other = Sideways(level.grid(level.initial), level.line)
    for member in ("changed_cells", "origin_cells", "why_not", "successors"):
        assert offered(level, member) is not None
        assert offered(other, member) is None
    assert offered(other, "goal_words") == level.goal_words


def described():
    needed = SUBJECTS[: SUBJECTS.index(FourthEdition) + 1]
    for kind in SUBJECTS:
        for name, member in vars(kind).items():
            if kind not in needed and not name.startswith("_"):
                yield pytest.param(getattr(member, "fget", member), id=name)


@pytest.mark.parametrize("member", list(described()))
def test_every_optional_member_says_who_uses_it_and_what_happens_without_it(member):
    assert "used by:" in member.__doc__
    assert "if missing:" in member.__doc__
    assert "return" in member.__annotations__


def test_puzzle_adds_texts_levels_and_options_only():
    assert not set(vars(Puzzle)) & set(MEMBERS) - {"puzzle", "default_tie_break", "instance_text"}


def test_the_page_of_the_contract_is_up_to_date():
    extension = runpy.run_path(str(ROOT / "docs/_ext/contract_page.py"))
    assert Path(extension["PAGE"]).read_text("utf-8") == extension["page"](), (
        "python docs/_ext/contract_page.py writes it"
    )


@pytest.mark.gate("a process of its own, and machine code")
def test_the_whole_puzzle_of_the_page_has_play_hints_and_a_fast_form():
    code = """
from own_puzzle import Signs
from aima_search import solve
from aima_search.apps.play.playing import GameRequestHandler

problem = Signs("_<_>_<_>_")
assert problem.h_formula() is not None
for algorithm in ("breadth-first", "astar"):
    runs = [solve(problem, algorithm, engine=one) for one in ("objects", "compiled")]
    print(*((run.cost, run.expanded, run.generated) for run in runs), sep="; ")
playing = GameRequestHandler()
playing.start(Signs("_<_>2"))
print(playing.answer("hint", {"epoch": 0, "at": playing.game.at, "detail": 3})["rule"])
cell = {"start": [0, 4], "end": [0, 4]}
print(playing.answer("why_not", {"epoch": 0, "at": playing.game.at, **cell}))
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "examples", capture_output=True, text=True
    )
    *runs, rule, reason = ran.stdout.splitlines()
    assert [len(set(line.split("; "))) for line in runs] == [1, 1]
    assert (rule, reason) == ("only digit", "{'text': 'a digit stands here'}")


def test_the_page_has_every_type_and_default_of_the_attributes_of_a_puzzle():
    page = (ROOT / "docs/reference/contract.md").read_text("utf-8")
    own = [name for name, kind in Puzzle.__annotations__.items() if "ClassVar" in kind]
    missing = [name for name in own if f"- `{name}: " not in page and f"### {name}\n" not in page]
    assert missing == []


def test_the_attributes_of_a_step_are_those_that_the_page_reads():
    source = (ROOT / "aima_search/apps/play/playing.py").read_text("utf-8")
    read = re.findall(r'getattr\(step, "(\w+)"', source)
    assert sorted(read) == sorted(n for n in vars(ExplanationStep) if not n.startswith("_"))
