// The time that a board is played: it runs only while the page is visible, and can be hidden.

import { make, write } from "../parts/dom.js";

const BEAT = 1000; // milliseconds between two updates

/** Return the timer: `start()` resets it, `run(isOn)` runs or pauses it. */
export function makeTimer(store) {
  const isShown = make("input", { type: "checkbox", checked: store.read("timer") !== "off", on: { change: toggle } });
  const time = make("b", { role: "timer" });
  let passed = 0, beat = 0; // milliseconds until the last pause; the id of the interval
  /** @type {number | null} */
  let since = null; // the time at which the timer was last started

  const now = () => passed + (since === null ? 0 : performance.now() - since);
  function display() {
    const seconds = Math.floor(now() / BEAT);
    time.hidden = !isShown.checked;
    write(time, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  }
  function toggle() {
    store.write("timer", isShown.checked ? "" : "off");
    display();
  }
  function run(isOn) {
    passed = now();
    since = isOn && !document.hidden ? performance.now() : null;
    display();
    clearInterval(beat);
    if (isOn) beat = setInterval(() => run(true), BEAT); // a hidden page pauses it
  }
  return {
    element: make("div", { class: "switch" }, make("label", {}, isShown, " Time "), time),
    start() {
      passed = 0;
      since = null;
    },
    run,
  };
}
