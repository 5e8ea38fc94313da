"""Writes ``reference/contract.md``: the contract, from the classes of ``aima_search.model``.

To write it without Sphinx, use ``python docs/_ext/contract_page.py``.
"""

import dataclasses
import inspect
import re
from pathlib import Path

from aima_search import display
from aima_search.model import compiled, contract, heuristic, packed, presentation, puzzle
from aima_search.model.contract import RESTS_ON, SUBJECTS

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "own_puzzle.py"
PAGE = Path(__file__).parent.parent / "reference" / "contract.md"
DIALECTS = (contract.TransitionModel, contract.ThirdEdition, contract.FourthEdition)
BASES = (puzzle.Puzzle, puzzle.Option)
VALUES = (
    contract.Abstraction,
    contract.DenseCostTable,
    contract.Symmetry,
    packed.Packed,
    compiled.CompiledForm,
    compiled.Formula,
    compiled.BitFields,
    heuristic.BuiltHeuristic,
    presentation.ExplanationStep,
    presentation.AnswerGrid,
    presentation.BrokenRule,
    presentation.EditableBoard,
    display.Scene,
    display.Cell,
    display.Road,
    display.ObjectStage,
    display.Thing,
)
FUNCTIONS = (heuristic.register_heuristic, heuristic.with_refinement)
HEAD = """# The contract

*For everyone who writes a problem, a puzzle or a heuristic. You will find every member that you may
define.*

A *problem* is an object that has some of the methods and attributes on this page, which are called
*members*. Its class may inherit from `Problem` or `Puzzle`, but this is not necessary. A member
with a misspelled name has no effect. To find misspelled names, use
[`check_problem`](api/checks.md).

A *state* can be any Python value that is hashable and never changes: `result` returns a new state.
An *action* can be any Python value. A *cell* is a tuple (row, column), counted from 0. All
costs have the same unit as `path_cost`. In the signatures, `RowColumn` is the type of a cell, and
`Seed` is the type of a seed. A heuristic is a function `h(node)`, which takes a
[node](api/problems.md). It can use `node.state`, `node.parent`, `node.action`, `node.path_cost` and
`node.depth`.

Some members depend on other methods: for example, `reversible` depends on `actions`. If your
subclass redefines `actions`, the inherited `reversible` may be wrong. So the package ignores
`reversible` until your subclass defines it again. The line "In a subclass" below a member names the
methods that the member depends on.

| subject | members |
| --- | --- |
"""


PUZZLES = """A puzzle inherits from `Puzzle`, and you register it with `@register_puzzle("name")`.
The class `Puzzle` provides text formats, levels and options. In a small puzzle, you define the
rules, `grid`, `scene` and the constructor; everything else has a default. A tutorial shows
[a board with rows and an option](../tutorials/my-own-puzzle.md#a-board-with-rows-and-an-option),
and [how to make a package](../tutorials/my-own-puzzle.md#put-the-files-into-a-package).

The first argument of the constructor is the board. `parse` passes the board to the constructor as
one text, with `/` between the rows. The constructor should also accept the rows that `grid`
returns. If a board is invalid, the constructor should raise a `BoardError`:

    from aima_search.base.errors import BoardError

A `BoardError` is a `ValueError`. Commands print the message of a `BoardError` as one line, and
`load` continues with the next board. `parse` passes each board option to the constructor as a
keyword argument. If an option has `is_setting=True`, store its value in an attribute of the puzzle.
Give the attribute the name of the option, because the page, labs and `repr` read the option's value
from the attribute. In Python, an option `max-size` has the name `max_size`. `Option` and
`read_switch` are in `aima_search.model.puzzle`."""

HEURISTICS = """The functions below are also in the package `heuristics`, under the names
`heuristics.register` and `heuristics.with_refinement`."""

WHOLE = """The code below is the file `examples/own_puzzle.py`. The puzzle has pictures and a
compiled version, and you can play the puzzle and get hints on the page. The heuristic has a
compiled version, too."""


def page():
    """Return the text of the page."""
    rows = [f"| {title(kind)} | {', '.join(map(link, members(kind)))} |" for kind in SUBJECTS]
    parts = [HEAD + "\n".join(rows)]
    for subject in SUBJECTS:
        parts.append(f"## {title(subject)}\n\n{text_of(subject)}")
        parts += [entry(subject, name) for name in members(subject)]
    parts.append(f"## Puzzles\n\n{PUZZLES}")
    parts += [value(kind) for kind in BASES]
    parts.append("## Values\n\nSome members return these values.")
    parts += [value(kind) for kind in VALUES]
    parts.append(f"## Functions for heuristics\n\n{HEURISTICS}")
    parts += [function_entry(function) for function in FUNCTIONS]
    example = EXAMPLE.read_text("utf-8").rstrip()
    parts.append(f"## A complete puzzle\n\n{WHOLE}\n\n```python\n{example}\n```")
    return "\n\n".join(parts) + "\n"


def title(subject):
    """Return the name of a class as words, without "members"."""
    name = subject.__name__.removesuffix("Members")
    return re.sub(r"(?<!^)[A-Z]", lambda letter: f" {letter[0].lower()}", name)


def members(subject):
    """Return the names of the members that a class describes."""
    return [name for name in vars(subject) if not name.startswith("_")]


def link(name):
    """Return a link to the entry of a member."""
    return f"[`{name}`](#{name})"


def entry(subject, name):
    """Return the entry of a member."""
    promise, used, without = promises(subject, name)
    lines = [f"### {name}", f"```python\n{call(subject, name)}\n```", promise]
    facts = [("Used by", used), ("If missing", without)]
    if subject in DIALECTS:
        others = {"goal_test": "is_goal", "path_cost": "action_cost"}
        partner = {**others, **{new: old for old, new in others.items()}}.get(name)
        facts.append(("Needed", f"yes, unless you define `{partner}`" if partner else "yes"))
    if name in RESTS_ON:
        *others, last = (f"`{rule}`" for rule in sorted(RESTS_ON[name]))
        rules = f"{', '.join(others)} or {last}" if others else last
        facts.append(("In a subclass", f"define this member again if you redefine {rules}."))
    lines.append("\n".join(f"- **{title}:** {text}" for title, text in facts if text))
    return "\n\n".join(filter(None, lines))


def promises(subject, name):
    """Return a member's description, its users, and what happens without it."""
    member = vars(subject)[name]
    text = text_of(getattr(member, "fget", member))
    promise, used, without = (*re.split("used by:|if missing:", text), "", "")[:3]
    return promise.strip(), used.strip(), without.strip()


def call(subject, name):
    """Return the signature of a member, or the type of an attribute."""
    member = vars(subject)[name]
    if isinstance(member, property):
        return f"{name}: {inspect.signature(member.fget).return_annotation}"
    return name + signature(member)


def signature(function):
    """Return the signature of a function, without ``self``."""
    text = re.sub(r"= <.*?>+(?=[,)])", "= ...", str(inspect.signature(function)))
    text = re.sub(
        r"""(: |-> )('|")(.*?)\2(?=[,) ]|$)""", r"\1\3", text
    )  # annotations without quotes
    text = text.replace("'", '"').replace("mappingproxy({})", "{}")
    return re.sub(r"\((self|cls)(, /)?(, )?", "(", text).replace(", /)", ")").replace(" /,", "")


def value(kind):
    """Return the description of a class and its methods."""
    text = with_types(listed(text_of(kind), kind), kind)
    lines = [f"### {kind.__name__}", f"From `{kind.__module__}`.", text]
    if "__init__" in vars(kind) and dataclasses.is_dataclass(kind):
        lines.insert(2, f"```python\n{kind.__name__}{signature(kind.__init__)}\n```")
    for name, member in vars(kind).items():
        if isinstance(member, property) and kind is presentation.ExplanationStep:
            of_type = inspect.signature(member.fget).return_annotation
            lines.append(f"- `{name}: {of_type}`: {text_of(member.fget)}")
        function = getattr(member, "__func__", member)  # the function of a class method
        if inspect.isfunction(function) and not name.startswith("_"):
            text = listed(text_of(function), function).replace("\n", "\n  ")
            mark = " (class method)" if isinstance(member, classmethod) else ""
            lines.append(f"- `{name}{signature(function)}`{mark}: {text}")
    return "\n\n".join(lines)


def function_entry(function):
    """Return the signature and the description of a function."""
    call = f"```python\n{function.__name__}{signature(function)}\n```"
    parts = (f"### {function.__name__}", f"From `{function.__module__}`.", call)
    return "\n\n".join([*parts, text_of(function)])


def with_types(text, kind):
    """Return a text, with types and defaults added to the attributes that the text lists."""

    def described(item):
        of_type = re.sub(r"^ClassVar\[(.*)\]$", r"\1", kind.__annotations__[item[1]])
        default = f" = {getattr(kind, item[1])!r}" if hasattr(kind, item[1]) else ""
        return f"- `{item[1]}: {of_type}{default}`:".replace("'", '"')

    if dataclasses.is_dataclass(kind):  # the signature of a dataclass has the types
        return text
    return re.sub(r"^- (\w+):", described, text, flags=re.MULTILINE)


def listed(text, thing):
    """Return a text in which parameters, described as ``name: text``, are a list in Markdown."""
    names = "|".join(inspect.signature(thing).parameters) if callable(thing) else ""
    item = rf"(?:^|(?<=[.;]))\s*((?:{names})(?:, (?:{names}))*):\s"
    first = re.search(item, text, re.MULTILINE) if names else None
    if not first:
        return text
    items = re.sub(item, r"\n- *\1*: ", text[first.start() :], flags=re.MULTILINE)
    return f"{text[: first.start()].rstrip()}\n{items}"


def text_of(thing):
    """Return a docstring as Markdown."""
    text = re.sub(r"^Parameters\n-+\n", "", inspect.getdoc(thing) or "", flags=re.MULTILINE)
    text = re.sub(r"^([a-z_, ]+)\n    (?=\S)", r"- *\1*: ", text, flags=re.MULTILINE)
    text = re.sub(r"docs/(\S+\.md)", r"[docs/\1](../\1)", text)
    return re.sub(r"``([^`]+)``", r"`\1`", text).replace("A*", "A\\*")


def write(app=None):
    """Write the page if it is new or changed."""
    if not PAGE.exists() or PAGE.read_text("utf-8") != page():
        PAGE.write_text(page(), "utf-8")


def setup(app):
    """Write the page before Sphinx looks for pages."""
    app.connect("builder-inited", write, priority=1)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    write()
