"""Bad input: one line on standard error, exit status 2, no traceback, nothing solved."""

import os
import sys
from errno import EAGAIN

import pytest

from aima_search.cli import cli
from tests.aima_search.cli.processes import call
from tests.aima_search.cli.processes import run as run_process

BAD = [
    (["solve", "moviks"], "did you mean 'movix'"),
    (["solve", "movix", "1-frst"], "did you mean '1-first'"),
    (["solve", "movix", "no/such/file.txt"], "neither a file nor a level"),
    (["solve", "movix", "-a", "a-star"], "did you mean 'astar'"),
    (["solve", "movix", "-h", "manhatan"], "did you mean 'manhattan'"),
    (["solve", "movix", "-h", "max(zero"], "character 9: found the end"),
    (["solve", "movix", "-h", "zero zero"], "character 6"),
    (["solve", "movix", "-h", "missing.py:h"], "no such file"),
    (["solve", "movix", "-h", "my.py"], "such as 'my.py:my_h'"),
    (["compare", "movix", "-h", "all,my.py:"], "such as 'my.py:my_h'"),
    (["solve", "movix", "--tie-break", "lofi"], "did you mean 'lifo'"),
    (["solve", "movix", "--line", "9"], "line=9"),
    (["solve", "movix", "--line", "four"], "expected a whole number"),
    (["solve", "movix", "--line"], "expected a value after this option"),
    (["solve", "movix", "--lime", "4"], "did you mean '--line'"),
    (["solve", "movix", "--memory", "lots"], "memory size 'lots'"),
    (["solve", "movix", "--seconds", "-1"], "-1"),
    (["solve", "movix", "--seconds", "nan"], "seconds=nan"),
    (["solve", "movix", "--nodes", "many"], "'many'"),
    (["solve", "movix", "-a", "bidirectional"], "one goal state"),
    (["solve", "movix", "1-first", "2-tiny"], "expected only one"),
    (["solve", "movix", "5x5,4:5/1S1X1/2L2/V4/5"], "row 2, column 4: found 'X'"),
    (["solve", "movix", "5x5,4:5/1S1H1"], "2 x 5 cells, expected 5 x 5"),
    (["solve", "movix", "5x5:5/1S1H1/2L2/V4/5"], "such as 5x5,4:5/1S1H1/2L2/V4/5"),
    (["solve"], "PUZZLE"),
    (["compare", "movix", "-a", "astr"], "did you mean 'astar'"),
    (["compare", "movix", "-h", "all,manhatan"], "did you mean 'manhattan'"),
    (["compare", "movix", "9-none"], "neither a file nor a level"),
    (["show", "movix", "abx"], "7-never; as a board: MovIX board, row 1, column 1: found 'a'"),
    (["compare", "movix", "2-tiny", "--json", "--csv"], "use only one of them"),
    (["batch", "movix", "."], "file '.': found a folder, expected a file"),
    (["lab", "run", "."], "file '.': found a folder, expected a file"),
    (["lab", "report", "."], "store '.': found a folder, expected a file"),
    (["generate", "movix", "--walls", "-1"], "walls=-1: expected a whole number from 0 up"),
    (["list", "moviks"], "did you mean 'movix'"),
    (["show", "movix", "--svg", "no/such/folder/x.svg"], "no/such/folder"),
    (["analyse", "movix", "--png", "no/such/folder/x.png"], "'no/such/folder' does not exist"),
    (["show", "movix", "1-first", "2-tiny", "--svg", "x.svg"], "2 boards, expected one"),
    (["sovle", "movix"], "sovle"),
    (["solve", "movix", "--weight", "2"], "--weight has no effect on astar"),
    (["solve", "movix", "--depth", "2"], "--depth has no effect on astar"),
    (["solve", "movix", "--seed", "2"], "--seed has no effect on astar"),
    (
        ["solve", "tiles", "-a", "breadth-first", "--tie-break", "lifo"],
        "--tie-break has no effect on breadth-first",
    ),
    (["solve", "tiles", "-a", "ida-star", "--tie-break", "lifo"], "has no effect on ida-star"),
    (
        ["solve", "tiles", "-a", "breadth-first", "-h", "zero"],
        "--heuristic has no effect on breadth-first",
    ),
    (
        ["solve", "movix", "-a", "weighted-astar", "--weight", "nan"],
        "weight 'nan': expected a finite",
    ),
    (["solve", "movix", "-a", "depth-limited", "--depth", "-1"], "a whole number from 0 up"),
    (
        ["solve", "movix", "-a", "weighted-astar(weight=2)", "--weight", "3"],
        "'weighted-astar(weight=2)': found weight=2 and weight=3",
    ),
    (["compare", "movix", "-a", "beam(k=x)"], "k 'x': expected a whole number"),
    (["batch", "movix", "-", "-a", "weighted-astar(wight=2)"], "did you mean 'weight'?"),
    (["solve", "movix", "-a", "astar(weight=3)"], "unknown option of astar 'weight'"),
    (["solve", "sudoku-local", "-a", "beam(k=0)"], "k '0': expected a whole number"),
    (["solve", "movix", "-a", "hill-climbing"], "value"),
    (["solve", "hitori", "--all", "--nodes", "1"], "--nodes cannot be used with --all"),
    (["solve", "hitori", "--all", "--weight", "1"], "--weight cannot be used with --all"),
    (["solve", "hitori", "--at-most", "2"], "--at-most needs --all"),
    (["solve", "hitori", "[[1,2],[2,0]]"], "row 2, column 2: found 0"),
    (["compare", "movix", "2-tiny", "-a", "astar", "--tie-breaks", "lofi"], "lifo"),
    (["compare", "movix", "2-tiny", "-a", ""], "algorithm"),
    (["slove", "movix"], "unknown command 'slove': did you mean 'solve'?"),
    (["solve", "movix", "--seconds", "ten"], "'ten' is not a valid number."),
    (["solve", "movix", "--nodes", "1e6"], "'1e6' is not a valid whole number."),
    (["batch", "movix", "boards.txt", "--jobs", "99999999"], "is not in the range 1<=x<="),
    (
        ["solve", "movix", f"5x5,{'4' * 4301}:5/5/5/5/5"],
        "where LINE is the length of the line",
    ),
    (["compare", "movix", "2-tiny", "--html", "page.png"], "'page.png': expected a name that ends"),
]


def assert_one_line(finished, part):
    assert finished.status == 2
    assert finished.err.startswith("aima-search: ")
    assert len(finished.err.splitlines()) == 1
    assert part in finished.err
    assert "Traceback" not in finished.err


@pytest.mark.parametrize(("arguments", "part"), BAD, ids=[" ".join(bad) for bad, _ in BAD])
def test_bad_input_is_answered_by_one_line(run, arguments, part):
    assert_one_line(run(*arguments), part)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("def my_h(node):\n    return 1 / 0\n", "my.py, line 2: ZeroDivisionError"),
        ("def my_h(node):\n    return next(iter([]))\n", "my.py, line 2: RuntimeError: generator"),
        ("def my_h(node):\n    raise ValueError('one\\ntwo')\n", "ValueError: one two"),
        ("raise ValueError('one\\ntwo \\x1b[31m')\n", r"ValueError: one\ntwo \x1b[31m"),
        ("import nothing_of_the_kind\n", "my.py, line 1: ModuleNotFoundError"),
        ("def my_h(node)\n", "SyntaxError"),
        ("def my_h(node):\n    return None\n", "returned None"),
        ("def my_h(node):\n    return float('nan')\n", "returned nan"),
        ("def my_h(problem):\n    return 5\n", "returned 5"),
        ("def my_h():\n    return 5\n", "takes no parameter"),
        ("def my_g(node):\n    return 5\n", "did you mean 'my_g'"),
        ("def my_h(node):\n    return 'far'\n", "returned the text 'far'"),
        ("def my_h(problem, more):\n    return lambda node: 0\n", "more"),
    ],
)
def test_a_mistake_in_a_users_file_is_one_line_too(run, write, text, part):
    assert_one_line(run("solve", "movix", "2-tiny", "-h", write(text)), part)


@pytest.mark.parametrize("text", ["", "SS\nS\n", "S?\nSS\n", "line 9\nS_\n", "[[1, 2]]", "\0"])
def test_a_board_that_is_none_is_one_line_too(run, text):
    assert_one_line(run("solve", "movix", "-", "--line", "2", stdin=text), "MovIX")


def test_a_file_that_is_no_text_is_one_line_too(run, tmp_path):
    (tmp_path / "board.txt").write_bytes(b"\xff\x00\x00")
    assert_one_line(run("show", "movix", tmp_path / "board.txt"), "expected UTF-8")


def test_ctrl_c_is_one_line_and_a_status_of_its_own(run, monkeypatch):
    def interrupt(*_, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("aima_search.cli.arguments.read_problem", interrupt)
    finished = run("solve", "movix")
    assert (finished.status, finished.err.strip()) == (130, "aima-search: interrupted")


def test_a_mistake_of_ours_is_not_hidden(run, monkeypatch):
    def fail(*_, **options):
        raise ZeroDivisionError

    monkeypatch.setattr("aima_search.cli.arguments.read_problem", fail)
    with pytest.raises(ZeroDivisionError):
        run("solve", "movix")


def test_standard_input_that_is_no_text_is_one_line_too(run):
    class Bytes:
        def read(self):
            return b"\xff".decode()

    assert_one_line(run("solve", "movix", "-", stdin=Bytes()), "UTF-8")


@pytest.mark.gate("a process")
def test_a_folder_that_is_gone_is_no_proof(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run_process(
        ["sh", "-c", 'rmdir "$PWD"; exec "$@"', "sh", sys.executable, "-m", "aima_search", "list"],
        cwd=gone,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.gate("a process")
@pytest.mark.parametrize("error", ["GeneratorExit", "BaseException"])
def test_what_is_no_exception_is_no_proof_either(tmp_path, error):
    (tmp_path / "h.py").write_text(f"def h(node):\n    raise {error}\n")
    done = run_process([*call(), "solve", "movix", "2-tiny", "-h", "h.py:h"], cwd=tmp_path)
    assert done.returncode == 2


@pytest.mark.gate("a process")
def test_a_mistake_of_ours_is_no_proof():
    code = (
        "from aima_search.cli import arguments; from aima_search.__main__ import main\n"
        "arguments.read_problem = None; main()"
    )
    done = run_process([*call(code=code), "solve", "movix"])
    assert done.returncode == 2
    assert done.stderr.endswith("TypeError: 'NoneType' object is not callable\n")


def test_a_folder_that_may_not_be_written_into_is_told_before_the_work(run, tmp_path, monkeypatch):
    """Root may write everywhere, so that the answer of the system is replaced."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK or path != tmp_path)
    finished = run("compare", "movix", "--html", tmp_path / "page.html")
    assert_one_line(finished, f"folder '{tmp_path}' is not writable")
    assert finished.out == ""
    (tmp_path / "there.html").touch()
    assert run("solve", "movix", "2-tiny", "--html", tmp_path / "there.html").status == 0


@pytest.mark.parametrize(
    "error",
    [RuntimeError("can't start new thread"), BlockingIOError(EAGAIN, os.strerror(EAGAIN))],
)
def test_a_system_that_starts_no_further_process_is_one_line(run, monkeypatch, error):
    def fail(**settings):
        raise error

    monkeypatch.setattr(cli, "main", fail)
    status, _, err = run("list")
    assert (status, err.count("\n")) == (2, 1)
    assert "ulimit -u" in err
