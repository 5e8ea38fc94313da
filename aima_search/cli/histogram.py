"""Histograms and heat maps drawn with characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log
from typing import TYPE_CHECKING

from aima_search.cli.output import has_unicode, number, percent, print_table
from aima_search.display.terminal import make_table

if TYPE_CHECKING:
    from aima_search.analysis.heat import HeatMap

_MOST_ROWS = 40
_BAR = 40  # characters of the longest bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SHADES, _ASCII_SHADES = " ░▒▓█", " .:+#"


def print_histogram(
    title: str, value: str, counts: Mapping[int, int] | Mapping[float, int]
) -> None:
    """Print how many states have each value, as numbers and bars.

    Neighbouring values share a row if there are too many.
    """
    table = make_table([value, "states", "share", ""], [value, "states", "share"], title)
    rows = _grouped(sorted(counts.items()))
    most = max((count for _, count in rows), default=0)
    total = sum(count for _, count in rows)
    for label, count in rows:
        table.add_row(label, number(count), percent(count / total), _bar(count / most))
    print_table(table)


def _grouped(items: Sequence[tuple[float, int]]) -> list[tuple[str, int]]:
    size = ceil(len(items) / _MOST_ROWS)
    rows = []
    for start in range(0, len(items), max(size, 1)):
        part = items[start : start + size]
        first, last = number(part[0][0]), number(part[-1][0])
        label = first if first == last else f"{first} to {last}"
        rows.append((label, sum(count for _, count in part)))
    return rows


def _bar(share: float) -> str:
    """Return a bar of at most ``_BAR`` characters; even the smallest count is seen."""
    if not has_unicode():
        return "#" * ceil(share * _BAR)
    eighths = ceil(share * _BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def print_heat_map(title: str, heat: HeatMap) -> None:
    """Print h upwards against h* to the right; shades go by the logarithm of the states.

    An empty bin on the diagonal, h = h*, is marked by a point.
    """
    from rich.console import Console
    from rich.text import Text

    most = max((max(row) for row in heat.counts), default=0)
    text = Text(f"{title}\n")
    for place in reversed(range(len(heat.counts))):
        text.append(f"{number(place * heat.width):>7} ")
        for column, count in enumerate(heat.counts[place]):
            style = "red" if place > column else "green" if place == column else "cyan"
            mark = _shade(count, most)
            text.append(
                " ." if not count and place == column else mark * 2, style if count else "dim"
            )
        text.append("\n")
    labels = [number(column * heat.width) for column in range(len(heat.counts[0]))]
    text.append(f"{'h / h*':>7} {_axis(labels)}")
    Console(highlight=False).print(text, soft_wrap=True)


def _shade(count: int, most: int) -> str:
    shades = _SHADES if has_unicode() else _ASCII_SHADES
    if count == 0:
        return shades[0]
    share = log(count + 1) / log(most + 1)
    return shades[min(len(shades) - 1, ceil(share * (len(shades) - 1)))]


def _axis(labels: Sequence[str]) -> str:
    """Return the labels under bins of two characters, as many as have room."""
    line = ""
    for place, label in enumerate(labels):
        start = 2 * place + 2 - len(label)
        if start > len(line) or not line:
            line = line.ljust(max(start, 0)) + label
    return line
