"""Brings the generated tables of README.md up to date: ``python -m tests.readme``."""

from __future__ import annotations

import re
from pathlib import Path

from aima_search.catalog.heuristics import heuristic_info, heuristic_names

README = Path(__file__).parent.parent / "README.md"
WORDS = {True: "yes", False: "no", None: "not known"}


def heuristics_table(puzzle):
    """The facts of a puzzle's heuristics as a table in Markdown."""
    lines = ["| heuristic | admissible | consistent | what it estimates |", "| --- " * 4 + "|"]
    for name in heuristic_names(puzzle):
        info = heuristic_info(puzzle, name)
        facts = f"{WORDS[info.admissible]} | {WORDS[info.consistent]}"
        lines.append(f"| `{name}` | {facts} | {info.summary.rstrip('.')} |")
    return "\n".join(lines)


def updated(text):
    """The README with every ``table`` region written anew."""
    return re.sub(
        r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)",
        lambda match: f"{match[1]}{heuristics_table(match[2])}\n{match[3]}",
        text,
        flags=re.DOTALL,
    )


def command(name):
    """The shell command that the README gives under a name."""
    text = README.read_text(encoding="utf-8")
    return re.search(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", text, re.DOTALL)[1]


if __name__ == "__main__":
    README.write_text(updated(README.read_text(encoding="utf-8")), encoding="utf-8")
