// The way that was found, kept in full whatever the history lacks.

import { make, put, section, write } from "../parts/dom.js";
import { count, counted } from "../parts/numbers.js";

/**
 * Return the solution of a lane: `load()` asks once the search has ended with one.
 *
 * look(action, step) shows a state of it; `showLast()` shows the last state.
 */
export function makeSolution(lane, look, failed) {
  const told = make("p", {});
  const moves = make("ol", { class: "moves" });
  const element = section("Solution", { class: "card solution", hidden: true }, told,
    make("div", { class: "tall", tabindex: "0", role: "region", "aria-label": "Moves of the solution" }, moves));
  let last = 0;
  let known = null; // the request that opened the search whose solution is shown
  return {
    element,
    showLast: () => (element.hidden ? undefined : look("the solution's last state", last)),
    async load() {
      const isFound = lane.position.ended && lane.position.status === "solved";
      if (!isFound) known = null;
      else if (known !== lane.key) {
        const steps = await lane.ask("solution");
        known = lane.key;
        last = steps.length - 1;
        const cost = steps.at(-1)?.g ?? 0;
        write(told, `cost ${count(cost)}, ${counted(Math.max(steps.length - 1, 0), "action")}`);
        put(moves, steps.slice(1).map(({ action }, at) => make("li", {},
          make("button", { type: "button", class: "linklike", on: { click: () => look(action, at + 1).catch(failed) } }, action))));
      }
      element.hidden = !isFound;
    },
  };
}
