"""Unusual folders, archives and notebooks, as an attacker makes them; each is graded or refused."""

from __future__ import annotations

import io
import json
import os
import socket
import stat
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

_OWN = "def own(node):\n    return 0\n"


def _file(text: str | bytes, name: str = "heuristic.py") -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    return make


def _link(to: str, name: str = "heuristic.py") -> Callable[[Path], None]:
    return lambda folder: (folder / name).symlink_to(to)


def _circle(folder: Path) -> None:
    (folder / "a").symlink_to(folder)
    (folder / "b").symlink_to("b")
    _file(_OWN)(folder)


def _names(*names: bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        for name in names:
            Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(_OWN, "utf-8")

    return make


def _hole(folder: Path) -> None:
    with (folder / "heuristic.py").open("wb") as file:
        file.truncate(2**42)


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "heuristic.py")


def _socket(folder: Path) -> None:
    _file(_OWN)(folder)
    before = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("heuristics.py")
    os.fchdir(before)
    os.close(before)


def _deep(folder: Path) -> None:
    _file(_OWN)(folder)
    before = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
    os.fchdir(before)
    os.close(before)


def _closed(folder: Path) -> None:
    _file(_OWN)(folder)
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0)
    (folder / "heuristic.py").chmod(0)


def _many(folder: Path) -> None:
    for number in range(3000):
        (folder / f"{number}.py").touch()


def _archive(*members: tuple[str, bytes, int], packs: int = 1) -> Callable[[Path], None]:
    """Return a function that writes an archive of members, packed into ``packs`` archives."""

    def make(folder: Path) -> None:
        content = b""
        for level in range(packs):
            held = io.BytesIO()
            with (
                warnings.catch_warnings(),
                zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive,
            ):
                warnings.simplefilter("ignore")  # two members may have the same name
                inner = members if not level else [(f"{n}.zip", content, 0) for n in range(9)]
                for name, text, mode in inner:
                    info = zipfile.ZipInfo(name)
                    info.external_attr = mode << 16
                    archive.writestr(info, text, zipfile.ZIP_DEFLATED)
            content = held.getvalue()
        (folder / "work.zip").write_bytes(content)

    return make


def _changed_archive(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        _archive(("heuristic.py", _OWN.encode(), 0))(folder)
        path = folder / "work.zip"
        path.write_bytes(change(path.read_bytes()))

    return make


def _tar(folder: Path) -> None:
    with tarfile.open(folder / "work.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("../../heuristic.py")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)


def _notebook(cells: object) -> Callable[[Path], None]:
    def make(folder: Path) -> None:  # a text of 200,000 cells is made only if it is used
        _file(json.dumps({"cells": cells, "nbformat": 4}), "heuristic.ipynb")(folder)

    return make


_LINK = stat.S_IFLNK | 0o777
ODD: Mapping[str, Callable[[Path], None]] = {
    "nothing": lambda folder: None,
    "a link to a secret": _link("/etc/shadow"),
    "a link to an endless file": _link("/dev/zero"),
    "links in circles": _circle,
    "names that differ in their case": _names(b"heuristic.py", b"Heuristic.py", b"HEURISTIC.PY"),
    "names of all bytes": _names(b"heuristic.py", b"\xff\x01\n.py", b"-rf.py", b"\xed\xa0\x80.py"),
    "a folder of that name": lambda folder: (folder / "heuristic.py").mkdir(),
    "a hole of 4 TB": _hole,
    "a pipe": _pipe,
    "a socket": _socket,
    "a deep folder": _deep,
    "what nobody may read": _closed,
    "3,000 files": _many,
    "a module of ours": _names(b"heuristic.py", b"aima_search.py", b"json.py", b"sitecustomize.py"),
    "a mark and a carriage": _file(b"\xef\xbb\xbfdef own(node):\r    return 0\r"),
    "two bytes a letter": _file(_OWN.encode("utf-16")),
    "an archive of archives": _archive(("0", bytes(10**7), 0), packs=4),
    "an archive of nothing but a large file": _archive(("heuristic.py", bytes(10**9), 0)),
    "an archive that leads out": _archive(
        ("../../heuristic.py", b"0", 0), ("/etc/heuristic.py", b"0", 0), ("..\\h.py", b"0", 0)
    ),
    "an archive of links": _archive(
        ("heuristic.py", b"/etc/shadow", _LINK), ("to", b"/", _LINK), ("to/x.py", b"0", 0)
    ),
    "an archive of the same name twice": _archive(
        ("heuristic.py", b"0", 0), ("heuristic.py", _OWN.encode(), 0), ("HEURISTIC.py", b"0", 0)
    ),
    "an archive of 9,000 files": _archive(*((f"{n}/x.py", b"", 0) for n in range(9_000))),
    "a file and a folder of one name": _archive(("a", b"0", 0), ("a/heuristic.py", b"0", 0)),
    "half an archive": _changed_archive(lambda content: content[: len(content) // 2]),
    "an archive with a lie about its sizes": _changed_archive(
        lambda content: content.replace(len(_OWN).to_bytes(4, "little"), b"\xff\xff\xff\x7f")
    ),
    "an archive behind a program": _changed_archive(lambda content: b"#!/bin/sh\n" * 99 + content),
    "an archive of another kind": _tar,
    "a notebook of nothing": _file("{}", "heuristic.ipynb"),
    "a notebook of no text": _file(b"\xff\xfe\x00", "heuristic.ipynb"),
    "a notebook of brackets": _file("[" * 10**6, "heuristic.ipynb"),
    "a notebook of digits": _file('{"cells": ' + "9" * 10**6 + "}", "heuristic.ipynb"),
    "a notebook of odd cells": _notebook([1, None, {"cell_type": "code", "source": {"a": []}}, []]),
    "a notebook of 200,000 cells": _notebook([{"cell_type": "code", "source": "x = 1"}] * 200_000),
    "a notebook that takes over": _notebook(
        [{"cell_type": "code", "source": ["get_ipython().run_line_magic('x', '')\n", _OWN]}]
    ),
}
"""Functions that write the content of an unusual folder into an empty folder, by name."""
