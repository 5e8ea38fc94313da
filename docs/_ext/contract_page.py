"""Writes ``reference/contract.md``: the contract, from the classes of ``aima_search.model``.

``python docs/_ext/contract_page.py`` writes it too.
"""

import dataclasses
import inspect
import re
from pathlib import Path

from aima_search import display
from aima_search.model import compiled, contract, heuristic, packed, presentation, puzzle
from aima_search.model.contract import RESTS_ON, RULES, SUBJECTS

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "own_puzzle.py"
PAGE = Path(__file__).parent.parent / "reference" / "contract.md"
DIALECTS = (contract.StateSpace, contract.ThirdEdition, contract.FourthEdition)
BASES = (puzzle.Puzzle, puzzle.Option)
VALUES = (
    contract.Abstraction,
    contract.DenseNumbering,
    contract.Symmetry,
    packed.Packed,
    compiled.CompiledForm,
    compiled.Formula,
    compiled.Fields,
    heuristic.BuiltHeuristic,
    presentation.ExplanationStep,
    presentation.AnswerGrid,
    presentation.Broken,
    presentation.Drawing,
    display.Scene,
    display.Cell,
)
HEAD = """# The contract

A *problem* is an object of any class with the members of this page. It may inherit from `Problem`
or `Puzzle`, but it need not. The engine uses these names and no others, so a member with a
misspelled name has no effect: [`check_problem`](api/checks.md) finds such names.

A *state* and an *action* are values of your choice. States are hashable and are never changed:
`result` returns a new state. A *cell* is a tuple (row, column), counted from 0. All costs have
the same unit, the one of `path_cost`. A heuristic is a function of a [node](api/problems.md),
`h(node)`: it reads `node.state`, and may read `node.parent`, `node.action`, `node.path_cost` and
`node.depth`.

A class speaks for its own rules. If a subclass redefines a rule, some members of its base class
no longer count, because they were said of other rules: the subclass has to define them again. The
entry of such a member names these rules.

| subject | members |
| --- | --- |
"""


PUZZLES = """A puzzle inherits from `Puzzle` and is registered by `@register_puzzle("name")`.
`Puzzle` adds texts, levels and options. A small puzzle defines the constructor, which takes the
rows or the text of a board, `grid` and `scene`; all else has a default.
[The recipe](../contributing/recipes.md#a-puzzle) says how a puzzle of another package is announced
to the command line and the page."""

WHOLE = """`examples/own_puzzle.py`: a puzzle with play, hints and a fast form."""


def page():
    """Return the text of the page."""
    rows = [f"| {title(kind)} | {', '.join(map(link, members(kind)))} |" for kind in SUBJECTS]
    parts = [HEAD + "\n".join(rows)]
    for subject in SUBJECTS:
        parts.append(f"## {title(subject)}\n\n{text_of(subject)}")
        parts += [entry(subject, name) for name in members(subject)]
    parts.append(f"## Puzzles\n\n{PUZZLES}")
    parts += [value(kind) for kind in BASES]
    parts.append("## Values\n\nWhat some members return.")
    parts += [value(kind) for kind in VALUES]
    example = EXAMPLE.read_text("utf-8").rstrip()
    parts.append(f"## A whole puzzle\n\n{WHOLE}\n\n```python\n{example}\n```")
    return "\n\n".join(parts) + "\n"


def title(subject):
    """Return the name of a class as words."""
    return re.sub(r"(?<!^)[A-Z]", lambda letter: f" {letter[0].lower()}", subject.__name__)


def members(subject):
    """Return the names of the members that a class describes."""
    return [name for name in vars(subject) if not name.startswith("_")]


def link(name):
    """Return a link to the entry of a member."""
    return f"[`{name}`](#{name})"


def entry(subject, name):
    """Return what the page says of a member."""
    promise, used, without = promises(subject, name)
    lines = [f"### {name}", f"```python\n{call(subject, name)}\n```", promise]
    facts = [("Used by", used), ("Without it", without)]
    if subject in DIALECTS:
        facts.append(
            (
                "Needed",
                "yes, in one of the two dialects" if subject.__name__ != "StateSpace" else "yes",
            )
        )
    if name in RESTS_ON:
        rules = (
            "a rule"
            if RESTS_ON[name] == RULES
            else ", ".join(f"`{one}`" for one in sorted(RESTS_ON[name]))
        )
        facts.append(("Define it again", f"in a subclass that redefines {rules}"))
    lines.append("\n".join(f"- **{title}:** {text}" for title, text in facts if text))
    return "\n\n".join(filter(None, lines))


def promises(subject, name):
    """Return what a member is, who uses it, and what happens without it."""
    member = vars(subject)[name]
    text = text_of(getattr(member, "fget", member))
    promise, _, rest = text.partition("used by: ")
    used, _, without = rest.partition("without it: ")
    return promise.strip(), used.strip(), without.strip()


def call(subject, name):
    """Return how a member is called, or an attribute with its type."""
    member = vars(subject)[name]
    if isinstance(member, property):
        return f"{name}: {inspect.signature(member.fget).return_annotation}"
    return name + signature(member)


def signature(function):
    """Return the signature of a function, without ``self``."""
    text = re.sub(r"= <.*?>+(?=[,)])", "= ...", str(inspect.signature(function)))
    text = text.replace("'", "").replace("mappingproxy({})", "{}").replace("= ,", '= "",')
    text = text.replace("= )", '= "")')
    return re.sub(r"\((self|cls)(, /)?(, )?", "(", text).replace(", /)", ")").replace(" /,", "")


def value(kind):
    """Return what the page says of a value: its text, and its methods."""
    lines = [f"### {kind.__name__}", f"From `{kind.__module__}`.", text_of(kind)]
    if "__init__" in vars(kind) and dataclasses.is_dataclass(kind):
        lines.insert(2, f"```python\n{kind.__name__}{signature(kind.__init__)}\n```")
    for name, member in vars(kind).items():
        function = getattr(member, "__func__", member)  # of a class method
        if inspect.isfunction(function) and not name.startswith("_"):
            text = text_of(function).replace("\n", "\n  ")
            lines.append(f"- `{name}{signature(function)}`: {text}")
    return "\n\n".join(lines)


def text_of(thing):
    """Return a docstring as Markdown."""
    return re.sub(r"``([^`]+)``", r"`\1`", inspect.getdoc(thing) or "").replace("A*", "A\\*")


def write(app=None):
    """Write the page if it is new or changed."""
    if not PAGE.exists() or PAGE.read_text("utf-8") != page():
        PAGE.write_text(page(), "utf-8")


def setup(app):
    """Join the build before it looks for pages."""
    app.connect("builder-inited", write, priority=1)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    write()
