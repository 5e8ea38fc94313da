"""Writing the plots of a report to files."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

from aima_search.lab.report.measures import Measure
from aima_search.lab.report.plots import default_plots
from aima_search.lab.report.results import Results


def save_plots(results: Results, measure: Measure, folder: Path, kind: str) -> list[Path]:
    """Write every plot into a folder, as "png" or "svg" files; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, (_, draw) in default_plots(results, measure).items():
        path = folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', name)}.{kind}"
        figure = draw()
        if kind == "svg":
            path.write_text(svg_text(figure, name), encoding="utf-8")
        else:
            figure.savefig(path, dpi=150)
        paths.append(path)
    return paths


def svg_text(figure: Any, name: str) -> str:
    """Return a figure as SVG that can stand beside others on a page: the ids begin with ``name``.

    The same figure gives the same text.
    """
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    prefix = re.sub(r"\W+", "-", name)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    return re.sub(r'(xlink:href|href)="#([^"]+)"', rf'\1="#{prefix}-\2"', svg)
