// The algorithm as pseudocode: the line that was executed last, and the values of its variables beside the lines.

import { figureOf, meaningOfF } from "./figures.js";
import { trailOf } from "./trails.js";
import { button, make, put, write } from "../parts/dom.js";

/** The card of the pseudocode; `by(count)` goes forward or back by steps. */
export class Pseudocode {
  /** @param {(count: number) => unknown} by */
  constructor(by) {
    this.by = by;
    this.algorithm = "";
    /** @type {any[]} what the step has executed, line by line: [line, value] */
    this.trail = [];
    this.at = 0; // the place in the trail
    this.isFromStart = false; // whether the next step is shown from its first line
    this.code = make("ol", { class: "code-lines" });
    this.what = make("span", { class: "note" });
    this.place = make("output", { class: "place" });
    const walk = make("div", { class: "row" }, button("◂ line", () => this.go(-1), { kind: "small", name: "Previous line", title: "Previous line ([)", key: "[" }),
      button("line ▸", () => this.go(1), { kind: "small", name: "Next line", title: "Next line (])", key: "]" }), this.place);
    this.element = make("details", { class: "card pseudocode", open: true }, make("summary", {}, make("h2", {}, "The algorithm"), " ", this.what), this.code, walk);
    this.element.hidden = true;
  }

  clear() {
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

  /** Show the lines that the current step has executed. */
  show(search, tree) {
    const figure = figureOf(this.algorithm);
    if (!figure) return;
    this.trail = trailOf(figure, search, tree);
    this.at = this.isFromStart ? 0 : this.trail.length - 1;
    this.isFromStart = false;
    this.draw();
  }

  /** Go a line forward or back; after the last line of this step comes the next step. */
  go(by) {
    const next = this.at + by;
    if (next >= 0 && next < this.trail.length) {
      this.at = next;
      this.draw();
      return;
    }
    this.isFromStart = by > 0;
    this.by(by);
  }

  draw() {
    const lines = [...this.code.children];
    const [current] = this.trail[this.at] ?? [null];
    const values = new Map(this.trail.slice(0, this.at + 1));
    lines.forEach((line, at) => {
      if (at === current) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      write(/** @type {Element} */ (line.lastChild), values.get(at) ?? "");
    });
    write(this.place, this.trail.length > 1 ? `line ${this.at + 1} of ${this.trail.length} in this step` : "");
  }

  key(event) {
    const by = { "[": -1, "]": 1 }[event.key];
    if (by && !this.element.hidden) this.go(by);
    return Boolean(by && !this.element.hidden);
  }
}
