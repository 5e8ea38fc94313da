"""What came of an experiment, from the store alone: tables, tests, a verdict, plots, a page."""

from aima_search.lab.report.results import Results, load

__all__ = ["Results", "load"]
