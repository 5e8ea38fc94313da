"""``aima-search list checks``: what an assignment can ask for, with the keys of each check."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.catalog.files import writing
from aima_search.cli.output import print_json, print_rows


def list_checks(as_json: bool, page: Path | None) -> None:
    """Print the checks as tables, or as JSON; or write them as a page in Markdown."""
    from aima_search.apps.grade.check import COMMON
    from aima_search.apps.grade.keys import KEYS, described_checks

    if page is not None:
        with writing(page):
            page.write_text(checks_page(), encoding="utf-8")
        click.echo(f"wrote {page}")
        return
    checks = list(described_checks())
    if as_json:
        told = [one._asdict() for one in checks]
        print_json({"common": list(COMMON), "checks": told, "keys": KEYS})
        return
    rows = [[one.part, one.check, one.asks, ", ".join(one.keys)] for one in checks]
    print_rows(["part", "check", "what the check asks", "own keys"], rows)
    print_rows(["key", "meaning"], [[key, KEYS[key].replace("`", "")] for key in KEYS])


def checks_page() -> str:
    """Return the checks as a page in Markdown."""
    from aima_search.apps.grade.check import COMMON
    from aima_search.apps.grade.keys import described_checks, described_keys
    from aima_search.manual.about import paragraphs, table

    def plain(names: tuple[str, ...]) -> str:
        return ", ".join(f"`{name}`" for name in names)

    checks = [
        [f"`{one.part}`", f"`{one.check}`", one.asks, plain(one.keys)] for one in described_checks()
    ]
    keys = [
        [f"`{key}`", meaning, having or "every check"] for key, meaning, having in described_keys()
    ]
    return (
        paragraphs(
            "# The checks of an assignment",
            "A check is a table `[[parts.checks]]` of an [assignment](assignments.md)."
            " `aima-search list checks` prints these tables, and with `--page` it wrote this page.",
            f"Every check has the keys {plain(COMMON)}.",
            table(["kind of part", "check", "what the check asks", "own keys"], checks),
            "## The keys",
            table(["key", "meaning", "of"], keys),
        )
        + "\n"
    )
