// The number of moves, and next to it the optimal cost if the reader wants to see it.

import { make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const PATIENCE = 400; // requests of at most 50 ms each

/** The numbers of a game: `show(view)` after every change, `start()` for a new game. */
export class Score {
  /**
   * @param {import("../app.js").App} app
   * @param {(name: string, request?: any, how?: any) => Promise<any>} asked
   * @param {(error: unknown) => void} failed
   */
  constructor(app, asked, failed) {
    this.app = app;
    this.asked = asked;
    this.failed = failed;
    /** @type {number | null} the cost of a best solution from the start */
    this.optimum = null;
    this.turn = 0;
    /** @type {GameView | null} */
    this.shown = null;
    this.items = make("ul", { class: "numbers" });
    this.note = make("p", { class: "note" });
    this.isOn = make("input", { type: "checkbox", checked: app.store.read("oracle") === "on", on: { change: () => this.toggle() } });
    this.element = make("div", {}, this.items, this.note,
      make("label", { class: "switch" }, this.isOn, " Show moves left and warn about dead ends"));
  }

  toggle() {
    this.app.store.write("oracle", this.isOn.checked ? "on" : "off");
    if (this.shown) this.show(this.shown);
  }

  write(view, best) {
    const numbers = [["moves", view.moves]];
    if (view.cost !== null && view.cost !== view.moves) numbers.push(["cost", view.cost]);
    if (this.isOn.checked) {
      if (best?.status === "known") numbers.push(["left", best.remaining]);
      if (this.optimum !== null || best === null) numbers.push(["optimum", this.optimum ?? "…"]);
    }
    put(this.items, numbers.map(([name, value]) => make("li", {}, make("b", {}, count(value)), ` ${name}`)));
    write(this.note, this.isOn.checked ? sentence(view, best, this.optimum) : "");
  }

  /** Request an answer until it is found; null if another position is shown by then. */
  async found(name, mine) {
    for (let times = 0; times < PATIENCE; times += 1) {
      const answer = await this.asked(name, {}, { key: "optimum", later: true });
      if (mine !== this.turn) return null;
      if (answer.status !== "searching") return answer;
    }
    return { status: "unknown" };
  }

  async show(view) {
    this.turn += 1;
    const mine = this.turn;
    this.shown = view;
    this.write(view, null);
    if (!this.isOn.checked && !view.solved) return;
    try {
      const whole = this.optimum === null ? await this.found("least", mine) : null;
      if (mine !== this.turn) return;
      if (whole?.status === "known") this.optimum = whole.cost;
      const best = await this.found("optimum", mine);
      if (best) this.write(view, best);
    } catch (error) {
      if (!isNeedless(error)) this.failed(error);
      else if (mine === this.turn) write(this.note, "");
    }
  }

  start() {
    this.optimum = null;
  }

  leave() {
    this.turn += 1;
  }
}

function sentence(view, best, least) {
  if (view.solved) return "";
  if (best === null) return "searching for the optimal cost …";
  if (best.status === "none") return "No solution can be reached from here: press Undo.";
  if (best.status !== "known") return "The optimal cost is not known: the search for it takes too long.";
  if (best.total === null) return `A solution from here costs ${count(best.remaining)}.`;
  if (least === null) return `The total cost is ${count(best.total)}, if you make no mistake from here.`;
  const more = best.total - least;
  return more > 0 ? `The total cost is at least ${count(best.total)}: ${count(more)} above the optimum.` : "You are on an optimal path.";
}
