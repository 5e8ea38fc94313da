// An example for writers of heuristics: a state of this board.

import { make, preformatted, put } from "../parts/dom.js";
import { faultOf, isNeedless } from "../parts/queue.js";

/** Return the example; its state is requested when it is opened. */
export function makeExample(app) {
  const shown = make("div", {});
  const element = make("details", { class: "example", on: { toggle: () => load() } }, make("summary", {}, "What is node.state here?"), shown);
  let known = "";
  async function load() {
    const key = JSON.stringify(app.problem());
    if (!element.open || key === known) return;
    known = key;
    try {
      show(await app.ask("example", app.problem(), { key: "example" }));
    } catch (error) {
      if (known === key) known = ""; // requested again when it is opened again
      put(shown, isNeedless(error) ? null : make("p", { class: "note" }, faultOf(error).message));
    }
  }
  function show({ state, grid, actions }) {
    put(shown, make("p", {}, "At the start, ", make("code", {}, "node.state"), " is"), preformatted(state, "node.state"),
      make("p", {}, "and ", make("code", {}, "problem.grid(node.state)"), " has the rows"), preformatted(grid, "problem.grid(node.state)"),
      actions.length ? make("p", {}, "Actions from ", make("code", {}, "problem.actions(node.state)"), ": ", make("code", {}, actions.join(", ")), " …") : null);
  }
  return { element, refresh: load };
}
