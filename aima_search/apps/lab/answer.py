"""The one-page answer: question, method, table, figure, verdict and limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.boards import GridBoards
from aima_search.apps.lab.tables import local_tables, mean_table
from aima_search.apps.lab.verdict import Verdict
from aima_search.apps.lab.words import listed
from aima_search.base.interchange import counted
from aima_search.base.limits import Limits, limits_in_words
from aima_search.base.toml_values import parse_toml
from aima_search.display.tables import Table, markdown_text

_MOST_COLUMNS = 7


@dataclass(frozen=True)
class Answer:
    """The parts of the answer; figure: the name of the plot, "" if there is no plot."""

    title: str
    question: str
    method: str
    table: Table
    figure: str
    verdict: Sequence[str]
    limits: str

    def as_markdown(self, figures: Iterable[str]) -> str:
        """Return the answer as Markdown; figures: Markdown of the pictures below the table."""
        parts = {
            "Question": self.question,
            "Method": self.method,
            "Results": "\n\n".join([markdown_text(self.table), *figures]),
            "Verdict": " ".join(self.verdict),
            "Limits": self.limits,
        }
        return f"# {self.title}\n\n" + "\n\n".join(f"## {h}\n\n{t}" for h, t in parts.items())


def answer(found: Analysis, words: Verdict, plots: Sequence[str]) -> Answer:
    """Return the answer; plots: the names of the available plots."""
    results = found.results
    wanted = [*(f"growth-{axis}" for axis in found.factors), "cactus"]
    tables = [mean_table(results), *local_tables(found)]
    table = next((table for table in tables if table.rows), tables[0]).narrowed(_MOST_COLUMNS)
    return Answer(
        title=results.name,
        question=_question(found),
        method=_method(found),
        table=table,
        figure=next((name for name in [*wanted, *plots] if name in plots), ""),
        verdict=words.sentences,
        limits=_limits(found),
    )


def _question(found: Analysis) -> str:
    heuristics = {config.heuristic for config in found.results.facts if config.heuristic}
    parts = [f"Which of {len(heuristics)} heuristics is best"] if len(heuristics) > 1 else []
    if found.local_pairs:
        parts.append("Which local search solves most of its runs")
    parts += ["what does blind search cost"] if found.blind else []
    factors = [axis.name for axis in found.factors.values() if axis.groups]
    parts += [f"what changes with {listed(factors)}"] if factors else []
    text = listed(parts or ["How do the searches compare"])
    return f"{text[0].upper()}{text[1:]} on {found.results.puzzle}?"


def _method(found: Analysis) -> str:
    results, measure, plan = found.results, found.measure, found.results.plan
    limits = limits_in_words(Limits(**plan["limits"]))
    each = f"{plan['repetitions']} times " if plan["repetitions"] > 1 else ""
    noun = f"their {measure.noun} on the boards that both solved"
    if not results.compared:
        noun = "the share of their runs that solved, averaged over each board"
    return (
        f"{len(results.facts)} configurations searched {_boards(results)} of {results.puzzle}"
        f" {each}({'; '.join(_sources(results.text))}), each search within {limits}. Two searches"
        f" are compared by {noun}, with permutation tests: for each question, the chance of even"
        " one false difference is at most 5 %."
    )


def _sources(text: str) -> Iterator[str]:
    """Yield how the boards of a grid were made: the keys of its tables ``instances``."""
    notes = {"count": " for each combination", "paired": " (the same boards at each value)"}
    tables = parse_toml(text, "grid")["instances"]
    for table in tables if isinstance(tables, list) else [tables]:
        is_random = not {"levels", "files", "jsonl"} & {*table}
        for key, value in ({"count": 1, "seed": 1, **table} if is_random else table).items():
            values = ", ".join(map(str, value if isinstance(value, list) else [value]))
            yield f"{key} {values}{notes.get(key, '') if is_random else ''}"


def _limits(found: Analysis) -> str:
    return (
        f"The results hold for boards like these {_boards(found.results)}. A difference that is not"
        " significant may still exist. To find out, use more boards. Seconds depend on the machine;"
        " expansions do not."
    )


def _boards(boards: GridBoards) -> str:
    text = counted(boards.different, "board")
    return text if boards.unit == "board" else f"{text} in {len(boards.boards):,} instances"
