"""Parts of Markdown pages: tables, code blocks and paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], numeric: Iterable[str] = ()) -> str:
    r"""Return a table in Markdown; the columns named in ``numeric`` are aligned to the right.

    >>> print(table(["name", "expanded"], [["a|b", "7"]], ["expanded"]))
    | name | expanded |
    | --- | ---: |
    | a\|b | 7 |
    """
    numbers = set(numeric)
    rule = ["---:" if title in numbers else "---" for title in titles]
    return "\n".join(map(row, [titles, rule, *rows]))


def row(cells: Iterable[str]) -> str:
    """Return a line of a table; the texts are Markdown."""
    texts = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |"


def code(text: str, language: str = "text") -> str:
    """Return a code block whose fence does not occur in the text.

    >>> print(code("aima-search list", "sh"))
    ```sh
    aima-search list
    ```
    """
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def paragraphs(*parts: str) -> str:
    """Join the parts that are not empty, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)
