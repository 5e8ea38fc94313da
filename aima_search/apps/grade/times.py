"""When something was handed in, and how late that was."""

from __future__ import annotations

import csv
import re
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

from aima_search.base.errors import InputError
from aima_search.base.files import read_file

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)
_COLUMNS = ("student", "submitted")


def parse_time(text: str) -> datetime:
    """Return the time that a text says, in the zone of this machine if the text names no zone.

    >>> parse_time("2026-11-20 23:59 +0100").isoformat()
    '2026-11-20T23:59:00+01:00'
    """
    match = _TIME.fullmatch(text.strip().strip("'\""))
    try:
        assert match is not None
        zone = (match[4] or "").replace("UTC", "Z").replace("Z", "+0000").replace(":", "")
        moment = f"{match[1]} {match[2] or '00:00'}{match[3] or ':00'}"
        if zone:
            return datetime.strptime(f"{moment} {zone}", "%Y-%m-%d %H:%M:%S %z")
        return datetime.strptime(moment, "%Y-%m-%d %H:%M:%S").astimezone()
    except (AssertionError, ValueError):
        raise InputError(f"time {text!r}: expected a time such as 2026-11-20 23:59") from None


def read_times(path: Path) -> dict[str, datetime]:
    """Return the last time of each student in a CSV file: columns "student" and "submitted"."""
    rows = csv.DictReader(StringIO(read_file(path)))
    try:
        return _last_times(path, rows)
    except csv.Error as error:
        place = f"file {str(path)!r}, line {rows.line_num}"
        raise InputError(f"{place}: {error}: expected student, submitted") from None


def _last_times(path: Path, rows: csv.DictReader[str]) -> dict[str, datetime]:
    if not set(_COLUMNS) <= set(rows.fieldnames or ()):
        named = ", ".join(map(str, rows.fieldnames or ())) or "none"
        raise InputError(f"file {str(path)!r} has the columns {named}: expected student, submitted")
    found: dict[str, datetime] = {}
    for row in rows:
        try:
            moment = parse_time(row["submitted"] or "")
        except InputError as error:
            raise InputError(f"file {str(path)!r}, line {rows.line_num}: {error}") from None
        student = row["student"]
        found[student] = max(moment, found.get(student, moment))
    return found


def lateness(submitted: datetime | None, due: datetime | None) -> str:
    """Return how late something is, such as "1 d 2 h"; "" if it is not, or a time is not known."""
    if submitted is None or due is None or submitted <= due:
        return ""
    minutes = -(-(submitted - due) // timedelta(minutes=1))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)
