// Presses while something is under way: a button or a key waits for its turn, and looks so.

const KEYS = /^(.|Enter|Escape|Delete|Backspace|Home|End|Arrow\w+)$/; // others are the browser's

/**
 * Return a listener, before all others, of keys and clicks: those that come too early are repeated at their turn.
 *
 * @param {HTMLElement} main holds the buttons that wait; those with `data-now` put what they do into the queue themselves
 * @param {import("./acts.js").Acts} acts
 * @param {(event: KeyboardEvent) => boolean} isHeld whether a key is the page's, and can wait
 */
export function makeHold(main, acts, isHeld) {
  let isRepeating = false;

  const repeat = press => {
    isRepeating = true;
    try {
      press();
    } finally {
      isRepeating = false;
    }
  };
  const holdKey = event => {
    const [target] = event.composedPath();
    if (!KEYS.test(event.key) || target.closest?.("[data-now]") || !isHeld(event)) return null;
    return () => target.dispatchEvent(new KeyboardEvent("keydown", event));
  };
  const holdClick = event => {
    const target = event.composedPath()[0].closest?.("button:not([data-now])");
    if (!target || !main.contains(target)) return null;
    target.setAttribute("aria-busy", "true");
    return () => {
      target.removeAttribute("aria-busy");
      const now = target.isConnected ? target : alike(main, target);
      if (now?.checkVisibility()) now.click(); // one that is hidden, or disabled, by now does nothing, and looks so
    };
  };
  return event => {
    if (isRepeating || !acts.isBusy || acts.isActing) return;
    const press = event.type === "click" ? holdClick(event) : holdKey(event);
    if (!press) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    acts.run(() => repeat(press));
  };
}

/** The button that stands now where an equal one stood when it was pressed. */
function alike(main, button) {
  const name = nameOf(button);
  return [...main.querySelectorAll("button")].find(one => one.className === button.className && nameOf(one) === name);
}

const nameOf = button => button.getAttribute("aria-label") ?? button.textContent;
