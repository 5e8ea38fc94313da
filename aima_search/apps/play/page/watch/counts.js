// The counts of a search and its status.

import { make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";

const NAMES = ["expanded", "generated", "reopened", "frontier"];

/** Return the counts of a position. */
export function makeCounts() {
  const numbers = Object.fromEntries(NAMES.map(name => [name, make("b", {}, "0")]));
  const round = make("b", {}, "");
  const roundItem = make("li", { hidden: true }, round, " bound");
  const items = NAMES.map(name => make("li", {}, numbers[name], ` ${name}`));
  const status = make("p", { class: "status" });
  const note = make("p", { class: "note", hidden: true });
  return {
    clear() {
      for (const name of NAMES) write(numbers[name], "–");
      roundItem.hidden = note.hidden = status.hidden = true;
    },
    element: make("div", { class: "counts" }, make("ul", { class: "numbers" }, items, roundItem), status, note),
    update(position) {
      for (const name of NAMES) write(numbers[name], count(position[name]));
      roundItem.hidden = position.round === null;
      if (position.round) {
        write(round, count(position.round.limit));
        roundItem.title = `round ${position.round.number}`;
      }
      note.hidden = !position.note;
      write(note, position.note);
      status.dataset.status = position.ended ? (position.status ?? "ended") : "";
      status.hidden = !position.ended;
      const message = position.message.replace(/^[A-Z]\w+: /, ""); // without the name of the exception
      const [word, details] = message ? ["error", ` ${message}`] : [position.status ?? "ended", ""];
      put(status, make("span", { class: "badge" }, word), details);
    },
  };
}

/** Return a position as a sentence, for screen readers. */
export function spoken(position) {
  if (position.step === null) return "before the first step";
  const { node, status, ended } = position;
  const last = position.message || position.note ? position.steps - 1 : position.steps; // as of a search
  const end = ended && position.step >= last ? `ended: ${status}. ` : "";
  const at = node ? `${node.action || "start"}, f ${count(node.f)}, depth ${node.depth}. ` : "";
  return `${end}Step ${position.step + 1}. ${at}${count(position.expanded)} expanded, ${count(position.frontier)} in the frontier`;
}
