"""Generates a course from *masters*. A master is the teacher's source file of one chapter.

A master contains the text, the cells, the exercises with their solutions, and the assignment. The
students get a notebook and an assignment without the solutions. The teacher gets the solution and
the complete assignment. A line ``# %% KIND`` begins a cell. KIND is one of KINDS. In a cell, these
comments separate the lines for the teacher from the lines for students:

    # solution
    return 7            for the teacher; a line "# sealed ..." contains the same lines, encoded
    # student
    # return 0          for students, who get the line without the first "#"
    # end

In an assignment, the lines between ``# hidden`` and ``# end`` are for the teacher only, and a
number that depends on the course replaces ``SEED``.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import b85decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import read_file, writing
from aima_search.base.toml_values import parse_toml
from aima_search.catalog.notebooks import EXPLORE

KINDS = ("text", "", EXPLORE, "assignment")
"""The kinds of cells: Markdown in comments, graded code, other code, and TOML in comments."""

SOLUTION, STUDENT, HIDDEN, END, SEALED = "# solution", "# student", "# hidden", "# end", "# sealed "
MASTERS, _TEMPLATE = (Path(__file__).parent / name for name in ("masters", "template"))
_SCRIPTS = ("setup.sh", "run_autograder")
_WRITES = re.compile(r"%%writefile (\S+)\n(.*)", re.DOTALL)


@dataclass(frozen=True)
class ChapterCell:
    """A cell of a chapter's source file. ``line`` is the number of its first line."""

    kind: str
    line: int
    lines: Sequence[str]


@dataclass(frozen=True)
class ChapterSource:
    """The source of a chapter: a name, such as ``3.1-problems``, and cells."""

    name: str
    cells: Sequence[ChapterCell]

    @property
    def chapter(self) -> tuple[int, ...]:
        """The number of the chapter as a tuple, such as (3, 5, 1) for the name ``3.5.1-astar``."""
        return chapter_number(self.name.partition("-")[0])

    def notebook(self, solved: bool) -> str:
        """Return the text of the chapter's notebook, with solutions if ``solved`` is True."""
        cells = [_notebook_cell(cell, solved) for cell in self.cells if cell.kind != "assignment"]
        for number, cell in enumerate(cells):
            cell["id"] = f"cell-{number}"
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        whole = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"

    def assignment(self, solved: bool, seed: int) -> str:
        """Return the assignment as TOML. If ``solved`` is True, it contains the hidden checks."""
        lines = [
            line
            for cell in self.cells
            if cell.kind == "assignment"
            for line in _lines(ChapterCell(cell.kind, cell.line, _uncommented(cell.lines)), solved)
        ]
        drawn = Random(f"{seed} {self.name}").getrandbits(63)  # a whole number of TOML
        return "\n".join(lines).replace("SEED", str(drawn)).strip() + "\n"

    def answers(self) -> dict[str, str]:
        """Return the chapter's solution files: a dict from the name of a file to its text."""
        texts = ("\n".join(_lines(cell, solved=True)) for cell in self.cells if cell.kind == "")
        found = (_WRITES.match(text) for text in texts)
        return {match[1]: match[2].strip() + "\n" for match in found if match}


def read_master(name: str, text: str) -> ChapterSource:
    """Read a chapter from the text of its source file; raise InputError if it has a mistake."""
    cells: list[ChapterCell] = []
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("# %%"):
            kind = line[4:].strip()
            if kind not in KINDS:
                fault = UnknownName("kind of cell", kind, KINDS)
                raise InputError(f"{name}, line {number}: {fault}")
            lines = []
            cells.append(ChapterCell(kind, number, lines))
        elif cells:
            lines.append(line)
        elif line.strip():
            raise InputError(f"{name}, line {number}: expected a cell, such as '# %% text'")
    master = ChapterSource(name, cells)
    if not any(cell.kind == "assignment" for cell in cells):
        raise InputError(f"{name}: the cell '# %% assignment' is missing")
    for cell in cells:  # report a misplaced "# solution" or "# end" before any file is written
        try:
            _lines(cell, solved=True)
        except InputError as error:
            raise InputError(f"{name}, {error}") from None
    for solved in (False, True):
        parse_toml(master.assignment(solved, seed=0), f"{name}, cells '# %% assignment'")
    return master


def masters(folder: Path | None = None) -> list[ChapterSource]:
    """Return the chapters in ``folder``, or the package's chapters if no folder is given."""
    read = [read_master(file.stem, read_file(file)) for file in (folder or MASTERS).glob("*.txt")]
    if not read:
        raise InputError(f"folder {folder}: expected source files of chapters (.txt)")
    return sorted(read, key=lambda master: (master.chapter, master.name))


def chosen(every: Sequence[ChapterSource], chapters: str) -> list[ChapterSource]:
    """Return the chosen chapters. ``chapters`` is, for example, "3.5", "3.1-4.1" or "all"."""
    if chapters == "all":
        return list(every)
    first, _, last = chapters.partition("-")
    low, high = chapter_number(first), chapter_number(last or first)
    within = [one for one in every if low <= one.chapter and one.chapter[: len(high)] <= high]
    if not within:
        known = ", ".join(master.name for master in every)
        raise InputError(f"chapters {chapters!r}: no such chapter; the chapters are {known}")
    return within


def chapter_number(text: str) -> tuple[int, ...]:
    """Return the parts of a chapter number, for example (3, 5, 1) for "3.5.1"."""
    if not re.fullmatch(r"\d+(\.\d+)*", text.strip(), re.ASCII):
        raise InputError(f"chapter {text!r}: expected a number or a range, such as 3.1 or 3.1-4.1")
    return tuple(map(int, text.split(".")))


def write_course(folder: Path, chapters: Sequence[ChapterSource], seed: int) -> Iterator[Path]:
    """Write the course and yield the path of each file. Raise InputError if a file exists."""
    texts = {"teacher/README.md": _README.format(seed=seed)}
    for master in chapters:
        student, teacher = f"students/{master.name}", f"teacher/{master.name}"
        texts[f"{student}/{master.name}.ipynb"] = master.notebook(solved=False)
        texts[f"{student}/assignment.toml"] = master.assignment(solved=False, seed=seed)
        texts[f"{teacher}/assignment.toml"] = master.assignment(solved=True, seed=seed)
        texts[f"{teacher}/solution/{master.name}.ipynb"] = master.notebook(solved=True)
        texts |= {f"{teacher}/solution/{name}": text for name, text in master.answers().items()}
    return write_new_files(folder, texts)


def write_new_files(folder: Path, texts: Mapping[str, str]) -> Iterator[Path]:
    """Write files and yield their paths. Raise InputError if one of them exists already."""
    existing = next((name for name in texts if (folder / name).exists()), None)
    if existing is not None:
        raise InputError(f"{folder / existing} exists already: choose a new folder")
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path):
            path.write_text(text, encoding="utf-8")
        yield path


def write_template(folder: Path) -> Iterator[Path]:
    """Write a Gradescope autograder to a new or empty folder, and yield the paths of its files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"folder {str(folder)!r}: expected a new or empty folder")
    for source in sorted(_TEMPLATE.rglob("*.txt")):
        path = folder / source.relative_to(_TEMPLATE).with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        if path.name in _SCRIPTS:
            path.chmod(0o755)
        yield path


def unsealed(text: str) -> str:
    """Decode the encoded solutions in the text of a source file; return the whole text."""
    return "\n".join(map(_opened, text.split("\n")))


def _opened(line: str) -> str:
    if not line.lstrip().startswith(SEALED):
        return line
    try:
        packed = b85decode(line.lstrip()[len(SEALED) :].strip())
        return zlib.decompress(packed).decode().rstrip("\n")
    except (ValueError, zlib.error, binascii.Error):
        raise InputError("a line '# sealed ...' is damaged: copy the file again") from None


def _lines(cell: ChapterCell, solved: bool) -> list[str]:
    found: list[str] = []
    mark = ""
    for number, line in enumerate(cell.lines, cell.line + 1):
        sign = line.strip()
        expected = {SOLUTION: "", HIDDEN: "", STUDENT: SOLUTION}.get(sign, mark)
        if mark != expected or (sign == END and not mark):
            order = f"{SOLUTION!r}, {STUDENT!r}, {END!r}; or {HIDDEN!r}, {END!r}"
            text = f"{sign!r} is in the wrong place: the right order is {order}"
            raise InputError(f"line {number}: {text}")
        if sign == END and mark == SOLUTION:
            text = f"expected {STUDENT!r} between {SOLUTION!r} and {END!r}"
            raise InputError(f"line {number}: {text}")
        if sign in (SOLUTION, HIDDEN, STUDENT):
            mark = sign
        elif sign == END:
            mark = ""
        elif mark == STUDENT:
            found += [] if solved else _uncommented([line])
        elif not mark or solved:
            found += _opened(line).split("\n")
    if mark:
        raise InputError(f"line {cell.line}: {mark!r} has no matching {END!r}")
    return found


def _uncommented(lines: Sequence[str]) -> list[str]:
    return [re.sub(r"^(\s*)# ?", r"\1", line) for line in lines]


def _notebook_cell(cell: ChapterCell, solved: bool) -> dict[str, Any]:
    lines = _lines(cell, solved)
    if cell.kind == "text":
        source = "\n".join(_uncommented(lines)).strip()
        return {"cell_type": "markdown", "metadata": {}, "source": source}
    tags = {"tags": [EXPLORE]} if cell.kind == EXPLORE else {}
    source = "\n".join(lines).strip("\n")
    empty: dict[str, Any] = {"execution_count": None, "outputs": []}
    return {"cell_type": "code", "metadata": tags, "source": source, **empty}


_README = """# For the teacher alone

Hand out the folders in `students`. To grade the submissions of a chapter, use
`aima-search grade teacher/CHAPTER/assignment.toml CLASS.zip`. To give each student different
boards and numbers, add `--seed-from id`.

The hidden boards of this course were drawn with the seed {seed}. Keep this seed secret, because
anyone who knows the seed can draw the same boards.
`aima-search course new FOLDER --seed {seed}` writes the same course again. If you used
`--chapters` or `--masters`, repeat these options, too.
"""
