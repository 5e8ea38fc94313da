"""A report: the results of a grid as a store has them, and the verdict on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.store import Store
from aima_search.apps.lab.verdict import verdict
from aima_search.base.errors import InputError, UnknownName
from aima_search.catalog.configuration import Configuration, options_as_texts
from aima_search.compiled.engines import OBJECTS
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import CURVES, Ending, Record, Run

_OF_ENDING = ("wall_seconds",)
_KEPT = ("key", "ended", "lab")


@dataclass(frozen=True, repr=False)
class Report(GridResults):
    """The results of a grid, with a verdict on them."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return in plain words which heuristic is best, by what, how sure, where it loses."""
        return "\n\n".join(verdict(analyse(self, measure_of(measure))))


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on a grid in a store: the named grid, by default the last grid run."""
    with Store.to_read(store) as opened:
        grids = opened.grids()
        if not grids:
            raise InputError(f"store {str(store)!r} is empty: aima-search lab run fills it")
        found = [one for one in grids if grid in (None, one["name"], one["id"])]
        if not found:
            raise UnknownName("grid", str(grid), [one["name"] for one in grids])
        chosen = found[0]
        plan = json.loads(chosen["plan"])
        rows = tuple(map(_record, opened.rows(chosen["id"])))
        engine = rows[0].run.engine if rows else OBJECTS  # a grid has one for all
        return Report(
            rows=rows,
            name=chosen["name"],
            text=chosen["text"],
            plan=plan,
            missing=opened.counts(chosen["id"]).get(None, 0),
            versions=tuple(map(json.loads, opened.versions(chosen["id"]))),
            facts={_configuration(facts, engine): facts for facts in plan["configurations"]},
            instances={one["name"]: one["axes"] for one in plan["instances"]},
            blocks={one["name"]: one.get("block") or one["name"] for one in plan["instances"]},
        )


def _record(row: Mapping[str, Any]) -> Record:
    values = {name: row[name] for name in (*MEASURES, *_OF_ENDING)}
    curve, bounds = (tuple(map(tuple, json.loads(row[name] or "[]"))) for name in CURVES)
    ending = Ending(row["status"], row["message"], values, curve=curve, bounds=bounds)
    return Record(Run.from_row(row), ending, kept={name: row[name] for name in _KEPT})


def _configuration(facts: Mapping[str, Any], engine: str) -> Configuration:
    """Return the configuration that a plan describes; old plans have no options."""
    options = {name: one for name, one in (facts.get("options") or {}).items() if name != "engine"}
    texts = options_as_texts(options)
    return Configuration(facts["algorithm"], facts["heuristic"], facts["tie_break"], texts, engine)
