"""What came of an experiment, from the store alone: tables, tests, a verdict, plots, a page."""

from aima_search.apps.lab.report.report import Report, load

__all__ = ["Report", "load"]
