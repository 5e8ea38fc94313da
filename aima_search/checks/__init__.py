"""Checks of a problem and of a heuristic, and assertions for your own tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.checks.heuristic import assert_admissible as assert_admissible
    from aima_search.checks.heuristic import assert_consistent as assert_consistent
    from aima_search.checks.heuristic import check_heuristic as check_heuristic
    from aima_search.checks.problem import check_problem as check_problem
else:
    __getattr__, __dir__ = offer_when_used(__name__)
