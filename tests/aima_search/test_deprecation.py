"""Old names keep working for one release, with a warning that names the new one."""

import pytest

from aima_search import Problem, display, trace
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


def test_the_old_name_of_a_module_stands_for_the_new_one():
    with pytest.warns(DeprecationWarning, match="Sheet .* use AnswerGrid"):
        assert contract.Sheet is contract.AnswerGrid
    with pytest.warns(DeprecationWarning, match="Broken .* use BrokenRule"):
        assert contract.Broken is contract.BrokenRule
    with pytest.warns(DeprecationWarning, match="Fields .* use BitFields"):
        assert compiled.Fields is compiled.BitFields
    for module in (scene, display):
        with pytest.warns(DeprecationWarning, match="Stage .* use ObjectStage"):
            assert module.Stage is scene.ObjectStage
    with pytest.warns(DeprecationWarning, match="Scores .* use ClassResults"):
        assert grade.Scores is grade.ClassResults
    with pytest.warns(DeprecationWarning, match="Drawing .* use EditableBoard"):
        assert contract.Drawing is contract.EditableBoard
    with pytest.warns(DeprecationWarning, match="DenseNumbering .* use DenseCostTable"):
        assert contract.DenseNumbering is contract.DenseCostTable
    with pytest.warns(DeprecationWarning, match="Conversation .* use TraceRequestHandler"):
        assert trace.Conversation is trace.TraceRequestHandler
    with pytest.warns(DeprecationWarning, match="Playing .* use GameRequestHandler"):
        assert playing.Playing is playing.GameRequestHandler
    with pytest.warns(DeprecationWarning, match="Mark .* use CellDecision"):
        assert hitori.Mark is hitori.CellDecision
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
