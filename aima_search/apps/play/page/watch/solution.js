// The way that was found, kept in full whatever the history lacks.

import { make, put, section, write } from "../parts/dom.js";
import { count, counted } from "../parts/numbers.js";

/** Return the solution of a search; look(action, step) shows a state of it. */
export function makeSolution(look) {
  const told = make("p", {});
  const moves = make("ol", { class: "moves" });
  const element = section("Solution", { class: "card solution", hidden: true }, told,
    make("div", { class: "tall", tabindex: "0", role: "group", "aria-label": "Moves of the solution" }, moves));
  return {
    element,
    clear() {
      element.hidden = true;
    },
    show(steps) {
      element.hidden = false;
      write(told, `cost ${count(steps.at(-1)?.g ?? 0)}, ${counted(Math.max(steps.length - 1, 0), "action")}`);
      put(moves, steps.slice(1).map(({ action }, at) => make("li", {},
        make("button", { type: "button", class: "linklike", on: { click: () => look(action, at + 1) } }, action))));
    },
  };
}
