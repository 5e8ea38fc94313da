// Moves, and next to them the optimum if it is asked for.

import { make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 400; // requests of at most 50 ms each

/** Return the numbers of a game: `show(view)` after every change, `start()` for a new game. */
export function makeScore(app, asked, failed) {
  const items = make("ul", { class: "numbers" });
  const note = make("p", { class: "note" });
  const isOn = make("input", { type: "checkbox", checked: app.store.read("oracle") === "on", on: { change: turnOver } });
  const oracle = make("label", { class: "switch" }, isOn, " Tell the optimum, and dead ends");
  let least = null, turn = 0, shown = null;

  function turnOver() {
    app.store.write("oracle", isOn.checked ? "on" : "off");
    if (shown) show(shown);
  }

  const tell = (view, told) => {
    const numbers = [["moves", view.moves]];
    if (view.cost !== null && view.cost !== view.moves) numbers.push(["cost", view.cost]);
    if (isOn.checked) {
      if (told?.status === "known") numbers.push(["to go at best", told.remaining]);
      if (least !== null || told === null) numbers.push(["optimum", least ?? "…"]);
    }
    put(items, numbers.map(([name, value]) => make("li", {}, make("b", {}, count(value)), ` ${name}`)));
    write(note, isOn.checked ? sentence(view, told, least) : "");
  };

  /** Ask until the answer is found; null if something else is shown by then, or it is not found in time. */
  async function found(name, mine) {
    for (let times = 0; times < PATIENCE; times += 1) {
      const told = await asked(name, {}, { key: "optimum", later: true });
      if (mine !== turn) return null;
      if (told.status !== "searching") return told;
    }
    return { status: "unknown" };
  }

  async function show(view) {
    turn += 1;
    const mine = turn;
    shown = view;
    tell(view, null);
    if (!isOn.checked && !view.solved) return;
    try {
      const whole = least === null ? await found("least", mine) : null;
      if (mine !== turn) return;
      if (whole?.status === "known") least = whole.cost;
      const told = await found("optimum", mine);
      if (told) tell(view, told);
    } catch (error) {
      if (!isNeedless(error)) failed(error);
      else if (mine === turn) write(note, "");
    }
  }
  return {
    element: make("div", {}, items, note, oracle),
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
  if (told.total === null) return `${count(told.remaining)} to go at best.`;
  if (least === null) return `${count(told.total)} in all, if you play on without a loss.`;
  const more = told.total - least;
  return more > 0 ? `At best ${count(told.total)} in all: ${count(more)} above the optimum.` : "You are on an optimal way.";
}
