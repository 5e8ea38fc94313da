"""Traces on the page: a file that somebody's program wrote is watched like a search."""

from aima_search.trace import record
from aima_search.trace.posthoc import posthoc_lines
from puzzles import MovIX
from tests.aima_search.apps.play.pages import click, counts, settle, to_the_end, wait_for
from tests.aima_search.trace.test_posthoc_read import FOREIGN, GRID


def choose_file(tab, name, text):
    """Press the button, and choose a file of a text."""
    with tab.expect_file_chooser() as chosen:
        click(tab, "Open a trace")
    chosen.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_a_trace_is_opened_watched_left_and_come_back_to(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="choose")
    choose_file(tab, "grid.trace.yaml", FOREIGN)
    wait_for(tab, ".what", "trace · grid.trace.yaml")
    click(tab, "Step on")
    settle(tab, "step 1 of 1")
    to_the_end(tab)
    assert counts(tab)["expanded"] == 4
    assert wait_for(tab, ".status .badge").inner_text() == "solved"
    assert tab.locator(".solution").inner_text().count("to ") == 3
    above = tab.get_by_role("button", name="Next h > h*")  # the rules, and so h*, are not known
    assert not above.is_visible()
    tab.go_back()
    wait_for(tab, ".choose .board-id")
    choose_file(tab, "small.yaml", "events:\n- {type: expanding, id: 1, f: 0.00058657, g: 0}\n")
    click(tab, "Step on")
    wait_for(tab, ".watch .node-line", "f 0.000587, g 0")
    tab.go_back()
    wait_for(tab, ".choose .board-id")
    choose_file(tab, "grid.trace.yaml", FOREIGN)
    wait_for(tab, ".watch .told")
    tab.go_back()
    wait_for(tab, ".choose .board-id")
    tab.go_forward()
    wait_for(tab, ".watch .told", "What a program wrote down")
    click(tab, "Close the trace")
    wait_for(tab, ".what", "movix · 2-tiny · astar")
    click(tab, "Step on")
    wait_for(tab, ".truth b")  # h* again: the rules are known
    assert above.is_visible()


def test_a_trace_that_the_page_wrote_has_the_counts_of_its_search(visit):
    trace = record(MovIX.level("2-tiny"), "astar")
    tab = visit(puzzle="routes", view="choose")
    choose_file(tab, "movix.trace.yaml", "\n".join(posthoc_lines(trace)))
    to_the_end(tab)
    told = counts(tab)
    assert told["expanded"] == trace.result.expanded
    assert told["generated"] == trace.result.generated
    tab.reload()
    wait_for(tab, ".watch .fault", "movix.trace.yaml was opened in a page that is gone")


def test_a_large_grid_is_flooded_and_a_dropped_file_is_opened(visit):
    lines = list(posthoc_lines(record(GRID)))
    marked = [
        line.replace('"id"', '"x": {0}, "y": {0}, "id"'.format(40 * (at % 2)))
        for at, line in enumerate(lines)
    ]
    tab = visit(puzzle="movix", view="choose")
    wait_for(tab, ".board-id")
    tab.evaluate(
        """text => {
          const files = new DataTransfer();
          files.items.add(new File([text], "large.yaml"));
          const drop = new DragEvent("drop", { dataTransfer: files, bubbles: true });
          document.querySelector(".choose").dispatchEvent(drop);
        }""",
        "\n".join(marked),
    )
    wait_for(tab, ".what", "large.yaml")
    wait_for(tab, "canvas.flood")


def test_a_bad_file_is_told_in_a_sentence_and_nothing_changes(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="choose")
    wait_for(tab, ".board-id")
    choose_file(tab, "notes.txt", "events:\n- {type: agent, id: 1}\n")
    wait_for(tab, ".choose .fault", "no event is of type 'expanding', only of 'agent'")
    assert "view=choose" in tab.url
