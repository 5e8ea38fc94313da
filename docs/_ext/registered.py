"""The directive ``registered``: a table of registered names with their properties."""

from puzzle_page import FACT, facts_table
from sphinx.util.docutils import SphinxDirective

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import OPTIONS
from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.results import OUTCOMES as GRADES
from aima_search.catalog.heuristics import heuristic_names
from aima_search.cli.supervisor import EXITS
from aima_search.display.tables import markdown_table as table
from aima_search.display.tables import paragraphs
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import OUTCOMES

YES = {True: "yes", False: ""}
BEST = {"min": "lower", "max": "higher", "": ""}
FIRST = {
    "high-g": "the highest g",
    "high-g-lifo": "the highest g",
    "low-h": "the lowest h",
    "state": "the smallest state",
}


def puzzles():
    """Return the puzzles: summary, and numbers of levels, formats and heuristics."""
    rows = []
    for name in PUZZLES.names():
        puzzle = PUZZLES.get(name)
        counts = (len(puzzle.levels()), len(puzzle.formats), len(heuristic_names(name)))
        link = f"[{puzzle.__name__}](/puzzles/{name}.md)"
        rows.append([link, f"`{name}`", puzzle.summary, *map(str, counts)])
    titles = ["puzzle", "name", "summary", "levels", "formats", "heuristics"]
    return table(titles, rows, titles[3:])


def heuristics():
    """Return the heuristics of every puzzle with their properties."""
    parts = []
    for name in PUZZLES.names():
        parts += [f"## {PUZZLES.get(name).__name__}", facts_table(name)]
    return paragraphs(*parts)


def algorithms():
    """Return the algorithms with their properties."""
    rows = []
    for name in ALGORITHMS:
        entry = ALGORITHMS.get(name)
        optimal = "if all actions cost the same" if entry.shallowest else FACT[entry.optimal]
        options = ", ".join(f"`{option}`" for option in entry.defaults)
        facts = [FACT[entry.informed], optimal, FACT[entry.complete], YES[entry.local], options]
        rows.append([f"`{name}`", entry.summary, *facts])
    titles = ["algorithm", "summary", "informed", "optimal", "complete", "local", "options"]
    return table(titles, rows)


def options():
    """Return the options of the algorithms, with their values and their defaults."""
    rows = []
    for option in OPTIONS.values():
        users = [
            entry for entry in map(ALGORITHMS.get, ALGORITHMS) if option.name in entry.defaults
        ]
        defaults = {option.without or str(entry.defaults[option.name]) for entry in users}
        names = ", ".join(f"`{entry.name}`" for entry in users)
        facts = [option.expected, ", ".join(sorted(defaults)), names]
        rows.append([f"`{option.name}`", option.help, *facts])
    return table(["option", "meaning", "values", "default", "algorithms"], rows)


def tie_breaks():
    """Return the tie-breaks, with the node that each of them prefers."""
    return table(
        ["tie-break", "first of several nodes with equal f", "then"],
        [
            [
                f"`{name}`",
                "" if rule.rank is None else FIRST[name],
                "the newest" if rule.newest_first else "the oldest",
            ]
            for name, rule in TIE_BREAKS.items()
        ],
    )


def outcomes():
    """Return the outcomes of runs with their meaning."""
    rows = [
        [f"`{one.name}`", one.words, one.meaning, YES[one.of_search], YES[not one.expected]]
        for one in OUTCOMES.values()
    ]
    return table(["outcome", "in tables", "meaning", "status of a search", "fault"], rows)


def measures():
    """Return the measures: their meaning, and whether lower or higher values are better."""
    rows = [
        [f"`{one.name}`", one.title, one.label, BEST[one.best], YES[one.of_local]]
        for one in MEASURES.values()
    ]
    return table(["measure", "column", "meaning", "better", "only local search"], rows)


def exits():
    """Return the exit statuses of the command line with their meaning."""
    return table(["status", "meaning"], [[str(status), text] for status, text in EXITS.items()])


def grades():
    """Return the outcomes of the grader's checks with their meaning."""
    rows = [[f"`{one.name}`", one.words, one.meaning] for one in GRADES.values()]
    return table(["outcome", "in tables", "meaning"], rows)


def protections():
    """Return the protections of the grader with their meaning."""
    return table(
        ["protection", "meaning"],
        [[f"`{name}`", meaning] for name, meaning in PROTECTIONS.items()],
    )


TABLES = {
    "algorithms": algorithms,
    "options": options,
    "grades": grades,
    "protections": protections,
    "exits": exits,
    "heuristics": heuristics,
    "measures": measures,
    "outcomes": outcomes,
    "puzzles": puzzles,
    "tie-breaks": tie_breaks,
}


class Registered(SphinxDirective):
    """The directive: it shows the table of TABLES that its argument names."""

    required_arguments = 1

    def run(self):
        """Return the table as nodes."""
        if self.arguments[0] not in TABLES:
            raise self.error(f"{self.arguments[0]!r}: expected one of {', '.join(TABLES)}")
        return self.parse_text_to_nodes(TABLES[self.arguments[0]](), allow_section_headings=True)


def setup(app):
    """Register the directive."""
    app.add_directive("registered", Registered)
    return {"parallel_read_safe": True}
