"""The colours that all back ends use.

People with any common form of colour blindness can distinguish the colours of pieces, which are
from Okabe and Ito (Color Universal Design, 2008).
"""

from __future__ import annotations

from typing import NamedTuple

from aima_search.display.scene import Cell


class FillAndInk(NamedTuple):
    """A background colour and the colour of the text on it."""

    fill: str
    ink: str


PAPER = FillAndInk("#ffffff", "#1f2933")
FAINT = "#66727f"  # labels, captions, candidates
THIN_LINE = "#c3cad1"
THICK_LINE = "#1f2933"
CAGE_LINE = "#7b5a9e"
MARK_LINE = "#1f2933"
GOAL = FillAndInk("#ffeeb0", "#1f2933")
GOAL_LINE = "#b07d00"
GIVEN_FILL = "#e6eaee"
CONFLICT = FillAndInk("#fbd9cc", "#a83500")

FILLED = {"wall": FillAndInk("#4a5561", "#4a5561"), "shaded": FillAndInk("#1f2933", "#8d99a6")}
PIECES = (
    FillAndInk("#0072b2", "#ffffff"), FillAndInk("#e69f00", "#1f2933"),
    FillAndInk("#009e73", "#0b1f18"), FillAndInk("#cc79a7", "#1f2933"),
    FillAndInk("#56b4e9", "#1f2933"), FillAndInk("#d55e00", "#ffffff"),
    FillAndInk("#f0e442", "#1f2933"), FillAndInk("#7a7a7a", "#ffffff"),
)  # fmt: skip
THINGS = {
    "water": FillAndInk("#8ecdf2", "#1f2933"),
    "river": FillAndInk("#bfe1f6", "#1f2933"),
    "bank": FillAndInk("#d5e6c4", "#1f2933"),
    "plate": FillAndInk("#aab4be", "#1f2933"),
    "pancake": FillAndInk("#f0b951", "#1f2933"),
}
CRUST = "#8f5a1e"  # the edge of pancakes, and boats
CHEQUER = "#dfe5ea"
_TINTS = (226, 240, 250), (108, 170, 219)  # RGB of the lightest and of the darkest tint
PLACED_INK = "#0067a3"

_NIGHT = "#0a0e12"
PAGE = {
    "ink": (PAPER.ink, "#e4e9ee"),
    "faint": ("#5a6672", "#9fabb7"),
    "line": ("#d9dfe5", "#38434e"),
    "strong-line": ("#9aa5b1", FAINT),
    "paper": (PAPER.fill, "#1b232b"),
    "wash": ("#f4f6f8", "#12181e"),
    "accent": (PLACED_INK, "#6cb8ea"),
    "on-accent": (PAPER.fill, "#0a1a26"),
    "tint": ("#e3f0f8", "#1d3545"),
    "alarm": (CONFLICT.ink, "#ff9466"),
    "alarm-tint": ("#fdeee8", "#3a231a"),
    "band": (PAPER.ink, _NIGHT),
    "on-band": (PAPER.fill, PAPER.fill),
    "faint-on-band": ("#c9d3dc", "#c9d3dc"),
    "line-on-band": (FAINT, FAINT),
    "accent-on-band": ("#6cb8ea", "#6cb8ea"),
    "board": (PAPER.fill, PAPER.fill),
    "mark": (PLACED_INK, PLACED_INK),
    "hint": (GOAL_LINE, GOAL_LINE),
    "wall": (FILLED["wall"].fill, FILLED["wall"].fill),
    "flood-near": ("#85b0d3", "#85b0d3"),
    "flood-waiting": (PIECES[1].fill, PIECES[1].fill),
    "map-hand": (PIECES[0].fill, PIECES[0].fill),
    "map-goal": (PIECES[1].fill, PIECES[1].fill),
    "map-expanded": ("#8fbce6", "#8fbce6"),
    "shadow": (_NIGHT, _NIGHT),
    "on-letter": (PAPER.fill, PAPER.fill),
    "letter-0": (PIECES[0].fill, PIECES[0].fill),
    "letter-1": ("#c24e00", "#c24e00"),
    "letter-2": ("#00795a", "#00795a"),
    "letter-3": ("#9c4a78", "#9c4a78"),
}
"""The colours of pages by name: (on a light page, on a dark page). Boards are always light."""


def page_colours(selector: str) -> str:
    """Return a CSS rule that defines all colours as variables, such as ``var(--ink)``.

    >>> page_colours(":root").splitlines()[:2]
    [':root {', '  --ink: light-dark(#1f2933, #e4e9ee);']
    """
    colours = [f"  --{name}: light-dark({light}, {dark});" for name, (light, dark) in PAGE.items()]
    return "\n".join([f"{selector} {{", *colours, "}"]) + "\n"


def square_of(cell: Cell, *, is_fixed: bool = False) -> FillAndInk:
    """Return the colours of a cell's square and of its text.

    is_fixed: True if the board gives the value of the cell, so that no player can change it. If a
    fixed cell breaks a rule, only the colour of its text changes.

    >>> square_of(Cell(role="wall")) == FILLED["wall"]
    True
    """
    if cell.role in FILLED:
        return FILLED[cell.role]
    if cell.shade is not None and not (cell.goal or cell.conflict):
        return FillAndInk(_tint(cell.shade), PAPER.ink)
    if is_fixed:
        return FillAndInk(GIVEN_FILL, CONFLICT.ink if cell.conflict else PAPER.ink)
    background = CONFLICT if cell.conflict else GOAL if cell.goal else PAPER
    if cell.role == "placed" and not cell.conflict:
        return background._replace(ink=PLACED_INK)
    return background


def _tint(shade: float) -> str:
    shade = round(16 * shade) / 16
    parts = [round(light + (dark - light) * shade) for light, dark in zip(*_TINTS, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def piece_of(cell: Cell) -> FillAndInk:
    """Return the colours of the piece in ``cell``; they depend on the number ``cell.kind``."""
    return PIECES[cell.kind % len(PIECES)]
