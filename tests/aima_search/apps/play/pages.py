"""Functions with which the tests of the page read it, click on it and wait for it."""

import json
from typing import NamedTuple
from urllib.parse import urlsplit

PATIENCE = 90_000  # milliseconds until a wait fails; nothing is measured
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
    """The delays of requests and answers in milliseconds, and the share of lost requests."""

    least: float = 0
    most: float = 0
    lost: float = 0
    seed: int = 1

    def script(self):
        """Return the script that sets these delays in a tab, to run after ``DELAYING``."""
        return f"delay({json.dumps(self)});"


class Visit:
    """The page, opened in a new browser context; ``tab`` is playwright's page object."""

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
        """Return True if an address is the server's, or needs no connection."""
        parts = urlsplit(url)
        return parts.netloc == f"127.0.0.1:{self.server.port}" or parts.scheme in ("data", "blob")

    def note(self, request):
        """Record a request; listening to requests is faster than intercepting them."""
        if not self.is_ours(request.url):
            self.wrong.append(f"asked elsewhere: {request.url}")
        if "x-session" in request.headers:
            self.sessions.add(request.headers["x-session"])

    def close(self):
        """Close the sessions, which a closing browser has no time to do, and check for errors."""
        self.context.close()
        for session in self.sessions:
            self.server.sessions.close(session)
        assert not self.wrong, self.wrong


def wait_for(tab, selector, text=None):
    """Wait until the first element of a selector is visible (and contains a text); return it."""
    found = tab.locator(selector, has_text=text).first
    found.wait_for()
    return found


def click(tab, name):
    """Click the button with this name."""
    tab.get_by_role("button", name=name, exact=True).click()


def unfold(tab, name):
    """Open the section with this heading, if it is closed."""
    summary = tab.locator("summary:visible", has_text=name).first
    if summary.evaluate("one => !one.parentElement.open"):
        summary.click()


def in_view(tab, selector):
    """Return True if the first element of a selector is completely visible in the window."""
    box, window = tab.locator(selector).first.bounding_box(), tab.viewport_size
    return box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


def step_shown(tab):
    """Return the text of the step that the page shows; steps are counted from 1."""
    return tab.locator(".timeline output").inner_text()


def settle(tab, text):
    """Wait until the page shows all parts of a step, such as "Step 3"."""
    wait_for(tab, ".timeline output", text)
    wait_for(tab, "[role=status].unseen", f"Step {text.split()[1]}.")


def counts(tab):
    """Return the visible counts of the page by name."""
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
    """Return the screen coordinates of a cell's middle; scroll to the cell first if ``scrolls``."""
    return tab.evaluate(CELL, [row, column, scrolls])


def click_cell(tab, row, column):
    """Click a cell of the board."""
    tab.mouse.click(*middle_of(tab, row, column))


def drag(tab, start, end):
    """Drag the mouse from one cell to another cell."""
    tab.mouse.move(*middle_of(tab, *start))
    tab.mouse.down()
    tab.mouse.move(*middle_of(tab, *end), steps=4)
    tab.mouse.up()


def to_the_end(tab):
    """Run the search to its end, and wait until the page shows the result."""
    click(tab, "To the end")
    wait_for(tab, ".status .badge")
    wait_for(tab, "[role=status].unseen", "ended:")


def moves_done(tab, number):
    """Wait until the page shows this number of moves."""
    wait_for(tab, ".play .numbers li", f"{number} moves")
    wait_for(tab, ".play .picture svg")


class Cursor:
    """The keyboard cursor on the board, which arrow keys move."""

    def __init__(self, tab):
        self.tab = tab
        self.at = (0, 0)
        tab.locator(".playable .picture").focus()

    def go(self, row, column):
        """Press the arrow keys that move the cursor to a cell."""
        for by, keys in (
            (row - self.at[0], ("ArrowUp", "ArrowDown")),
            (column - self.at[1], ("ArrowLeft", "ArrowRight")),
        ):
            for _ in range(abs(by)):
                self.tab.keyboard.press(keys[by > 0])
        self.at = (row, column)
