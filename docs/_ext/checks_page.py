"""Writes ``reference/checks.md``: the checks of an assignment and their keys.

To write it, use ``python docs/_ext/checks_page.py``.
"""

from pathlib import Path

from aima_search.apps.grade.assignment import COLUMNS, describe_checks
from aima_search.apps.grade.checks import COMMON
from aima_search.display.tables import markdown_table, paragraphs

PAGE = Path(__file__).parent.parent / "reference" / "checks.md"


def checks_page():
    """Return the page in Markdown."""

    def code(names):
        return ", ".join(f"`{name}`" for name in names.split(", ") if name)

    checks, keys = describe_checks()
    text = paragraphs(
        "# The checks of an assignment",
        "*For teachers who write an assignment. You will find every check and its keys.*",
        "In the TOML file of an [assignment](assignments.md), write a table `[[parts.checks]]`"
        " for each check. To print the list of checks, use `aima-search list checks`.",
        f"Every check has the keys {code(', '.join(COMMON))}.",
        markdown_table(
            COLUMNS,
            [(code(kind), code(name), text, code(own)) for kind, name, text, own in checks],
        ),
        "## Keys",
        markdown_table(
            ("key", "meaning", "used by"), [(code(key), *cells) for key, *cells in keys]
        ),
    )
    return f"{text}\n"


if __name__ == "__main__":
    PAGE.write_text(checks_page(), encoding="utf-8")
