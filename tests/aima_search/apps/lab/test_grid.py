"""The keys of a grid; an error names its line or key."""

import pytest

from aima_search.apps.lab import parse_grid, read_grid
from aima_search.apps.lab.grid import runs_of
from aima_search.base.errors import SearchError, UnknownName
from puzzles import MovIX

TILES = 'puzzle = "tiles"\n[instances]\nlevels = LEVELS\n'
MINIMAL = 'puzzle = "movix"\n[instances]\nlevels = "2-tiny"\n'


def test_defaults(tmp_path):
    grid = parse_grid(MINIMAL, tmp_path)
    assert [
        (config.algorithm, config.heuristic, config.tie_break) for config in grid.configurations
    ] == [("astar", "assignment", "high-g-lifo")]
    assert [dict(one.axes) for one in grid.instances] == [{"level": "2-tiny"}]
    assert grid.repetitions == 1
    assert grid.limits.seconds is not None
    assert grid.limits.bytes is not None


def test_axes_are_multiplied(tmp_path):
    grid = parse_grid(
        'puzzle = "movix"\n[instances]\nsize = [5, "5x6"]\nline = [3, 4]\nwalls = 1\ncount = 3',
        tmp_path,
    )
    assert len(grid.instances) == 2 * 2 * 3
    for instance in grid.instances:
        problem = MovIX.parse(instance.id)
        assert f"{problem.columns}" == f"{instance.axes['size']}"[-1]
        assert problem.line == instance.axes["line"]
        assert len(problem.walls) == instance.axes["walls"] == 1


def test_a_grown_grid_keeps_its_boards(tmp_path):
    text = 'puzzle = "movix"\n[instances]\nsize = {}\ncount = {}\nseed = {}'

    def boards(*values):
        return {one.id for one in parse_grid(text.format(*values), tmp_path).instances}

    assert len(boards("[5]", 2, 5)) == 2
    assert boards("[5]", 2, 5) < boards("[4, 5]", 3, 5)
    assert not boards("[5]", 2, 5) & boards("[5]", 2, 6)


def test_an_error_in_a_file_is_not_that_of_an_option(tmp_path):
    (tmp_path / "grid.txt").write_text("S..\n.x.\n...\n")
    text = 'puzzle = "paths"\n[[instances]]\nfiles = "grid.txt"\ngoal = "2,2"\n'
    with pytest.raises(ValueError, match=r"line 3 \[instances\] files: .* found 'x'"):
        parse_grid(text, tmp_path)


def test_boards_come_from_files(tmp_path):
    (tmp_path / "boards.txt").write_text("5x5,4:5/1S1H1/2L2/V4/5\n\nS_\n_S\n")
    grid = parse_grid('puzzle = "movix"\n[[instances]]\nfiles = "boards.txt"\nline = 2\n', tmp_path)
    assert [(one.id, dict(one.axes)) for one in grid.instances] == [
        ("5x5,2:5/1S1H1/2L2/V4/5", {"file": "boards.txt", "at": 1}),
        ("2x2,2:S1/1S", {"file": "boards.txt", "at": 3}),
    ]


def test_heuristics_multiply_informed_algorithms_only(tmp_path):
    grid = parse_grid(
        'algorithms = ["astar", "breadth-first", "ida-star"]\nheuristics = ["zero", "conflicts"]\n'
        f'tie-breaks = ["fifo", "lifo"]\n{MINIMAL}',
        tmp_path,
    )
    assert [
        (config.algorithm, config.heuristic, config.tie_break) for config in grid.configurations
    ] == [
        ("astar", "zero", "fifo"),
        ("astar", "zero", "lifo"),
        ("astar", "conflicts", "fifo"),
        ("astar", "conflicts", "lifo"),
        ("breadth-first", None, None),
        ("ida-star", "zero", None),
        ("ida-star", "conflicts", None),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("puzzle =\n[instances]", "grid.toml: .*line 1"),
        ('[instances]\nlevels = "all"', "grid.toml: the key 'puzzle' is missing"),
        ('puzzle = "movix"', "the key 'instances' is missing"),
        ('puzzle = ["movix"]\n[instances]', r"line 1 puzzle: found \['movix'\]: expected a text"),
        ("name = 5\n" + MINIMAL, "line 1 name: found 5: expected a text"),
        (MINIMAL + "[limits]\nnodes = 2.5", r"line 5 \[limits\] nodes = 2.5: .*a whole number"),
        (MINIMAL + "[limit]\nnodes = 2", "line 4 limit: .*did you mean 'limits'"),
        ('puzzle = "movix"\ninstances = "all"', r"line 2 \[instances\]: expected a table"),
        (
            MINIMAL + 'files = "a.txt"',
            r"line 4 \[instances\] files: a table cannot have both 'levels' and 'files'",
        ),
        ('puzzle = "movx"\n[instances]', "line 1 puzzle: unknown puzzle 'movx': did you mean 'mov"),
        (MINIMAL + "[limits]\nsecnds = 3", r"line 5 \[limits\] secnds: .*did you mean 'seconds'"),
        (MINIMAL + '[limits]\nseconds = "3"', r"line 5 \[limits\] seconds = '3': .*without quotes"),
        (MINIMAL + '[limits]\nmemory = "much"', r"line 5 \[limits\] memory: memory size 'much'"),
        ("heuristic = 1\n" + MINIMAL, "line 1 heuristic: .*did you mean 'heuristics'"),
        ('heuristics = "maximal"\n' + MINIMAL, "line 1 heuristics: unknown movix heuristic"),
        ('heuristics = "max(zero"\n' + MINIMAL, "heuristics: .*character 9"),
        ('heuristics = "gone.py:h"\n' + MINIMAL, "heuristics: .*there is no such file"),
        ("heuristics = []\n" + MINIMAL, "heuristics: found an empty list"),
        ('algorithms = ["a-star"]\n' + MINIMAL, "unknown algorithm 'a-star': did you mean 'astar"),
        (
            'algorithms = ["astar", "weighted-astar(wieght=2)"]\n' + MINIMAL,
            "line 1 algorithms: unknown option of weighted-astar 'wieght': did you mean 'weight'",
        ),
        (
            'algorithms = "weighted-astar(weight=two)"\n' + MINIMAL,
            "line 1 algorithms: .*weight 'two': expected a finite number from 0 up",
        ),
        ('algorithms = "beam(seed=2)"\n' + MINIMAL, "algorithms: .*remove the seed"),
        ('tie-breaks = "last"\n' + MINIMAL, "tie-breaks: unknown tie-break 'last'"),
        ('engine = "array"\n' + MINIMAL, "line 1 engine: unknown engine 'array'"),
        ("repetitions = 0\n" + MINIMAL, "repetitions = 0: expected at least 1"),
        ("seed = 1.5\n" + MINIMAL, "seed = 1.5: expected a whole number"),
        (MINIMAL.replace("2-tiny", "2-tny"), r"line 3 \[instances\] levels: .*'2-tiny'"),
        (MINIMAL.replace("levels", "wals"), r"line 3 \[instances\] wals: .*did you mean 'walls'"),
        (MINIMAL.replace("levels", "size"), r"size: MovIX size '2-tiny'|no board with"),
        (MINIMAL.replace('levels = "2-tiny"', "walls = [1, 2.5]"), "walls: option --walls '2.5'"),
        (MINIMAL.replace('levels = "2-tiny"', "walls = []"), "walls: found an empty list"),
        (MINIMAL.replace('levels = "2-tiny"', "line = 9"), "no board with line = 9: .*longest"),
        (MINIMAL.replace('levels = "2-tiny"', "size = 07:32:00"), "size: .*'07:32:00'"),
        (MINIMAL.replace('levels = "2-tiny"', f"walls = {10**18}"), "walls: .*do not fit"),
        (f"seed = {'9' * 5000}\n" + MINIMAL, "grid.toml: Exceeds the limit"),
        ("seed = " + "[" * 100_000, "grid.toml: .*too deeply nested"),
        (MINIMAL.replace("levels", "files"), "there is no such file"),
        (MINIMAL.replace("levels", "jsonl"), "line 3 .instances. jsonl: unknown key 'jsonl'"),
        (
            'puzzle = "movix"\n[[instances]]\nlevels = "all"\n[[instances]]\ncounts = 2',
            r"line 5 \[instances\] counts: .*did you mean 'count'",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path, text, words):
    path = tmp_path / "grid.toml"
    path.write_text(text)
    with pytest.raises(SearchError, match=words) as caught:
        read_grid(path)
    assert str(caught.value).startswith("grid.toml")
    assert isinstance(caught.value, ValueError | LookupError)


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ('levels = "2-tiny"\nline = 9', r"line 4 \[instances\] line: MovIX line=9"),
        ("size = 5\npieces = 99", r"line 4 \[instances\] pieces: no board with size = 5"),
        ("size = 5\nwalls = [0, 99]", r"line 4 \[instances\] walls: no board with size = 5"),
        ("size = [5, 0]\nwalls = 1", r"line 3 \[instances\] size: no board with size = 0"),
        ('levels = "2-tiny"\nline = 2\n[limits]\nseconds = "x"', r"line 6 \[limits\] seconds"),
    ],
)
def test_a_fault_in_a_key_names_its_own_line(tmp_path, table, place):
    with pytest.raises(ValueError, match=place):
        parse_grid(f'puzzle = "movix"\n[[instances]]\n{table}\n', tmp_path)


def test_a_function_that_a_file_does_not_define_is_named(tmp_path):
    (tmp_path / "mine.py").write_text("from math import *\n")
    (tmp_path / "own.py").write_text("def twice(problem):\n    return lambda node: 2\n")
    parse_grid('heuristics = ["own.py:twice", "mine.py:any"]\n' + MINIMAL, tmp_path)
    with pytest.raises(LookupError, match=r"function in own.py 'twicee': did you mean 'twice'"):
        parse_grid('heuristics = "own.py:twicee"\n' + MINIMAL, tmp_path)


def test_a_key_in_a_text_of_several_lines_is_no_key(tmp_path):
    text = 'puzzle = "movix"\nname = """\nseed = 3\n"""\nseed = "x"\n[[instances]]\n'
    with pytest.raises(ValueError, match="line 5 seed = 'x'"):
        parse_grid(text + 'levels = "2-tiny"\n', tmp_path)


def test_one_board_of_a_file_is_taken_by_its_number(tmp_path):
    (tmp_path / "boards.txt").write_text("# three\n2x2,2:SS/2\n2x2,2:2/SS\n2x2,2:S1/S1\n")
    grid = MINIMAL.replace('levels = "2-tiny"', 'files = ["boards.txt:2", "boards.txt:1"]')
    assert [one.axes["at"] for one in parse_grid(grid, tmp_path).instances] == [3, 2]
    with pytest.raises(ValueError, match=r"board 4 of .*expected a number from 1 to 3"):
        parse_grid(grid.replace("boards.txt:2", "boards.txt:4"), tmp_path)


def test_unknown_names_are_lookup_errors(tmp_path):
    with pytest.raises(UnknownName):
        parse_grid("puzle = 1", tmp_path)


def test_keys_tell_runs_apart_and_nothing_else(tmp_path):
    (tmp_path / "my.py").write_text("def h(node):\n    return 0\n")
    text = 'heuristics = ["zero", "my.py:h"]\nrepetitions = 2\n' + MINIMAL
    keys = {run.key for run in runs_of(parse_grid(text, tmp_path))}
    assert len(keys) == 4
    same = parse_grid("seed = 9\nname = 'other'\n" + text, tmp_path)
    assert {run.key for run in runs_of(same)} == keys
    (tmp_path / "my.py").write_text("def h(node):\n    return 1\n")
    changed = {run.key for run in runs_of(parse_grid(text, tmp_path))}
    assert len(changed & keys) == 2
    (tmp_path / "heuristics").mkdir()
    (tmp_path / "heuristics/__init__.py").write_text("x = 1\n")
    assert len({run.key for run in runs_of(parse_grid(text, tmp_path))} & changed) == 2
    longer = parse_grid(text + "[limits]\nseconds = 61\n", tmp_path)
    assert not {run.key for run in runs_of(longer)} & keys


def test_the_engine_is_a_part_of_every_run_and_of_its_key(tmp_path):
    text = 'algorithms = ["astar", "uniform-cost"]\n' + MINIMAL
    by_engine = {}
    for engine in ("objects", "compiled", "auto"):
        runs = list(runs_of(parse_grid(f'engine = "{engine}"\n{text}', tmp_path)))
        assert {run.engine for run in runs} == {engine}
        by_engine[engine] = {run.key for run in runs}
    assert by_engine["objects"] == {run.key for run in runs_of(parse_grid(text, tmp_path))}
    assert len(set().union(*by_engine.values())) == 6


def test_the_order_of_work_is_shuffled_by_the_seed(tmp_path):
    text = 'puzzle = "movix"\nseed = {}\n[instances]\nsize = 4\nline = 3\ncount = 20'

    def order(seed):
        return [run.instance for run in runs_of(parse_grid(text.format(seed), tmp_path))]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


def test_only_random_algorithms_have_a_seed(tmp_path):
    text = 'algorithms = ["astar", "annealing"]\nrepetitions = 2\nseed = 7\n' + MINIMAL
    seeds = {(run.algorithm, run.seed) for run in runs_of(parse_grid(text, tmp_path))}
    assert seeds == {("astar", None), ("annealing", 7), ("annealing", 8)}


def test_a_bundled_collection_stands_for_its_boards(tmp_path):
    def levels_of(names):
        grid = parse_grid(TILES.replace("LEVELS", names), tmp_path)
        return [instance.axes["level"] for instance in grid.instances]

    assert levels_of('"korf"') == [f"korf:{number}" for number in range(1, 101)]
    assert levels_of('["8-2-book", "korf:79"]') == ["8-2-book", "korf:79"]
    with pytest.raises(UnknownName, match="unknown tiles level 'korf:101': did you mean 'korf'"):
        levels_of('"korf:101"')
