"""A matplotlib figure that a notebook shows, whether pyplot has been imported there or not."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A figure like any other; Jupyter shows it as PNG."""

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        self.savefig(picture, format="png", metadata={"Software": None})
        return picture.getvalue()
