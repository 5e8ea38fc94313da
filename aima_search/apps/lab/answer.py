"""The one-page answer: question, method, table, figure, verdict and limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.results import GridResults
from aima_search.apps.lab.tables import local_tables, mean_table
from aima_search.apps.lab.verdict import Verdict
from aima_search.apps.lab.words import listed, quoted
from aima_search.base.interchange import counted
from aima_search.base.limits import Limits, limits_in_words
from aima_search.base.toml_values import parse_toml
from aima_search.display.tables import Table, markdown_text

_MOST_COLUMNS = 7
_MOST_LETTERS = 4_200  # that fit on one page, in all paragraphs together
_LIMITS = (
    "The results hold for boards that were made in this way. A difference that is not significant"
    " may still exist. More boards could show it. Seconds depend on the machine. Expansions do not,"
    " but one expansion can take more work with another heuristic or formulation."
)


@dataclass(frozen=True)
class OnePageAnswer:
    """The parts of the answer; figure: the name of the plot, "" if there is no plot."""

    title: str
    question: str
    method: str
    table: Table
    figure: str
    verdict: Sequence[str]
    details: str
    limits: str

    def as_markdown(self, figures: Iterable[str]) -> str:
        """Return the answer as Markdown; figures: Markdown of the pictures below the table."""
        parts = {
            "Question": self.question,
            "Method": self.method,
            "Results": "\n\n".join([markdown_text(self.table), *figures]),
            "Verdict": "\n\n".join(self.verdict),
            **({"Details": self.details} if self.details else {}),
            "Limits": self.limits,
        }
        return f"# {self.title}\n\n" + "\n\n".join(f"## {h}\n\n{t}" for h, t in parts.items())


def answer(found: Analysis, words: Verdict, plots: Sequence[str]) -> OnePageAnswer:
    """Return the answer; plots: the names of the available plots."""
    results = found.results
    wanted = [*(f"growth-{axis}" for axis in found.factors), "cactus"]
    tables = [mean_table(results), *local_tables(found)]
    table = next((table for table in tables if table.rows), tables[0]).narrowed(_MOST_COLUMNS)
    method, limits = _method(found), f"{words.note} {_LIMITS}".lstrip()
    room = _MOST_LETTERS - len("".join([method, *words.summary, limits]))
    lengths = accumulate(len(text) + 1 for text in words.details)
    details = [text for text, end in zip(words.details, lengths, strict=True) if end <= room]
    return OnePageAnswer(
        title=results.name,
        question=_question(found),
        method=method,
        table=table,
        figure=next((name for name in [*wanted, *plots] if name in plots), ""),
        verdict=words.summary,
        details=" ".join(details),
        limits=limits,
    )


def _question(found: Analysis) -> str:
    heuristics = {config.heuristic for config in found.results.facts if config.heuristic}
    parts = [f"which of {len(heuristics)} heuristics is best"] if len(heuristics) > 1 else []
    if found.local_pairs:
        parts.append("which local search solves the largest share of its runs")
    parts += ["how does blind search compare"] if found.blind else []
    factors = [axis.name for axis in found.factors.values() if axis.groups]
    parts += [f"what is the effect of {listed(factors)}"] if factors else []
    return f"For {found.results.puzzle}: {listed(parts or ['how do the searches compare'])}?"


def _method(found: Analysis) -> str:
    results, plan = found.results, found.results.plan
    each = f" {plan['repetitions']} times" if plan["repetitions"] > 1 else ""
    noun = f"their {found.measure.noun} on the {results.unit}s that both solved"
    if not results.compared:
        noun = "the share of their runs that solved, averaged over each board"
    return (
        f"{counted(len(results.facts), 'configuration')} of a search ran{each} on"
        f" {results.size} of {results.puzzle} ({'; '.join(_sources(results))}); each run was"
        f" limited to {limits_in_words(Limits(**plan['limits']))}. Two searches are compared by"
        f" {noun}, with permutation tests: for each question (not for all questions together),"
        " the chance of one or more false differences is at most 5 %."
    )


def _sources(results: GridResults) -> Iterator[str]:
    """Yield texts that say how the boards of a grid were made, from its tables ``instances``."""
    words = {"min-cost": "optimal cost at least", "max-cost": "optimal cost at most"}
    paired = [axis for axis in results.axes if results.is_paired(axis)]
    tables = parse_toml(results.text, "grid")["instances"]
    for table in tables if isinstance(tables, list) else [tables]:
        if not {"levels", "files", "jsonl"} & {*table}:
            kinds = [axis for axis in results.axes if axis in table and axis not in paired]
            each = f" for each {'combination' if kinds[1:] else 'value'} of " if kinds else ""
            yield f"{counted(table.pop('count', 1), 'random board')}{each}{listed(kinds or [''])}"
            table = {"seed": 1, **table}
            table.pop("paired", None)
        for key, value in table.items():
            values = [quoted(one) for one in (value if isinstance(value, list) else [value])]
            same = " on the same boards" * (key in paired)
            yield f"{words.get(key, key)} {listed(values, 'or')}{same}"
