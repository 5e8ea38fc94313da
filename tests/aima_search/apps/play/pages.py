"""The page as a reader sees it: what is looked at and clicked by the tests of its views."""

import json
from typing import NamedTuple
from urllib.parse import urlsplit

PATIENCE = 90_000  # milliseconds: a wait for something that comes, never a measure
DELAYING = """
(() => {
  let least = 0, most = 0, lost = 0, seed = 1;
  window.delay = given => { [least, most, lost, seed] = given; };
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const wait = time => new Promise(done => setTimeout(done, time));
  const late = () => (most ? wait(least + (most - least) * random()) : null);
  const before = () => (least < most ? late() : null); // requests overtake each other, too

  const ask = window.fetch;
  window.fetch = async (address, ...how) => {
    if (!/^\\/(ask|end)$/.test(address)) return ask(address, ...how);
    await before();
    if (random() < lost) throw new TypeError("lost on its way");
    const answer = await ask(address, ...how);
    await late();
    return answer;
  };

  window.Worker = class extends Worker {
    set onmessage(hear) {
      super.onmessage = async event => {
        if (event.data.text !== undefined) await late();
        hear(event);
      };
    }

    async postMessage(text) {
      await before();
      super.postMessage(text);
    }
  };
})();
"""


class Delay(NamedTuple):
    """How late what the page asks and hears is, in milliseconds, and which share is lost."""

    least: float = 0
    most: float = 0
    lost: float = 0
    seed: int = 1

    def script(self):
        """Return what a tab runs that has run ``DELAYING``."""
        return f"delay({json.dumps(self)});"


class Visit:
    """A browser at the page, by its context; ``tab`` is what playwright calls its page."""

    def __init__(self, context, server, choice, delay=None):
        self.server = server
        self.wrong = []
        self.sessions = set()
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", self.note)
        self.tab = self.context.new_page()
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on(
            "console", lambda message: message.type == "error" and self.wrong.append(message.text)
        )
        self.tab.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        if delay:
            self.tab.add_init_script(DELAYING + delay.script())
        self.tab.goto(server.address("token", **choice))

    def is_ours(self, url):
        """Return True if an address leads to the server, or nowhere."""
        parts = urlsplit(url)
        return parts.netloc == f"127.0.0.1:{self.server.port}" or parts.scheme in ("data", "blob")

    def note(self, request):
        """Look at a request on its way; to stop each and let it go on costs a third of a visit."""
        if not self.is_ours(request.url):
            self.wrong.append(f"asked elsewhere: {request.url}")
        if "x-session" in request.headers:
            self.sessions.add(request.headers["x-session"])

    def close(self):
        """Close the session, because a closing browser has no time to do this."""
        self.context.close()
        for session in self.sessions:
            self.server.sessions.close(session)
        assert not self.wrong, self.wrong


def wait_for(tab, selector, text=None):
    """Return the first element of a selector, once it is visible (and contains a text)."""
    found = tab.locator(selector, has_text=text).first
    found.wait_for()
    return found


def click(tab, name):
    """Click the button of a name."""
    tab.get_by_role("button", name=name, exact=True).click()


def unfold(tab, name):
    """Open what stands under a heading, if it is not open."""
    summary = tab.locator("summary:visible", has_text=name).first
    if summary.evaluate("one => !one.parentElement.open"):
        summary.click()


def in_view(tab, selector):
    """Return True if the first element of a selector is completely inside the window."""
    box, window = tab.locator(selector).first.bounding_box(), tab.viewport_size
    return box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


def step_shown(tab):
    """Return the step that the page shows, from 1, once nothing moves any more."""
    return tab.locator(".timeline output").inner_text()


def settle(tab, text):
    """Wait until the page stands at a step and shows all of it."""
    wait_for(tab, ".timeline output", text)
    wait_for(tab, "[role=status].unseen", f"Step {text.split()[1]}.")


def counts(tab):
    """Return the counts by their names."""
    items = tab.locator(".counts li:visible").all_inner_texts()
    return {item.split()[1]: int(item.split()[0].replace(",", "")) for item in items}


CELL = """
([row, column, scrolls]) => {
  const cells = [...document.querySelectorAll(".playable svg rect.cell")];
  const places = name => [...new Set(cells.map(one => Number(one.getAttribute(name))))]
    .sort((a, b) => a - b);
  const cell = cells.find(one => Number(one.getAttribute("y")) === places("y")[row]
    && Number(one.getAttribute("x")) === places("x")[column]);
  if (scrolls) cell.scrollIntoView({ block: "center" });
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""


def middle_of(tab, row, column, *, scrolls=True):
    """Return the place of a cell of the board on the screen, to which the page may scroll."""
    return tab.evaluate(CELL, [row, column, scrolls])


def click_cell(tab, row, column):
    """Click a cell of the board."""
    tab.mouse.click(*middle_of(tab, row, column))


def drag(tab, start, end):
    """Drag from a cell to another."""
    tab.mouse.move(*middle_of(tab, *start))
    tab.mouse.down()
    tab.mouse.move(*middle_of(tab, *end), steps=4)
    tab.mouse.up()


def to_the_end(tab):
    """Let the search run, and wait until it has ended and all is shown."""
    click(tab, "To the end")
    wait_for(tab, ".status .badge")
    wait_for(tab, "[role=status].unseen", "ended:")


def moves_done(tab, number):
    """Wait until so many moves are done."""
    wait_for(tab, ".play .numbers li", f"{number} moves")
    wait_for(tab, ".play .picture svg")


class Cursor:
    """The cell cursor of the board, moved by arrow keys."""

    def __init__(self, tab):
        self.tab = tab
        self.at = (0, 0)
        tab.locator(".playable .picture").focus()

    def go(self, row, column):
        """Press the arrows that lead to a cell."""
        for by, keys in (
            (row - self.at[0], ("ArrowUp", "ArrowDown")),
            (column - self.at[1], ("ArrowLeft", "ArrowRight")),
        ):
            for _ in range(abs(by)):
                self.tab.keyboard.press(keys[by > 0])
        self.at = (row, column)
