"""Runs the cases of a benchmark with their options, and prints rows and claims."""

from __future__ import annotations

import ast
import inspect
import platform
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.markup import escape

FOLDER = Path(__file__).parent
_CONSOLE = Console(highlight=False, soft_wrap=True)
_HELP = {
    "repeats": "Rounds of the same runs; the least of each counts.",
    "boards": "Boards of a row.",
    "depths": "Depths of the boards.",
    "seed": "Seed of what is drawn.",
    "data": "File or folder of published boards.",
    "textbook": "A copy of the textbook's repository: its module is measured, and nothing else.",
    "seconds": "Limit of a search, or how long a part takes.",
    "nodes": "Expansions of a search, at most.",
}


@cache
def names() -> dict[str, str]:
    """Return the name of each benchmark in this folder, with the first line of its docstring.

    A benchmark is a file with a dict ``CASES``. The files are parsed, not imported, so that the
    list does not need the packages that a benchmark imports.
    """
    found = {}
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        targets = [part.targets[0] for part in module.body if isinstance(part, ast.Assign)]
        if any(isinstance(target, ast.Name) and target.id == "CASES" for target in targets):
            found[path.stem] = (ast.get_docstring(module) or "").partition("\n")[0]
    return found


def command_of(name: str) -> click.Command:
    """Return the command of a benchmark; the parameters of its cases are its options.

    If an option is not given, each case uses its own default, which may differ between cases.
    """
    module = import_module(f"benchmarks.{name}")
    cases: Mapping[str, Callable[..., None]] = module.CASES
    wanted = {case: inspect.signature(run).parameters for case, run in cases.items()}
    options: dict[str, list[inspect.Parameter]] = {}
    for parameter in (parameter for of in wanted.values() for parameter in of.values()):
        options.setdefault(parameter.name, []).append(parameter)

    def run(section: tuple[str, ...], **given: Any) -> None:
        needs = {
            case: [one.name for one in of.values() if one.default is one.empty]
            for case, of in wanted.items()
        }
        asked = [case for case, of in needs.items() if of and all(given[one] for one in of)]
        for case in section or asked or [case for case, of in needs.items() if not of]:
            if lacking := [one for one in needs[case] if not given[one]]:
                raise click.UsageError(f"--section {case} needs --{lacking[0]}")
            cases[case](**{one: given[one] for one in wanted[case] if given[one] is not None})

    choice = click.Choice(list(cases))
    section = click.Option(["--section"], type=choice, multiple=True, help="Of these. [all]")
    parameters: list[click.Parameter] = [*map(_option, options.values()), section]
    lines = [f"{case}: {(inspect.getdoc(do) or '').splitlines()[0]}" for case, do in cases.items()]
    text = "\n\n".join([inspect.getdoc(module) or "", *lines])
    return click.Command(name, callback=run, params=parameters, help=text)


def _option(parameters: Sequence[inspect.Parameter]) -> click.Option:
    """Return the option for a parameter's name, which several cases may have.

    The option is a path if the parameter has no default; several values are separated by commas.
    """
    default, name = parameters[0].default, f"--{parameters[0].name.replace('_', '-')}"
    help_ = _HELP.get(parameters[0].name, "")
    if default in (None, inspect.Parameter.empty):
        return click.Option([name], type=click.Path(exists=True, path_type=Path), help=help_)
    if isinstance(default, tuple):
        kind = type(default[0]) if default else str

        def read(context: click.Context, option: click.Parameter, text: str | None) -> Any:
            return None if text is None else tuple(kind(part) for part in text.split(",") if part)

        text = ",".join(map(str, default))
        return click.Option([name], help=f"{help_} [{text}]".strip(), callback=read)
    defaults = dict.fromkeys(str(one.default) for one in parameters)
    text = f"{help_} [{' or '.join(defaults)}]".strip()
    return click.Option([name], type=type(default), help=text)


def heading(text: str) -> None:
    """Print the title of a case, with the name and version of the Python that is measured."""
    implementation, version = platform.python_implementation(), platform.python_version()
    _CONSOLE.print(f"[bold]{escape(text)}[/bold]  ({implementation} {version})")


def print_line(text: str) -> None:
    """Print a line without a claim."""
    _CONSOLE.print(f"{text}\n", markup=False)


class Rows:
    """A table that prints each row at once; columns of words come before columns of numbers.

    A title may be followed by the width of its column: ``board:20``.
    """

    def __init__(self, *titles: str, words: int = 1) -> None:
        parts = [re.fullmatch(r"(.*?)(?::(\d+))?", title) for title in titles]
        heads = [part[1] for part in parts if part]
        self._words = words
        self._widths = [max(len(part[1]), int(part[2] or 7)) for part in parts if part]
        _CONSOLE.print(f"\n{self._line(heads)}", markup=False)
        _CONSOLE.print("-" * (sum(self._widths) + 2 * len(titles) - 2))

    def add(self, *cells: object) -> None:
        """Print a row."""
        _CONSOLE.print(self._line([str(cell) for cell in cells]), markup=False)

    def _line(self, cells: list[str]) -> str:
        pairs = enumerate(zip(cells, self._widths, strict=False))
        line = [cell.ljust(w) if at < self._words else cell.rjust(w) for at, (cell, w) in pairs]
        return "  ".join(line).rstrip()


class Claim(NamedTuple):
    """A claim: its text, its bound, the measured value, and whether the claim holds."""

    text: str
    bound: str
    measured: str
    holds: bool


CLAIMS: list[Claim] = []
"""The claims that this process has stated so far."""


def state_claim(
    claim: str,
    measured: float | None,
    *,
    least: float | None = None,
    most: float | None = None,
    unit: str = "",
) -> bool:
    """Print a claim, its bound and the measured value; return True if the claim holds.

    ``measured`` is None if there was nothing to measure; then the claim does not hold.
    """
    bound = f"at least {least:,g}" if least is not None else f"at most {most:,g}"
    holds = (
        measured is not None
        and (least is None or measured >= least)
        and (most is None or measured <= most)
    )
    number = "nothing" if measured is None else f"{measured:,.4g}{unit}"
    told = Claim(claim, f"{bound}{unit}", number, holds)
    verdict = "[green]holds[/green]" if holds else "[red]DOES NOT HOLD[/red]"
    _CONSOLE.print(f"{escape(claim)}: {told.bound}; measured {number}: {verdict}\n")
    CLAIMS.append(told)
    return holds
