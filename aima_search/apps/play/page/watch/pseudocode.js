// The algorithm as pseudocode: the current line, and the values that its variables have at this line.

import { figureOf, meaningOfF } from "./figures.js";
import { expansionTrail, noteOf, trailOf } from "./trails.js";
import { button, make, put, write } from "../parts/dom.js";

/** The card of the pseudocode: a step shows the node that is taken; "Next line" goes on into its expansion. */
export class Pseudocode {
  /**
   * `by(count)` goes forward or back by steps, `lookAhead()` returns the tree with the nodes that the current step is going
   * to generate, `run(act)` does an act after all earlier acts.
   *
   * @param {{by: (count: number) => unknown, lookAhead: () => Promise<any>, run: (act: () => unknown) => unknown}} search
   */
  constructor({ by, lookAhead, run }) {
    this.by = by;
    this.lookAhead = lookAhead;
    this.run = run;
    this.algorithm = this.note = "";
    /** @type {any} the search that is shown */
    this.search = null;
    this.step = -1; // the step that is shown
    /** @type {any[]} the executed lines, see trails.js */
    this.trail = [];
    this.first = this.at = this.rest = 0; // indices in the trail: the step's begin, the current line, the step's line
    this.isWhole = true; // whether the trail has all lines of the step
    this.code = make("ol", { class: "code-lines" });
    this.what = make("span", { class: "note" });
    this.place = make("output", { class: "place" });
    this.before = make("p", { class: "note" });
    const walk = make("div", { class: "row" }, button("◂ line", () => this.go(-1), { kind: "small", name: "Previous line", title: "Previous line ([)", key: "[" }),
      button("line ▸", () => this.go(1), { kind: "small", name: "Next line", title: "Next line (])", key: "]" }), this.place);
    this.element = make("details", { class: "card pseudocode", open: true }, make("summary", {}, make("h2", {}, "The algorithm"), " ", this.what), this.code, walk, this.before);
    this.element.hidden = true;
  }

  clear() {
    this.search = null;
    this.trail = [];
    this.draw();
  }

  /** Show the code of an algorithm, if there is a figure of it. */
  choose(algorithm) {
    this.algorithm = algorithm ?? "";
    const figure = figureOf(this.algorithm);
    this.element.hidden = !figure;
    write(this.what, [this.algorithm, meaningOfF(this.algorithm)].filter(Boolean).join(", "));
    if (!figure) return;
    put(this.code, figure.code.map(([depth, text]) => make("li", { "data-depth": String(depth) },
      make("code", {}, text), make("span", { class: "value" }))));
  }

  /** Show the current step: the line at which its node is taken or tested. */
  show(search, tree) {
    const figure = figureOf(this.algorithm);
    if (!figure || (this.search === search && this.step === search.at)) return;
    Object.assign(this, { search, step: search.at, trail: trailOf(figure, search, tree) });
    this.isWhole = figure.makeTrail !== undefined || search.isDone || search.step < 0;
    this.note = noteOf(figure, search, tree);
    this.first = Math.max(this.trail.findIndex(([, , isOld]) => !isOld), 0);
    this.rest = this.trail.length - 1;
    this.moveTo(this.rest);
  }

  /** Go a line forward or back; after the last line of this step comes the next step. */
  go(by) {
    return this.search ? this.run(() => this.walk(by)) : this.by(by);
  }

  async walk(by) {
    if (this.at + by === this.trail.length) await this.complete();
    const { search, step } = this, at = this.at + by;
    if (at >= this.first && at < this.trail.length) return this.moveTo(at);
    await this.by(by);
    if (!this.search || (this.search === search && this.step === step)) return undefined; // there is no other step
    if (by < 0) await this.complete();
    return this.moveTo(by < 0 ? this.trail.length - 1 : this.first);
  }

  /** Add the lines of the expansion, unless they are known. */
  async complete() {
    if (this.isWhole) return;
    const { trail } = this, tree = await this.lookAhead();
    if (!tree || this.trail !== trail) return; // another step is shown by now
    trail.push(...expansionTrail(figureOf(this.algorithm), this.search.position.node, tree));
    this.isWhole = true;
  }

  moveTo(at) {
    this.at = at;
    this.draw();
  }

  draw() {
    const lines = [...this.code.children], values = valuesAt(this.trail.slice(0, this.at + 1));
    const [current] = this.trail[this.at] ?? [null];
    lines.forEach((line, at) => {
      if (at === current) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      write(/** @type {Element} */ (line.lastChild), values.get(at) ?? "");
    });
    write(this.place, this.trail.length ? `line ${this.at - this.first + 1} of this step` : "");
    write(this.before, this.trail.length && this.at <= this.rest ? this.note : "");
  }

  key(event) {
    const by = { "[": -1, "]": 1 }[event.key];
    if (by && !this.element.hidden) this.go(by);
    return Boolean(by && !this.element.hidden);
  }
}

/** The values that the variables have after some lines: a line that is executed again ends the values below it. */
function valuesAt(trail) {
  const values = new Map();
  for (const [line, value] of trail) {
    for (const below of values.keys()) if (below > line) values.delete(below);
    values.set(line, value);
  }
  return values;
}
