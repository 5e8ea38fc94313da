"""Print the structure of the packages: rooms, circular imports, and the numbers of files and lines.

A room is a file or a folder of ``aima_search/``, or another package. An arrow is an import from one
room to another, anywhere in a file. An arrow is in a circle if other arrows lead back from its end
to its start.

    python tools/house.py [FOLDER]
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

PACKAGES = ("aima_search", "puzzles", "heuristics")
AROUND = ("benchmarks", "tools")


def main() -> None:
    """Print the structure of the project in the given folder, by default of this project."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    files = {module_of(path.relative_to(root)): path for path in sources(root, PACKAGES + AROUND)}
    rooms = {room_of(module) for module in files}
    arrows = {
        (room_of(module), room_of(needed))
        for module, path in files.items()
        for needed in imports_of(path, files)
        if room_of(needed) != room_of(module)
    }
    own = list(sources(root, PACKAGES))
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in own)
    up = sorted(arrows - downwards(arrows))
    print(f"{len(rooms)} rooms, {len(arrows)} arrows, {len(up)} of them in circles")
    for start, stop in up:
        print(f"  {start} -> {stop}")
    print(f"{len(own)} Python files with {lines:,} lines in {', '.join(PACKAGES)}")


def sources(root: Path, packages: tuple[str, ...]) -> list[Path]:
    """Return the Python files of packages."""
    return [path for package in packages for path in sorted((root / package).rglob("*.py"))]


def module_of(path: Path) -> str:
    """Return the dotted module name of a file."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    """Return the room that contains a module."""
    parts = module.split(".")
    return ".".join(parts[:2] if parts[0] == "aima_search" else parts[:1])


def imports_of(path: Path, files: dict[str, Path]) -> set[str]:
    """Return the modules of the project that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {str(node.module)}
            if any(f"{node.module}.{alias.name}" in files for alias in node.names):
                found -= {str(node.module)}
    return found & files.keys()


def downwards(arrows: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the arrows that are in no circle."""
    below = defaultdict(set)
    for start, stop in arrows:
        below[start].add(stop)

    def reached(room: str) -> set[str]:
        seen, waiting = set(), [room]
        while waiting:
            for other in below[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    return {(start, stop) for start, stop in arrows if start not in reached(stop)}


if __name__ == "__main__":
    main()
