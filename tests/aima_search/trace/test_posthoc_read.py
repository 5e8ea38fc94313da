"""A trace that was written is read as a search again, and so is one of somebody's program."""

import json

import pytest

from aima_search.base.errors import InputError, NotApplicable
from aima_search.trace import Session, record
from aima_search.trace.posthoc import ToldSearch, posthoc_lines, read_trace
from puzzles import MovIX
from puzzles.paths import Paths
from tests.specimens import TRIANGLE

GRID = Paths.generate(5, size="12x20", walls=25)
SEARCHES = [
    (TRIANGLE, "astar"),
    (GRID, "astar"),
    (GRID, "greedy"),
    (GRID, "breadth-first"),
    (TRIANGLE, "ida-star"),
    (MovIX.level("2-tiny"), "uniform-cost"),
]
FOREIGN = """\
version: 1.4.0
views:
  main:
    - $: rect
      fill: ${{ color[$.type] }}
      x: ${{ $.x }}
pivot: { x: "${{ $.x }}" }
events: # of a grid
  - { type: source, id: 7, x: 3, y: 2 }
  - { type: destination, id: 9, x: 5, y: 2 }
  - { type: expand, id: 7, x: 3, y: 2, f: 2, g: 0 }
  - { type: generate, id: 8, pId: 7, x: 4, y: 2, f: 3.5, g: 1.5 }
  - { type: generate, id: 6, pId: 7, x: 3, y: 3, f: 2.4, g: 0.4 }
  # a better path to 8
  - type: expand
    id: 6
    pId: 7
    "f": 2.4
    g: 4.0e-1
    x: 3
    y: 3
    neighbours:
      - 8
  - { type: relax, id: 8, pId: 6, x: 4, y: 2, f: 2.5,
      g: 1 }
  -
    type: expand
    id: 8
    f: 2.5
    g: 1
    x: 4
    y: 2
  - {"type": "generate", "id": 9, "pId": 8, "x": 5, "y": 2, "f": 2, "g": 2}
  - {type: expand, id: 9, x: 5, y: 2, f: 2, g: 2}
after: the list
"""


def ended(text):
    """Return a session at the end of a trace."""
    session = Session(ToldSearch(text))
    while not session.has_ended:
        session.advance(1000)
    return session


@pytest.mark.parametrize(("problem", "algorithm"), SEARCHES)
def test_what_was_written_is_read_again(problem, algorithm):
    trace = record(problem, algorithm)
    text = "\n".join(posthoc_lines(trace))
    again = ended(text)
    told = again.trace
    names = ("expansions", "expansion_values", "parents", "costs", "depths", "marks")
    for name in names:
        assert getattr(told, name) == getattr(trace, name)
    assert [node.fate for node in told] == [node.fate for node in trace]
    if not trace.algorithm.holds_path:
        for step in range(trace.steps):
            assert told.frontier(step) == trace.frontier(step)
        assert told.result.max_frontier == trace.result.max_frontier
    counts = ("status", "cost", "expanded", "generated")
    assert [getattr(told.result, one) for one in counts] == [
        getattr(trace.result, one) for one in counts
    ]
    assert len(again.solution()) == len(trace.answer.path())


def test_a_grid_of_somebodys_program_is_watched_on_its_cells():
    session = ended(FOREIGN)
    position = session.position()
    assert (position["status"], position["expanded"], position["generated"]) == ("solved", 4, 3)
    assert session.outcome().status == "solved"
    assert session.trace.result.optimal_if is None  # nothing is proved
    assert [node["action"] for node in session.solution()] == ["", "to 3,3", "to 4,2", "to 5,2"]
    fates = {(node.state[:], node.g): node.fate for node in session.trace}
    assert fates[("8", 1.5)] == "replaced"
    problem = session.recording.problem
    texts = [[cell.text for cell in row] for row in problem.scene(problem.initial).cells]
    assert texts == [["S", "", "G"], ["", "", ""]]
    assert session.picture(3)["columns"] == 3
    flood = session.recording.flood.part(0, 0, 99)
    assert flood["cells"] == [0, 3, 1, 2]
    assert flood["parents"] == [-1, 0, 1, 2]
    small = ToldSearch("events:\n- {type: expanding, id: 1, x: 0, y: 0, f: 0.00058657, g: 0}")
    next(small)
    assert small.flood.part(0, 0, 9)["f"] == [0.0005866]


def test_json_says_the_same_as_yaml():
    lines = posthoc_lines(record(TRIANGLE))
    events = [json.loads(line[2:]) for line in lines if line.startswith("- ")]
    text = json.dumps({"version": "1.4.0", "views": {}, "events": events})
    assert read_trace(text).events == read_trace("\n".join(posthoc_lines(record(TRIANGLE)))).events


def test_a_node_without_a_cell_shows_what_is_told_of_it():
    session = ended(
        'events:\n- {type: expanding, id: a, "board": [1, 2], note: "\\u00e9\\U0001F600"}'
    )
    assert session.picture(0)["text"] == "node a\nboard: [1, 2]\nnote: é😀"
    assert session.position()["status"] == "not-found"  # and not: proved


def test_nobody_has_the_rules():
    with pytest.raises(NotApplicable, match="not the rules"):
        read_trace(FOREIGN).actions(None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a list of events"),
        ("version: 2.0.0\n---\n- {type: expanding, id: 1}", "line 2: this is no YAML"),
        ("{", "no JSON"),
        ('{"events": 3}', "expected a list of events"),
        ("events:\n", "no event is of type 'expanding', only of none"),
        ("events:\n- {type: agent, id: 1}", "only of 'agent'"),
        ("events:\n  x: 1", "expected a list of events"),
        ("events:\n- {type: expanding, id: 1}\n- {type: 'a\n", "line 4: this is no YAML"),
        ("events:\n- {type: expanding, id: 1} more", "line 2: this is no YAML"),
        ("events:\n- type: expanding\n  id: 1\n g: 2", "line 4: this is no YAML"),
        ("events:\n- {type: expanding, id: 2026-13-45}", "this is no YAML: month"),
        ("events:\n- a\n", "event 1: expected names with values, got 'a'"),
        ("events:\n- {type: expanding}", "event 1: expected a text or a number as its id"),
        ("events:\n- {type: expanding, id: [1]}", "as its id"),
        ("events:\n- {type: expanding, id: 1, g: far}", "its g is 'far', expected a number"),
        ("events:\n- {type: expanding, id: 1, f: 1e99}", "its f is 1e+99, expected a number"),
        ('{"events": [{"type": "expanding", "id": 1, "f": NaN}]}', "its f is nan"),
        ("events:\n- {a: " + "[" * 100_000, "nesting depth"),
        ('{"events": ' + "[" * 100_000, "too deeply"),
    ],
)
def test_a_bad_file_is_told_in_one_sentence(text, said):
    with pytest.raises(InputError) as raised:
        read_trace(text)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def bomb(last):
    """Return a trace of 600 bytes whose aliases stand for 10**20 values."""
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 21)]
    return "\n".join(["a0: &a0 [1, 1]", *levels, "events:", last])


@pytest.mark.parametrize(
    "text",
    [
        bomb("- *a20"),
        bomb("- {type: expanding, id: 1, g: *a20}"),
        bomb("- {type: expanding, id: 1}"),
        "a0: &a0 {x: 1}\n"
        + "\n".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 60))
        + "\nevents: []",
        "events: &e [*e]",
    ],
)
def test_aliases_that_stand_for_too_many_values_are_refused(text):
    with pytest.raises(InputError, match="its YAML aliases stand for too many values"):
        read_trace(text)
