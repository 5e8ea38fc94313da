"""Tests of the page's views, done again on the exported page: it is the same on every way."""

from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import pytest

from aima_search import solve
from puzzles import MovIX
from tests.aima_search.apps.play.export.conftest import keep, serving
from tests.aima_search.apps.play.pages import Visit, counts, to_the_end, wait_for
from tests.aima_search.apps.play.test_page_axe import PHONE, look_at_all
from tests.aima_search.apps.play.test_page_drafts import (  # noqa: F401  # to be done here too
    test_a_stranger_writes_a_heuristic_and_finds_its_counterexample,
)
from tests.aima_search.apps.play.test_page_flooding import (  # noqa: F401  # to be done here too
    test_every_step_shows_the_cells_that_the_search_has_expanded,
)
from tests.aima_search.apps.play.test_page_lessons import (  # noqa: F401  # to be done here too
    test_a_stranger_follows_the_first_lesson_to_its_end,
    test_a_stranger_follows_the_other_lessons,
)
from tests.aima_search.apps.play.test_page_painting import (  # noqa: F401  # to be done here too
    test_a_place_of_a_map_is_dragged,
)
from tests.aima_search.apps.play.test_page_playing import (  # noqa: F401  # to be done here too
    test_the_boards_of_the_rules_are_drawn_and_stay_in_their_card,
)
from tests.aima_search.apps.play.test_page_stranger import (  # noqa: F401
    test_a_stranger_solves_three_puzzles_and_draws_a_board,
)
from tests.aima_search.apps.play.test_page_watching import (  # noqa: F401
    test_markup_is_text_wherever_it_comes_from,
    test_stop_ends_a_heuristic_that_hangs_and_another_search_goes_on,
    test_the_address_restores_the_step_on_reload_and_back_the_view,
)


class Return(Visit):
    """A visit of a browser that has kept the page, and nothing else from the visits before."""

    def __init__(self, known, server, choice):
        known.evaluate("localStorage.clear()")
        super().__init__(known.context, server, choice)

    def close(self):
        self.tab.close()
        self.context.remove_listener("request", self.note)
        assert not self.wrong


@pytest.fixture(scope="module")
def site(exported):
    """What the tests of the page know of a server, for files."""
    with serving(exported.folder) as address:
        yield SimpleNamespace(
            port=urlsplit(address).port,
            address=lambda _, **choice: f"{address}#{urlencode(choice)}",
        )


@pytest.fixture(scope="module")
def known(chromium, site):
    """A tab of a browser that has kept the page, with the memory that Python starts from."""
    with chromium.new_context() as context:
        tab = context.new_page()
        keep(tab, site.address("token"))
        yield tab


@pytest.fixture
def visit(known, site):
    """Return a function that opens the exported page: ``visit(puzzle="movix", view="watch")``."""
    visits = []

    def open_page(**choice):
        visits.append(Return(known, site, choice))
        return visits[-1].tab

    yield open_page
    for one in visits:
        one.close()


def test_no_view_keeps_anybody_out_on_a_phone(visit):
    look_at_all(visit(puzzle="chess"), PHONE)


def test_a_search_that_no_record_holds_runs_through(visit):
    result = solve(MovIX.level("1-first"), "uniform-cost")
    assert result.expanded > 10_000
    tab = visit(puzzle="movix", board="1-first", algorithm="uniform-cost", view="watch")
    wait_for(tab, ".frontier")
    to_the_end(tab)
    wait_for(tab, ".status .badge", "solved")
    assert counts(tab)["expanded"] == result.expanded
