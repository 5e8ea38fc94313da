// Presses during other work: a button or a key waits for its turn, and is marked as waiting.

const KEYS = /^(.|Enter|Escape|Delete|Backspace|Home|End|Arrow\w+)$/; // the browser handles other keys

/**
 * Return a listener of keys and clicks that runs before all others and repeats early presses at their turn.
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
      if (now?.checkVisibility()) now.click(); // a button that is hidden or disabled meanwhile does nothing
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

/** The button that has replaced a pressed button. */
function alike(main, button) {
  const name = nameOf(button);
  return [...main.querySelectorAll("button")].find(one => one.className === button.className && nameOf(one) === name);
}

const nameOf = button => button.getAttribute("aria-label") ?? button.textContent;
