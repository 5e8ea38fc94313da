"""Hostile submissions, between two honest submissions, whose results must not change.

An attack gets no points and an outcome in time, and leaves neither processes nor files. If the
tests run as root, this is repeated as an ordinary user.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil

from aima_search.apps import grade
from aima_search.apps.grade.results import NOT_GRADED, PartResult
from tests.aima_search.apps.grade.assignments import check, top_for
from tests.attacks.further_submissions import FURTHER
from tests.attacks.odd_folders import ODD
from tests.attacks.outcome import Attack
from tests.attacks.submissions import ATTACKS, ERRORS_OF_PYTHON, HONEST, NAMES, died

USERS = [None, 65534] if os.geteuid() == 0 else [None]
"""The users to test: the current user (None) and, if this is root, an ordinary user."""
KINDS = (*ATTACKS, "name", "odd folder")
_LATEST = 150.0  # seconds to grade a class of six with a limit of one second for each check
_CHECKS = {
    "heuristic": check("properties", boards="small"),
    "problem": check("contracts", 0, boards="small", arguments=["grid", "line"], states=20)
    + check("perft", boards="small", arguments=["grid", "line"]),
    "algorithm": check("optimal", boards="small", heuristic="partial-alignment"),
    "answer": check("value", answer="cost", boards="small"),
}


def course(kind: str, seconds: int = 1, memory: int = 300) -> str:
    """Return an assignment with one part of this kind and one check; memory: in MiB."""
    limits = {"seconds": seconds, "memory": f"{memory}MiB", "processes": 8, "nodes": 2000}
    function = None if kind == "answer" else "own"
    top: str = top_for(kind, function, "attacks", "part", **limits)
    return top + _CHECKS[kind]


def attack_by_submissions(
    folder: Path, user: int | None, kind: str, most: int | None
) -> Attack | None:
    """Grade ``most`` attacks of each collection as a user; None if this user cannot run Python."""
    folder.chmod(0o777)
    root = Path(__file__).parents[2]
    paths = [root, *(entry for entry in sys.path if entry.endswith("-packages"))]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "HOME": "/",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    own = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    settings: Any = {"cwd": folder, "env": environment, **own}
    for python in (sys.executable, f"/usr/bin/{version}"):
        if _succeeds([python, "-c", "import aima_search, numpy, click"], settings):
            command = [python, "-m", "tests.attacks.grade", str(folder), kind, str(most or 0)]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True, **settings)
            return Attack(f"hostile submissions: {kind}", *json.loads(done.stdout))
    return None


def _succeeds(command: list[str], settings: Any) -> bool:
    try:
        subprocess.run(command, capture_output=True, check=True, **settings)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _main(folder: Path, kind: str, most: int | None) -> None:
    """Print the number of graded attacks, and the faults that were found."""
    temporary = folder / "temporary"
    temporary.mkdir()
    temporary.chmod(0o777)
    os.environ["TMPDIR"] = str(temporary)
    if kind == "name":
        tried, faults = len(NAMES), _faults_by_names(folder / kind, temporary)
    elif kind == "odd folder":
        odd = dict(list(ODD.items())[:most])
        tried, faults = len(odd), _faults_by_folders(folder / kind, odd, temporary)
    else:
        chosen = dict(one for texts in (ATTACKS, FURTHER) for one in [*texts[kind].items()][:most])
        tried, faults = len(chosen), _faults(folder / kind, kind, chosen, temporary)
    sys.stdout.write(json.dumps([tried, list(faults)]))


def _faults(folder: Path, kind: str, attacks: Mapping[str, str], temporary: Path) -> Iterator[str]:
    """Yield the faults found with the attacks of a kind, four attacks in each class."""
    folder.mkdir()
    ending = "toml" if kind == "answer" else "py"
    honest = [folder / f"{name}.{ending}" for name in ("first", "last")]
    for file in honest:
        file.write_text(HONEST[kind], "utf-8")
    alone = _facts(_graded(folder, kind, honest[:1])[0])
    for names in zip_longest(*[iter(attacks)] * 4):
        hostile = {name: folder / f"hostile_{at}.{ending}" for at, name in enumerate(names) if name}
        for name, file in hostile.items():
            file.write_bytes(attacks[name].encode("utf-8", "surrogateescape"))
        class_ = f"{kind}, {' and '.join(hostile)}"
        began = perf_counter()
        first, *found, last = _graded(folder, kind, [honest[0], *hostile.values(), honest[1]])
        if _facts(first) != alone or _facts(last) != alone:
            yield f"{class_}: honest ones have {_facts(first)} and {_facts(last)}"
        for name, result in zip(hostile, found, strict=True):
            yield from (f"{kind}, {name}: {fault}" for fault in _faults_of(result))
            if kind != "answer" and name not in ERRORS_OF_PYTHON:  # the beacon: the attack ran
                told = [one.message for one in result.findings if died(one)]
                yield from (f"{kind}, {name} died before it attacked: {one}" for one in told)
        if perf_counter() - began > _LATEST:
            yield f"{class_}: it took {perf_counter() - began:.0f} s"
        yield from (f"{class_}: {left}" for left in _left(temporary))


def _faults_by_names(folder: Path, temporary: Path) -> Iterator[str]:
    """Yield the faults found with a class of folders that have unusual names."""
    folder.mkdir()
    folders = []
    for name in NAMES:
        path = Path(os.fsdecode(os.path.join(os.fsencode(folder), name)))
        path.mkdir()
        (path / "heuristic.py").write_text(HONEST["heuristic"], "utf-8")
        folders.append(path)
    for result in _graded(folder, "heuristic", folders):
        if result.points != 1 or not result.submission.isprintable():
            yield f"name {result.submission!r}: {result.outcome}"
    yield from _left(temporary)


def _faults_by_folders(
    folder: Path, odd: Mapping[str, Callable[[Path], None]], temporary: Path
) -> Iterator[str]:
    """Yield the faults found with unusual folders, each graded between two honest files."""
    folder.mkdir()
    honest = [folder / "first.py", folder / "last.py"]
    for file in honest:
        file.write_text(HONEST["heuristic"], "utf-8")
    alone = [_facts(result) for result in _graded(folder, "heuristic", honest)]
    for number, (name, make) in enumerate(odd.items()):
        there = folder / str(number)
        there.mkdir()
        make(there)
        began = perf_counter()
        results = _graded(folder, "heuristic", [honest[0], there, honest[1]])
        first, *found, last = results
        if [_facts(first), _facts(last)] != alone:
            yield f"{name}: honest ones have {_facts(first)} and {_facts(last)}"
        for one in found:
            yield from (f"{name}: {fault}" for fault in _faults_of(one, most=1))
        if perf_counter() - began > _LATEST:
            yield f"{name}: it took {perf_counter() - began:.0f} s"
        yield from (f"{name}: {left}" for left in _left(temporary))
        subprocess.run(["chmod", "-R", "u+rwx", there], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", there], check=False)


def _graded(folder: Path, kind: str, files: list[Path]) -> list[PartResult]:
    asked = grade.parse_assignment(course(kind), folder)
    return [score.parts[0] for score in grade.run(asked, files)]


def _facts(result: PartResult) -> list[object]:
    return [(one.outcome, one.points, one.message) for one in result.findings]


def _faults_of(result: PartResult, most: float = 0) -> Iterator[str]:
    if result.points > most or result.outcome == NOT_GRADED:
        yield f"{result.points} points, {result.outcome}: {result.findings[0].message}"
    if not all(one.message.replace("\n", "").isprintable() for one in result.findings):
        yield "a message that no terminal should be shown"


def _left(temporary: Path) -> Iterator[str]:
    if files := [one.name for one in temporary.iterdir()]:
        yield f"files are left: {files}"
    if children := psutil.Process().children(recursive=True):
        yield f"processes are left: {children}"


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) or None)
