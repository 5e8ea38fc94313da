// What is pressed while something is under way: it waits where it is seen to wait, and is done in its order.

const KEYS = /^(.|Enter|Escape|Delete|Backspace|Home|End|Arrow\w+)$/; // others are the browser's

/**
 * Return a listener, before all others, of keys and clicks, and `later(act)`, which waits as they do.
 *
 * busy(event) is the promise that an event waits for, or nothing. A button in `main` that waits is marked as busy; those
 * with `data-now` never wait.
 */
export function makeHold(main, isCommand, busy) {
  const held = [];

  async function add(act, event = null) {
    if (held.push({ act, event }) > 1) return;
    while (held.length) {
      while (busy(held[0].event)) await busy(held[0].event);
      held.shift().act();
    }
  }

  const holdKey = event => {
    const [target] = event.composedPath();
    return KEYS.test(event.key) && isCommand(event) && (() => target.dispatchEvent(new KeyboardEvent("keydown", event)));
  };
  const holdClick = event => {
    const target = event.composedPath()[0].closest?.("button:not([data-now])");
    if (!target || !main.contains(target)) return null;
    target.setAttribute("aria-busy", "true");
    return () => {
      target.removeAttribute("aria-busy");
      if (target.checkVisibility()) target.click(); // one that is hidden, or disabled, by now does nothing, and looks so
    };
  };
  const listener = event => {
    if (!event.isTrusted || !(held.length || busy(event))) return;
    const act = event.type === "click" ? holdClick(event) : holdKey(event);
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    add(act, event);
  };
  return { listener, later: act => add(act) };
}
