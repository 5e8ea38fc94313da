// Keys that are pressed while an answer is under way: they wait, and are taken in their order.

const KEYS = /^(.|Enter|Escape|Delete|Backspace|Home|End|Arrow\w+)$/; // others are the browser's

/** Return a listener, before all others, that holds commands; `working(event)` is the promise that an event waits for, or nothing. */
export function makeHold(isCommand, working) {
  const held = [];

  async function release() {
    while (held.length) {
      const [target, event] = held[0];
      while (working(event)) await working(event);
      target.dispatchEvent(new KeyboardEvent("keydown", event));
      held.shift();
    }
  }
  return event => {
    if (!event.isTrusted || !KEYS.test(event.key) || !isCommand(event) || !(held.length || working(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held.push([event.composedPath()[0], event]) === 1) release();
  };
}
