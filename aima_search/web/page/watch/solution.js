// The way that was found, kept in full whatever the record lacks.

import { make, put, section, write } from "../parts/dom.js";
import { count, counted } from "../parts/numbers.js";

/** Return the solution of a lane: `load()` asks once the search has ended with one. */
export function makeSolution(lane) {
  const told = make("p", {});
  const moves = make("ol", { class: "moves" });
  const element = section("Solution", { class: "card solution", hidden: true }, told, moves);
  let known = null; // the request that opened the search whose solution is shown
  return {
    element,
    async load() {
      const isFound = lane.position.ended && lane.position.status === "solved";
      if (!isFound) known = null;
      else if (known !== lane.key) {
        const steps = await lane.ask("solution");
        known = lane.key;
        const cost = steps.at(-1)?.g ?? 0;
        write(told, `cost ${count(cost)}, ${counted(Math.max(steps.length - 1, 0), "action")}`);
        put(moves, steps.filter(step => step.action).map(step => make("li", {}, step.action)));
      }
      element.hidden = !isFound;
    },
  };
}
