"""The table of the lanes: the columns of ``compare`` that recording does not distort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aima_search.apps.play.lane import Lane
from aima_search.base.errors import InputError
from aima_search.display.tables import Table, format_value
from aima_search.runs.compare import Comparison, EndedSearch, comparison_of
from aima_search.runs.comparison_views import SHELL_ADVICE, board_table, messages
from aima_search.runs.record import Ending

OF_THE_RECORDER = ("seconds", "used_memory")
"""Measures that depend on the recorder and on pauses rather than on the search."""


def comparison_of_lanes(lanes: Sequence[Lane]) -> Comparison:
    """Return the lanes that have ended as a comparison; they must be of one board."""
    ended = [(lane, lane.session.ending()) for lane in lanes]
    names = {board_name(lane) for lane in lanes}
    if len(names) != 1:
        raise InputError(f"table of {len(names)} boards: expected lanes of one board")
    return comparison_of(
        names.pop(),
        lanes[0].problem,
        [
            EndedSearch(
                lane.how,
                lane.heuristic,
                lane.session.recording.limits,
                lane.options,
                _without_times(ending),
            )
            for lane, ending in ended
            if ending is not None
        ],
    )


def board_name(lane: Lane) -> str:
    """Return the name under which the page shows a lane's board."""
    text = getattr(lane.problem, "instance_text", lambda: "")()
    return lane.request.get("board") or text or type(lane.problem).__name__


def _without_times(ending: Ending) -> Ending:
    return replace(ending, values={**ending.values, **dict.fromkeys(OF_THE_RECORDER)})


def table_of(comparison: Comparison) -> Table:
    """Return the table of a comparison, without empty columns."""
    [board] = comparison.boards
    table = board_table(comparison, board)
    kept = [
        place
        for place, column in enumerate(table.columns)
        if not column.is_numeric or any(row[place] is not None for row in table.rows)
    ]
    return table.with_columns(kept)


def table_data(lanes: Sequence[Lane]) -> dict[str, Any]:
    """Return the table as texts: title, columns, rows, which values are best, notes."""
    comparison = comparison_of_lanes(lanes)
    if not comparison.rows:
        return {"title": "", "columns": [], "rows": [], "best": [], "notes": []}
    table = table_of(comparison)
    return {
        "title": table.title,
        "columns": [
            {"name": column.title, "is_numeric": column.is_numeric} for column in table.columns
        ],
        "rows": [
            [
                format_value(column.kind, value)
                for column, value in zip(table.columns, row, strict=True)
            ]
            for row in table.rows
        ],
        "best": [
            [table.is_best(row, place) for place in range(len(table.columns))] for row in table.rows
        ],
        "notes": [*filter(None, [table.note]), *messages(comparison, SHELL_ADVICE)],
    }
