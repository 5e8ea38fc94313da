// Moves next to the optimum.

import { make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 400; // requests of at most 50 ms each

/** Return the numbers of a game: `show(view)` after every change, `start()` for a new one. */
export function makeScore(app, failed) {
  const items = make("ul", { class: "numbers" });
  const note = make("p", { class: "note" });
  let least = null, turn = 0;

  const tell = (view, told) => {
    const numbers = [["moves", view.moves]];
    if (view.cost !== view.moves) numbers.push(["cost", view.cost]);
    if (told?.status === "known") numbers.push(["to go at best", told.remaining]);
    if (least !== null || told === null) numbers.push(["optimum", least ?? "…"]);
    put(items, numbers.map(([name, value]) => make("li", {}, make("b", {}, count(value)), ` ${name}`)));
    write(note, sentence(view, told, least));
  };

  async function show(view) {
    turn += 1;
    const mine = turn;
    tell(view, null);
    try {
      for (let asked = 0; asked < PATIENCE; asked += 1) {
        const told = await app.ask("optimum", {}, { key: "optimum", later: true });
        if (mine !== turn) return;
        if (told.status === "searching") continue;
        if (told.status === "known" && (view.moves === 0 || least !== null)) least = Math.min(least ?? Infinity, told.total);
        tell(view, told);
        return;
      }
      tell(view, { status: "unknown" });
    } catch (error) {
      if (!isNeedless(error)) failed(error);
      else if (mine === turn) write(note, "");
    }
  }
  return {
    element: make("div", {}, items, note),
    show,
    start() {
      least = null;
    },
    leave() {
      turn += 1;
    },
    get optimum() {
      return least;
    },
  };
}

function sentence(view, told, least) {
  if (view.solved) return "";
  if (told === null) return "looking for the optimum …";
  if (told.status === "none") return "No way leads to a goal from here: undo.";
  if (told.status !== "known") return "The optimum is too far away to be known.";
  if (least === null) return `${count(told.total)} in all, if you play on at best.`;
  const more = told.total - least;
  return more > 0 ? `At best ${count(told.total)} in all: ${count(more)} above the optimum.` : "You are on an optimal way.";
}
