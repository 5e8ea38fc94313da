"""Writing the plots of a report to files."""

from __future__ import annotations

import re
from pathlib import Path

from aima_search.catalog.files import writing
from aima_search.display.plots import svg_text
from aima_search.lab.report.plots import default_plots
from aima_search.lab.report.results import GridResults
from aima_search.runs.measures import Measure


def save_plots(results: GridResults, measure: Measure, folder: Path, kind: str) -> list[Path]:
    """Write every plot into a folder, as "png" or "svg" files; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, (_, draw) in default_plots(results, measure).items():
        path = folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', name)}.{kind}"
        figure = draw()
        if kind == "svg":
            with writing(path):
                path.write_text(svg_text(figure, name), encoding="utf-8")
        else:
            with writing(path):
                figure.savefig(path, dpi=150)
        paths.append(path)
    return paths
