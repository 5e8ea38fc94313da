"""The one-page answer: question, method, heuristics, results, verdict and limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.factors import FactorEffect
from aima_search.apps.lab.results import GridResults
from aima_search.apps.lab.tables import local_tables, mean_table
from aima_search.apps.lab.verdict import PROOF, Verdict
from aima_search.apps.lab.words import listed, quoted
from aima_search.base.interchange import counted
from aima_search.base.limits import Limits, limits_in_words
from aima_search.base.toml_values import as_list, parse_toml
from aima_search.display.tables import Column, Table, markdown_text

_MOST_COLUMNS = 6
_MOST_VALUES = 6  # a factor with more values has no rows in the table of factors
_MOST_SEARCHES = 5  # local searches in the table of factors


class OnePageAnswer:
    """The parts of a one-page answer to the question of an experiment.

    ``before``: tables of heuristics and settings. ``tables``: a table of all searches, then a table
    with a row for each value of an option. ``figure``: the name of the plot, or "".
    """

    def __init__(self, found: Analysis, words: Verdict, plots: Collection[str]) -> None:
        """Write the parts of the answer, and choose its plot from the names in ``plots``."""
        results = found.results
        self.title, self.question, self.method = results.name, _question(found), _method(found)
        wanted = [*(f"growth-{axis}" for axis in found.factors), "cactus"]
        self.figure = next((name for name in [*wanted, *plots] if name in plots), "")
        tables = [mean_table(results), *local_tables(found)]
        table = next((table for table in tables if table.rows), tables[0])
        shown = [place for place, one in enumerate(table.columns) if one.title != "cost"]
        axes = [axis for axis in found.factors.values() if len(axis.values) <= _MOST_VALUES]
        of_factors = (_searches_by_factor if found.best else _local_by_factor)(found, axes)
        tables = [table.with_columns(shown).narrowed(_MOST_COLUMNS), of_factors]
        self.tables = [table for table in tables if table.rows]
        self.before = [table for table in (_heuristics(results), _settings(results)) if table.rows]
        self.verdict, self.limits = words.summary, " ".join(_limits(found, words))

    def as_markdown(self, figures: Iterable[str]) -> str:
        """Return the answer as Markdown, with ``figures`` below the tables of results."""
        parts = {
            "Question": self.question,
            "Method": "\n\n".join([self.method, *map(markdown_text, self.before)]),
            "Results": "\n\n".join([*map(markdown_text, self.tables), *figures]),
            "Verdict": "\n\n".join(self.verdict),
            "Limits": self.limits,
        }
        texts = [f"## {heading}\n\n{text}" for heading, text in parts.items() if text]
        return "\n\n".join([f"# {self.title}", *texts])


def _question(found: Analysis) -> str:
    heuristics = {config.heuristic for config in found.results.facts if config.heuristic}
    parts = [f"which of {len(heuristics)} heuristics is best"] if len(heuristics) > 1 else []
    if found.local_pairs:
        parts.append("which local search solves the largest share of its runs")
    parts += ["how does blind search compare"] if found.blind else []
    parts += [f"what is the effect of {listed([*found.factors])}"] if found.factors else []
    question = f"For {found.results.puzzle}: {listed(parts or ['how do the searches compare'])}?"
    puzzle = found.results.puzzle_class
    return f"{question} The puzzle: {puzzle.summary}." if puzzle else question


def _method(found: Analysis) -> str:
    results, plan = found.results, found.results.plan
    each = f" {plan['repetitions']} times" if plan["repetitions"] > 1 else ""
    noun = f"their {found.measure.noun} on the {results.unit}s that both solved; a ratio is a"
    noun += " geometric mean, in which a board counts once"
    limits = limits_in_words(Limits(**plan["limits"]))
    if all(config.entry.local for config in results.facts):
        noun = "the share of their runs that solved, averaged over each board"
        limits = limits.replace("expansions", "iterations")
    return (
        f"{counted(len(results.facts), 'search configuration')} ran{each} on {results.size} of"
        f" {results.puzzle} ({', plus '.join(_board_sources(results))}). Each run was limited to"
        f" {limits}. Two searches, or two settings on the same boards, are compared by {noun}."
    )


def _board_sources(results: GridResults) -> Iterator[str]:
    words = {
        "min-cost": "a first search solved each board, at a cost of at least",
        "max-cost": "a first search solved each board, at a cost of at most",
    }
    for table in _instance_tables(results):
        parts = []
        if not {"levels", "files", "jsonl"} & {*table}:
            varied = [axis for axis in results.axes if len(table.get(axis, ())) > 1]
            kinds = [axis for axis in varied if axis not in results.paired]
            each = f" for each {'combination' if kinds[1:] else 'value'} of " if kinds else ""
            (count,) = table.pop("count", [1])
            parts.append(f"{counted(count, 'random board')}{each}{listed(kinds or [''])}")
            table = {"seed": [1], **table}
            table.pop("paired", None)
        for key, values in table.items():
            same = " on the same boards" * (key in results.paired and len(values) > 1)
            parts.append(f"{words.get(key, key)} {listed([*map(quoted, values)], 'or')}{same}")
        yield "; ".join(parts)


def _instance_tables(results: GridResults) -> list[dict[str, list[Any]]]:
    """Return the tables ``[[instances]]`` of the experiment, with every value as a list."""
    tables = as_list(parse_toml(results.text, "grid")["instances"])
    return [{key: as_list(value) for key, value in table.items()} for table in tables]


def _settings(results: GridResults) -> Table:
    puzzle, rows = results.puzzle_class, dict[str, str]()
    options = (*puzzle.instance_options, *puzzle.board_options) if puzzle else ()
    for option in options:
        for table in _instance_tables(results):
            for value in table.get(option.name, ()):
                if meaning := option.meanings.get(str(value)):
                    rows[f"{option.name} {value}"] = meaning
                elif option.meanings:
                    rows[option.name] = option.help.partition(" (")[0]
    return Table("Settings", [Column("setting"), Column("meaning", "long")], list(rows.items()))


def _heuristics(results: GridResults) -> Table:
    words = {True: "yes", False: "no", None: "not declared"}
    rows = {
        config.heuristic: (config.heuristic, words[facts["admissible"]], facts.get("summary"))
        for config, facts in results.facts.items()
        if config.heuristic
    }
    columns = [Column("heuristic h'"), Column("always admissible"), Column("value of h'", "long")]
    return Table("Heuristics", columns, list(rows.values()))


def _searches_by_factor(found: Analysis, axes: Sequence[FactorEffect]) -> Table:
    results, measure = found.results, found.measure
    shown = [config for config in [found.best, *found.blind[:1]] if config]
    chosen = {"h'" if config.heuristic else "blind": config for config in shown}
    rows = []
    for axis in axes:
        for value in axis.values:
            there = results.at({axis.name: value})
            shares = [axis.shares[config, value] for config in chosen.values()]
            means = [results.mean_of(config, measure, there) for config in chosen.values()]
            costs = results.least_costs[there]
            cost = None if np.isnan(costs).all() else float(np.nanmean(costs))
            rows.append((f"{axis.name} {value}", int(there.sum()), cost, *shares, *means))
    columns = [Column("factor"), Column(f"{results.unit}s", "count"), Column("cost", "mean")]
    columns += [Column(f"{name} solved", "share") for name in chosen]
    columns += [Column(f"{name} {measure.title}", measure.mean_kind) for name in chosen]
    legend = [f"{name}: {results.label(config)}" for name, config in chosen.items()]
    over = "cost: mean of the least costs that a search found; "
    over += f"{measure.title}: {measure.mean_words.removesuffix('s')} over all {results.unit}s"
    if not all(results.solved[config].all() for config in chosen.values()):
        over += "; a run that a limit stopped counts up to the limit, so where less than 100 %"
        over += " are solved, the true mean is higher"
    return Table("By factor", columns, rows, "; ".join([*legend, over]))


def _local_by_factor(found: Analysis, axes: Sequence[FactorEffect]) -> Table:
    best = sorted(found.local_rates.get((), ()), key=lambda rate: -rate.rate)[:_MOST_SEARCHES]
    chosen = [rate.configuration for rate in best]
    rows = []
    for axis in axes:
        for value in axis.values:
            shares = {
                rate.configuration: rate.rate
                for rate in found.local_rates.get((axis.name,), ())
                if rate.point[axis.name] == value
            }
            if shares:
                rows.append((f"{axis.name} {value}", *map(shares.get, chosen)))
    columns = [Column("factor"), *(Column(found.results.label(one), "share") for one in chosen)]
    return Table("By factor", columns, rows, "share of the runs that solved their board")


def _limits(found: Analysis, words: Verdict) -> Iterator[str]:
    results = found.results
    if any(config.heuristic for config in results.compared):
        reason = ", but the verdict gives a reason for the chosen h'"
        reason *= PROOF.capitalize() in words.choice
        always = "on all boards, with all settings,"
        yield f"Whether heuristics are admissible {always} was not tested here{reason}."
    yield (
        f"All results are estimates from {counted(results.different, 'board')}, for boards that"
        " were made in this way. A difference that is not significant may still exist, and more"
        " boards could show it."
    )
    if words.note:
        yield words.note
    if results.compared:
        yield "Times depend on the machine."
    if len(results.compared) > 1:
        yield "One expansion can take longer in one search or setting than in another."
