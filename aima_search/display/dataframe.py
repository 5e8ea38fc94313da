"""Rows as a pandas DataFrame (extra ``data``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aima_search.extras import require

if TYPE_CHECKING:
    import pandas


def make_dataframe(rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    """Return a DataFrame with a column for each name; MissingExtra without pandas."""
    return require("pandas", "data").DataFrame(rows)
