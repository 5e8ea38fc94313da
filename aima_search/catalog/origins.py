"""Entries that a script registers, and the files from which another process can register them.

Plug-ins announce themselves, so that every process finds them. A puzzle or a heuristic that a
script registers is known in that process only, until another process reads the script's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.files import text_at
from aima_search.base.registry import Registry, is_announced
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.files import is_neighbour, with_neighbours
from aima_search.catalog.heuristics import references_of
from aima_search.model.heuristic import ANY, heuristics_for
from aima_search.model.puzzle import PUZZLES


def files_needed(puzzle: str, heuristic: str | None = None) -> list[str]:
    """Return the files that register a puzzle, and the names in a heuristic, if no plug-in does.

    InputError if there is no file, as for an entry registered in a notebook.
    """
    return list(dict.fromkeys(_files_needed(puzzle, heuristic)))


def texts_of_scripts(puzzle: str) -> Mapping[str, str]:
    """Return the texts, by their paths, of all files that register something for a puzzle.

    The files that these import from their folders are among them. A heuristic may be made of any
    others, so these are all files except those of plug-ins.
    """
    registries = [heuristics_for(ANY), heuristics_for(puzzle)]
    origins = [PUZZLES.origin(puzzle)]
    origins += [registry.origin(name) for registry in registries for name in registry]
    own = [origin for origin in dict.fromkeys(origins) if _is_of_script(origin)]
    texts: dict[str, str] = {}
    for origin in own:
        texts |= with_neighbours(origin, text_at, is_neighbour)
    return texts


def _files_needed(puzzle: str, heuristic: str | None) -> Iterator[str]:
    yield from _file_of(PUZZLES, puzzle)
    for part in references_of(heuristic) if heuristic else []:
        if not isinstance(part, FileReference):
            name = part if isinstance(part, str) else part.name
            own = heuristics_for(puzzle)
            yield from _file_of(own if name in own else heuristics_for(ANY), name)


def _file_of(registry: Registry[Any], name: str) -> Iterator[str]:
    origin = registry.origin(name)
    if not _is_of_script(origin):
        return
    if not Path(origin).is_file():
        raise InputError(
            f"{registry.kind} {name!r} is registered in a notebook or an interactive session, which"
            " the processes of a lab cannot read: expected a file, such as mine.py: move the"
            " registration there and import that file"
        )
    yield origin


def _is_of_script(origin: str) -> bool:
    return bool(origin) and not is_announced(origin)
