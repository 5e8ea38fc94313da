// h next to h*, the true cost to go, if it can be computed.

import { button, make, put } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 60; // requests of at most 50 ms each before it asks whether to go on

/** Return the line that says h and h* of a node. */
export function makeTruth(failed) {
  const element = make("p", { class: "truth" });
  let turn = 0;

  async function ask(opening, { number, step }, node) {
    const mine = (turn += 1);
    for (let times = 0; times < PATIENCE; times += 1) {
      const told = await opening.ask("truth", { search: number, step, node: node.id }, { key: "truth", later: true });
      if (mine !== turn) return;
      if (told.status !== "searching") {
        put(element, ...sentence(told));
        return;
      }
      if (times === 0) put(element, "h* …");
    }
    const more = () => show(opening, { number, step }, node);
    put(element, "h* is far away. ", button("Go on", more, { kind: "quiet" }));
  }

  /** Ask for h* of a node, as it was when a search stood at its step. */
  function show(opening, { number, step }, node) {
    ask(opening, { number, step }, node).catch(error => isNeedless(error) || failed(error));
  }
  return {
    element,
    show,
    clear() {
      turn += 1;
      put(element);
    },
  };
}

function sentence({ status, h, h_star: truth, is_misleading: isMisleading, why }) {
  if (status === "unknown") return [make("span", { class: "note" }, `h* is not known${why ? `: ${why}` : ""}`)];
  const said = [h === null ? "" : `h ${count(h)}, `, make("b", {}, `h* ${count(truth)}`)];
  if (!isMisleading) return why ? [...said, ` ${why}`] : said;
  return [...said, " ", make("span", { class: "badge alarm" }, "misleading"), why ? ` ${why}` : ""];
}
