"""A puzzle's page in Markdown, written from what is registered: rules, boards, heuristics."""

from aima_search.manual.page import Page, puzzle_page

__all__ = ["Page", "puzzle_page"]
