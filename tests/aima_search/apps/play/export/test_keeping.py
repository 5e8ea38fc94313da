"""The exported page keeps itself: the next visit needs no network and starts from memory."""

import json
import re

import pytest

from tests.aima_search.apps.play.export.conftest import PATIENCE, keep, serving
from tests.aima_search.apps.play.pages import counts, to_the_end, wait_for

SPOIL = """
async name => (await caches.open(name)).put("./snapshot", new Response(new Uint8Array(1000)))
"""
MARK = """
async name => {
  const cache = await caches.open(name);
  const kept = await cache.match("./snapshot");
  const memory = new Response(await kept.arrayBuffer(), { headers: { first: "yes" } });
  await cache.put("./snapshot", memory);
}
"""
IS_FIRST = """
async name => (await (await caches.open(name)).match("./snapshot"))?.headers.get("first") === "yes"
"""
WATCH = "#puzzle=movix&board=2-tiny&view=watch"


@pytest.fixture
def kept(chromium, exported):
    """A browser that has visited the page, below a folder of a site that then went away."""
    with chromium.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        with serving(exported.folder.parent) as address:
            name = keep(page, f"{address}{exported.folder.name}/{WATCH}")
        yield context, page.url, name


def searched(context, address):
    """Open the page anew and search; return the counts, and what went wrong."""
    wrong, page = [], context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(address)
    wait_for(page, ".watch .frontier")
    to_the_end(page)
    return counts(page), wrong


def test_the_next_visit_needs_no_network_nor_a_memory_that_is_spoilt(kept):
    context, address, name = kept
    assert name.startswith("aima-search /exported/ ")
    context.pages[0].evaluate(MARK, name)
    first, wrong = searched(context, address)
    assert first["expanded"]
    assert wrong == []
    assert context.pages[0].evaluate(IS_FIRST, name)  # a memory that did not fit is replaced
    context.pages[0].evaluate(SPOIL, name)
    second, _ = searched(context, address)
    assert second == first


def test_every_file_but_the_keeper_is_kept_under_the_name_of_this_build(exported):
    text = (exported.folder / "sw.js").read_text("utf-8")
    files = set(json.loads(re.search(r"FILES = (.+);", text)[1]))
    present = {
        f"./{path.relative_to(exported.folder).as_posix()}"
        for path in exported.folder.rglob("*")
        if path.is_file()
    }
    assert files == present - {"./sw.js"} | {"./"}
    build = re.search(r'NAME = "(.+)";', text)[1]
    assert f'BUILD = "{build}"' in (exported.folder / "sizes.js").read_text("utf-8")
