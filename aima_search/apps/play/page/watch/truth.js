// h next to h*, the true cost to go, if it can be computed.

import { button, make, put } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 60; // requests of at most 50 ms each before it asks whether to go on

/** Return the line that says h and h* of a node of a lane. */
export function makeTruth(lane, failed) {
  const element = make("p", { class: "truth" });
  let wanted = null;

  async function show(node) {
    wanted = node.id;
    for (let turn = 0; turn < PATIENCE; turn += 1) {
      const told = await lane.ask("truth", { node: node.id }, { key: "truth", later: true });
      if (wanted !== node.id) return;
      if (told.status !== "searching") {
        put(element, ...sentence(told));
        return;
      }
      if (turn === 0) put(element, "h* …");
    }
    put(element, "h* is far away. ", button("Go on", () => show(node).catch(failed), { kind: "quiet" }));
  }
  return {
    element,
    /** Ask for h* of a node; a newer wish ends it. */
    async show(node) {
      if (!node || wanted === node.id) return;
      put(element);
      try {
        await show(node);
      } catch (error) {
        if (!isNeedless(error)) throw error;
      }
    },
    clear() {
      wanted = null;
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
