"""Old names keep working for one release, with a warning that names the new one."""

import pytest

from aima_search import Problem, display
from aima_search.algorithms.steps import Step
from aima_search.apps import grade
from aima_search.apps.play import playing
from aima_search.display import scene
from aima_search.model import compiled, contract
from aima_search.model.contract import offered
from aima_search.model.problem import Node
from puzzles import hitori


def test_the_old_attribute_of_a_step_reads_and_writes_the_new_one():
    step = Step(Node("A"))
    with pytest.warns(DeprecationWarning, match=r"Step\.tell .* use emit"):
        step.tell = print
    assert step.emit is print
    with pytest.warns(DeprecationWarning, match="emit"):
        assert step.tell is print


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (contract, "Sheet", "AnswerGrid"),
        (contract, "Broken", "BrokenRule"),
        (contract, "Drawing", "EditableBoard"),
        (contract, "DenseNumbering", "DenseCostTable"),
        (compiled, "Fields", "BitFields"),
        (scene, "Stage", "ObjectStage"),
        (display, "Stage", "ObjectStage"),
        (playing, "Playing", "GameRequestHandler"),
        (hitori, "Mark", "CellDecision"),
        (grade, "Scores", "ClassResults"),
        (grade, "Intake", "SubmissionFinder"),
    ],
)
def test_the_old_name_of_a_module_stands_for_the_new_one(module, old, new):
    with pytest.warns(DeprecationWarning, match=rf"{old} .* use {new}"):
        assert getattr(module, old) is getattr(module, new)


def test_an_unknown_name_of_a_module_stays_unknown():
    with pytest.raises(AttributeError, match="no attribute 'Shet'"):
        contract.Shet  # noqa: B018


def test_the_old_name_of_an_optional_member_is_found():
    class Old(Problem):
        def turned_round(self):
            return self

    problem = Old("A")
    with pytest.warns(DeprecationWarning, match=r"Old\.turned_round .* use reversed_problem"):
        assert offered(problem, "reversed_problem")() is problem
    assert offered(Problem("A"), "reversed_problem") is None
