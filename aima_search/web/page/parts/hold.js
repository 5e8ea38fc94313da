// Keys that are pressed while an answer is under way: they wait, and are taken in their order.

const KEYS = /^(.|Enter|Escape|Delete|Backspace|Home|End|Arrow\w+)$/; // others are the browser's

/** Return a listener, before all others, that holds commands; `working()` is the promise of what is under way, or nothing. */
export function makeHold(isCommand, working) {
  const held = [];

  async function release() {
    while (held.length) {
      while (working()) await working().catch(() => {}); // whoever works says what goes wrong
      const [target, event] = held[0];
      target.dispatchEvent(new KeyboardEvent("keydown", event));
      held.shift();
    }
  }
  return event => {
    if (!event.isTrusted || !KEYS.test(event.key) || !isCommand(event) || !(held.length || working())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held.push([event.composedPath()[0], event]) === 1) release();
  };
}
