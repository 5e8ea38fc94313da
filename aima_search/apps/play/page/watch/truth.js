// h next to h*, the true cost to go, if it can be computed.

import { button, make, put } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 60; // requests of at most 50 ms each, before the reader is asked whether to go on

/** Return the line with h and h* of a node. */
export function makeTruth(failed) {
  const element = make("p", { class: "truth" });
  let turn = 0;

  async function ask(opening, { number, step }, node) {
    const mine = (turn += 1);
    for (let times = 0; times < PATIENCE; times += 1) {
      const answer = await opening.ask("truth", { search: number, step, node: node.id }, { key: "truth", later: true });
      if (mine !== turn) return;
      if (answer.status !== "searching") {
        put(element, ...sentence(answer));
        return;
      }
      if (times === 0) put(element, "h* …");
    }
    const more = () => show(opening, { number, step }, node);
    put(element, "h* is not known yet. ", button("Keep searching", more, { kind: "quiet" }));
  }

  /** Request h* of a node at the step of its search. */
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
  const parts = [h === null ? "" : `h ${count(h)}, `, make("b", {}, `h* ${count(truth)}`)];
  if (!isMisleading) return why ? [...parts, ` ${why}`] : parts;
  return [...parts, " ", make("span", { class: "badge alarm" }, "misleading"), why ? ` ${why}` : ""];
}
