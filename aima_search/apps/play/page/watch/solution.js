// The solution, complete even if the recorded history is not.

import { make, put, section, write } from "../parts/dom.js";
import { count, counted } from "../parts/numbers.js";

/** Return the card of a solution; `inspect(action, step)` shows one of its states. */
export function makeSolution(inspect) {
  const summary = make("p", {});
  const moves = make("ol", { class: "moves" });
  const element = section("Solution", { class: "card solution", hidden: true }, summary,
    make("div", { class: "tall", tabindex: "0", role: "group", "aria-label": "Moves of the solution" }, moves));
  return {
    element,
    clear() {
      element.hidden = true;
    },
    show(steps) {
      element.hidden = false;
      write(summary, `cost ${count(steps.at(-1)?.g ?? 0)}, ${counted(Math.max(steps.length - 1, 0), "action")}`);
      put(moves, steps.slice(1).map(({ action }, at) => make("li", {},
        make("button", { type: "button", class: "linklike", on: { click: () => inspect(action, at + 1) } }, action))));
    },
  };
}
