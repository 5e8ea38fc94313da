"""``python -m benchmarks [NAME [OPTIONS]]``: run one benchmark, or list them all."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import click

from aima_search.cli.output import print_table
from aima_search.display.tables import make_table

FOLDER = Path(__file__).parent


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run the benchmark NAME with its own options, or list the benchmarks."""
    found = benchmarks()
    if name in (None, "--help"):
        table = make_table(["benchmark", "what it shows"])
        for benchmark, summary in found.items():
            table.add_row(benchmark, summary)
        print_table(table)
    elif name not in found:
        raise click.UsageError(f"no benchmark {name!r}: expected one of {', '.join(found)}")
    else:
        import_module(f"benchmarks.{name}").main(list(arguments))


def benchmarks() -> dict[str, str]:
    """Return every benchmark of this folder with the first line of its docstring.

    The files are read, not imported: listing needs nothing that a single benchmark needs.
    """
    found = {}
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(part, ast.FunctionDef) and part.name == "main" for part in module.body):
            found[path.stem] = (ast.get_docstring(module) or "").partition("\n")[0]
    return found


if __name__ == "__main__":
    run(sys.argv[1:], prog_name="python -m benchmarks")
