"""Lateness: times of submission, due times, delays and penalties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil, inf
from pathlib import Path

from aima_search.apps.grade.roster import plain_name, read_table
from aima_search.base.errors import InputError

_TIME = re.compile(
    r"['\"\s]*(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?"
    r"\s*(Z|UTC|[+-]\d\d:?\d\d)?['\"\s]*"
)

END_OF_DAY = "23:59:59"
LATE = "late"
"""The lateness of a submission that the platform marks as late without a delay."""

UNKNOWN = "unknown"
"""The lateness of a submission without a time, if there is a due time."""


def parse_time(text: str, of_day: str = "00:00:00") -> datetime:
    """Parse a time. A text without a time zone is in this machine's time zone.

    of_day: the time of day if the text has only a date.

    >>> parse_time("2026-11-20 23:59 +0100").isoformat()
    '2026-11-20T23:59:00+01:00'
    """
    match = _TIME.fullmatch(text)
    try:
        assert match is not None
        zone = (match[4] or "").replace("UTC", "Z").replace("Z", "+0000").replace(":", "")
        moment = f"{match[1]} {match[2] + (match[3] or ':00') if match[2] else of_day}"
        if zone:
            return datetime.strptime(f"{moment} {zone}", "%Y-%m-%d %H:%M:%S %z")
        return datetime.strptime(moment, "%Y-%m-%d %H:%M:%S").astimezone()
    except (AssertionError, OverflowError, ValueError):
        raise InputError(f"time {text!r}: expected a time such as 2026-11-20 23:59") from None


def has_zone(text: str) -> bool:
    """Return True if a time names its time zone, such as "+0100" or "UTC"."""
    match = _TIME.fullmatch(text)
    return match is not None and match[4] is not None


def read_times(path: Path) -> dict[str, datetime]:
    """Return each student's latest time from a CSV file with columns "student" and "submitted"."""
    found: dict[str, datetime] = {}
    for place, row in read_table(path, ("student", "submitted")):
        if row["submitted"].strip():
            try:
                moment, student = parse_time(row["submitted"]), plain_name(row["student"])
            except InputError as error:
                raise InputError(f"{place}: {error}") from None
            found[student] = max(moment, found.get(student, moment))
    return found


def lateness(submitted: datetime | None, due: datetime | None) -> str:
    """Return the delay, such as "1 d 2 h", or "" if there is no delay or a time is unknown."""
    if submitted is None or due is None or submitted <= due:
        return ""
    minutes = -(-(submitted - due) // timedelta(minutes=1))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)


@dataclass(frozen=True)
class LatePolicy:
    """The penalty for lateness, from the table ``[late]`` of an assignment.

    grace: hours without a penalty. a_day: the percentage of the points lost per day after the
    deadline; a part of a day counts as a day. latest: days after which a submission gets 0 points.
    """

    grace: float = 0
    a_day: float = 0
    latest: float = inf

    def cut(self, delay: timedelta) -> float:
        """Return the share of the points that is lost. Below, the second day has begun: 2 x 10 %.

        >>> LatePolicy(grace=1, a_day=10, latest=3).cut(timedelta(days=1, hours=2))
        0.2
        """
        if delay / timedelta(hours=1) <= self.grace:
            return 0.0
        days = delay / timedelta(days=1)
        return 1.0 if days > self.latest else min(1.0, ceil(days) * self.a_day / 100)
