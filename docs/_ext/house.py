"""The directive ``house``: a drawing of the core's subpackages, from the data of a test."""

import ast
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parent.parent.parent
TEST = ROOT / "tests" / "test_rooms.py"
ROW, GAP, WIDTH, LETTER = 34, 14, 720, 7.4  # sizes in pixels


def order():
    """Return the rows of subpackages, from top to bottom."""
    for statement in ast.parse(TEST.read_text("utf-8")).body:
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "ORDER":
            return [line.split() for line in ast.literal_eval(statement.value)]
    raise LookupError(f"{TEST}: no ORDER in it")


def drawing(rows):
    """Return the rows as SVG, with an arrow from each row to the next."""
    shapes = []
    for number, rooms in enumerate(rows):
        top = number * (ROW + GAP)
        widths = [LETTER * len(room) + 18 for room in rooms]
        left = (WIDTH - sum(widths) - 8 * (len(rooms) - 1)) / 2
        for room, width in zip(rooms, widths, strict=True):
            shapes.append(
                f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" rx="6"/>'
                f'<text x="{left + width / 2:.1f}" y="{top + ROW / 2 + 4.5}">{escape(room)}</text>'
            )
            left += width + 8
        if number < len(rows) - 1:
            middle, bottom = WIDTH / 2, top + ROW
            shapes.append(
                f'<path d="M{middle} {bottom + 2}v{GAP - 5}m-4 -4l4 4l4 -4" class="arrow"/>'
            )
    height = len(rows) * (ROW + GAP) - GAP
    title = "The subpackages of the core: imports go from the top to the bottom"
    opening = f'<svg class="house" role="img" viewBox="0 -1 {WIDTH} {height + 2}">'
    return "\n".join([opening, f"<title>{title}</title>", *shapes, "</svg>"])


class House(SphinxDirective):
    """The directive; its drawing is inline SVG, so that it has the colours of the theme."""

    def run(self):
        """Return the drawing as a node."""
        self.env.note_dependency(str(TEST))
        return [nodes.raw("", f'<div class="drawing">{drawing(order())}</div>', format="html")]


def setup(app):
    """Register the directive."""
    app.add_directive("house", House)
    return {"parallel_read_safe": True}
