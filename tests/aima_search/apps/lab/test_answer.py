"""The one-page answer, and the tables for a paper."""

import re
import shutil
import subprocess
from statistics import geometric_mean

import numpy as np
import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.answer import OnePageAnswer
from aima_search.apps.lab.plots import answer_page
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import report_tables
from aima_search.apps.lab.verdict import verdict
from aima_search.display.tables import latex_text
from aima_search.runs.record import RunOutcome
from puzzles import MovIX, SudokuLocal
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved
from tests.aima_search.apps.lab.test_local import GRID as LOCAL
from tests.aima_search.apps.lab.test_local import ending

FACTOR = {"zero": 100, "conflicts": 10, "manhattan": 40, None: 200}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("answer")
    results = made_up(folder, lambda board, run: solved(board * FACTOR[run.heuristic]), count=4)
    return Analysis(results, measure_of("expanded"))


def test_the_answer_has_its_parts_on_one_page(found):
    page = OnePageAnswer(found, verdict(found), ["cactus", "growth-size"])
    text = page.as_markdown(["![growth-size](growth-size.png)"])
    heads = re.findall(r"^## (.*)$", text, re.M)
    assert heads == ["Question", "Method", "Results", "Verdict", "Limits"]
    assert page.question == (
        "For movix: which of 3 heuristics is best, how does blind search compare and what is the"
        f" effect of size and walls? The puzzle: {MovIX.summary}."
    )
    assert page.method.count(". ") == 2
    assert page.figure == "growth-size"
    means, by_factor = page.tables
    assert [column.title for column in means.columns][-1] == "cost / best"
    assert len(means.columns) <= 7
    assert by_factor.rows == [
        ("size 4", 8, 4.0, 1.0, 1.0, *expected(found, {"size": 4})),
        ("size 5", 8, 4.0, 1.0, 1.0, *expected(found, {"size": 5})),
        ("walls 0", 8, 4.0, 1.0, 1.0, *expected(found, {"walls": 0})),
        ("walls 1", 8, 4.0, 1.0, 1.0, *expected(found, {"walls": 1})),
    ]
    assert by_factor.note.startswith("h': astar, conflicts; blind: breadth-first; cost: mean ")
    facts = next(own for c, own in found.results.facts.items() if c.heuristic == "conflicts")
    assert f"h' = conflicts with A*. conflicts: {facts['summary']} It is admissible: " in text
    assert f"{facts['proof']} So the solutions are optimal; h' is also consistent. It" in text
    assert f"| manhattan | no | {summary_of(found, 'manhattan')} |" in text
    assert (
        " of movix (4 random boards for each combination of size and walls; seed 1; size 4 or 5;"
        " line 3; walls 0 or 1). Each run was limited to " in page.method
    )
    assert "looks better than it is" not in page.limits
    assert "Times are not tested. Times depend on the machine." in page.limits
    assert len(text) < 5500


def summary_of(found, heuristic):
    """What the heuristic computes, as the registry has it."""
    facts = found.results.facts.items()
    return next(own["summary"] for config, own in facts if config.heuristic == heuristic)


def expected(found, point):
    """The geometric means of the boards with a value: the boards are numbered from 1."""
    there = np.flatnonzero(found.results.at(point)) + 1
    return [pytest.approx(geometric_mean(there * FACTOR[name])) for name in ("conflicts", None)]


def test_searches_that_did_not_solve_all_boards_are_compared_on_those_that_both_solved(tmp_path):
    def result(board, run):
        return RunOutcome("node-limit") if not run.heuristic and board % 2 else solved(10 + board)

    found = Analysis(made_up(tmp_path, result, count=4), measure_of("expanded"))
    page = OnePageAnswer(found, verdict(found), [])
    assert [row[1:5] for row in page.tables[1].rows] == [(8, 4.0, 1.0, 0.5)] * 4
    assert "Without them, this search probably looks better than it is" in page.limits
    assert "so a ratio can differ from the ratio of two means in a table" in page.limits
    assert page.tables[1].note.endswith(
        "counts up to the limit, so where less than 100 % are solved, the true mean is higher"
    )


def test_the_method_names_every_source_of_boards(tmp_path):
    text = GRID + 'paired = "walls"\nseed = 7\n[[instances]]\nlevels = "1-first"\n'
    results = made_up(tmp_path, lambda board, run: solved(board), text="repetitions = 2" + text)
    found = Analysis(results, measure_of("expanded"))
    method = OnePageAnswer(found, verdict(found), []).method
    assert "ran 2 times on 9 instances of 5 boards of movix (2 random boards for each" in method
    assert " value of size; seed 7; size 4 or 5; line 3; walls 0 or 1 on the same boards," in method
    assert ", plus levels 1-first). Each run" in method


def test_the_answer_on_local_search_has_its_own_table_and_method(tmp_path):
    results = made_up(tmp_path, ending, text=LOCAL)
    page = OnePageAnswer(found := Analysis(results, measure_of("expanded")), verdict(found), [])
    assert page.question == (
        "For sudoku-local: which local search solves the largest share of its runs? The puzzle:"
        f" {SudokuLocal.summary}."
    )
    assert "by the share of their runs that solved, averaged over each board." in page.method
    (table,) = page.tables
    assert [column.title for column in table.columns][:4] == [
        *("configuration", "boards", "runs", "solved"),
    ]
    assert len(table.rows) == 2
    assert "iterations" not in table.note
    assert not page.before
    assert "expansion" not in page.limits


def test_the_answer_on_local_search_has_the_shares_at_each_value(tmp_path):
    text = LOCAL + 'neighbourhood = ["boxes", "rows"]\n'
    results = made_up(tmp_path, ending, text=text)
    page = OnePageAnswer(found := Analysis(results, measure_of("expanded")), verdict(found), [])
    shares = {row[0]: row[1:] for row in page.tables[-1].rows}
    assert {*shares} == {"neighbourhood boxes", "neighbourhood rows"}
    for rate in found.local_rates["neighbourhood",]:
        assert rate.rate in shares[f"neighbourhood {rate.point['neighbourhood']}"]


def tables(found):
    return [table for section in report_tables(found).values() for table in section]


def test_latex_tables_are_narrow_and_can_be_referred_to(found):
    text = "\n\n".join(map(latex_text, tables(found)))
    sides = re.findall(r"\\begin\{tabular\}\{(\w+)\}", text)
    assert len(sides) == text.count(r"\toprule") > 4
    assert max(map(len, sides)) <= 7
    labels = re.findall(r"\\label\{(.*)\}", text)
    assert len(labels) == len(set(labels)) == len(sides)


def test_no_branching_factor_is_the_best(found):
    (table,) = [table for table in tables(found) if table.title == "Means"]
    assert not next(column for column in table.columns if column.title == "b*").best


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
@pytest.mark.gate("runs TeX")
def test_latex_compiles(found, tmp_path):
    text = "\n\n".join(map(latex_text, tables(found)))
    start, end = r"\documentclass{article}\usepackage{booktabs}\begin{document}", r"\end{document}"
    (tmp_path / "paper.tex").write_text("\n".join([start, text, end]))
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_settings_of_the_experiment_file_are_explained(tmp_path):
    text = LOCAL + 'neighbourhood = ["boxes", "rows"]\n'
    results = made_up(tmp_path, ending, text=text)
    page = OnePageAnswer(found := Analysis(results, measure_of("expanded")), verdict(found), [])
    option = next(one for one in SudokuLocal.board_options if one.name == "neighbourhood")
    (settings,) = page.before
    assert settings.rows == [
        (f"neighbourhood {name}", option.meanings[name]) for name in ("boxes", "rows")
    ]


def test_a_page_on_searches_that_solved_nothing_makes_no_claims(tmp_path):
    results = made_up(tmp_path, lambda board, run: RunOutcome("node-limit"))
    page = OnePageAnswer(found := Analysis(results, measure_of("expanded")), verdict(found), [])
    assert page.tables == []
    text = answer_page(page, {}).replace("\n", " ")
    assert "Nothing was solved." in text
    assert " p " not in page.method + page.limits
    assert "expansions" in page.method
    assert "iterations" not in page.method
    assert "intervals" not in page.limits
