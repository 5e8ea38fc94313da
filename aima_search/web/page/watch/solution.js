// The way that was found, kept in full whatever the record lacks.

import { make, put, section, write } from "../parts/dom.js";
import { count, counted } from "../parts/numbers.js";

/**
 * Return the solution of a lane: `load()` asks once the search has ended with one.
 *
 * look(action, picture) shows a state of it; `showLast()` shows the last one.
 */
export function makeSolution(lane, look, failed) {
  const told = make("p", {});
  const moves = make("ol", { class: "moves" });
  const element = section("Solution", { class: "card solution", hidden: true }, told, moves);
  const pictures = new Map();
  let last = 0;
  let known = null; // the request that opened the search whose solution is shown
  const show = async (step, action) => {
    if (!pictures.has(step)) pictures.set(step, await lane.ask("solution_picture", { step }, { key: "solution" }));
    look(action, pictures.get(step));
  };
  return {
    element,
    showLast: () => (element.hidden ? undefined : show(last, "the solution's last state")),
    async load() {
      const isFound = lane.position.ended && lane.position.status === "solved";
      if (!isFound) known = null;
      else if (known !== lane.key) {
        const steps = await lane.ask("solution");
        known = lane.key;
        last = steps.length - 1;
        pictures.clear();
        const cost = steps.at(-1)?.g ?? 0;
        write(told, `cost ${count(cost)}, ${counted(Math.max(steps.length - 1, 0), "action")}`);
        put(moves, steps.slice(1).map(({ action }, at) => make("li", {},
          make("button", { type: "button", class: "linklike", on: { click: () => show(at + 1, action).catch(failed) } }, action))));
      }
      element.hidden = !isFound;
    },
  };
}
