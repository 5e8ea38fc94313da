// The algorithm as pseudocode: the line that was executed last, and the values of its variables beside the lines.

import { figureOf, meaningOfF } from "./figures.js";
import { button, make, put, write } from "../parts/dom.js";
import { actionOf, count, sum } from "../parts/numbers.js";

/** The card of the pseudocode; `by(count)` walks on or back by steps. */
export class Pseudocode {
  /** @param {(count: number) => unknown} by */
  constructor(by) {
    this.by = by;
    this.algorithm = "";
    /** @type {any[]} what the step has executed, line by line: [line, value] */
    this.trail = [];
    this.at = 0; // the place in the trail
    this.isFromStart = false; // whether the next step is gone through from its first line
    this.code = make("ol", { class: "code-lines" });
    this.what = make("span", { class: "note" });
    this.place = make("output", { class: "place" });
    const walk = make("div", { class: "row" }, button("◂ line", () => this.go(-1), { kind: "small", name: "A line back", title: "A line back ([)", key: "[" }),
      button("line ▸", () => this.go(1), { kind: "small", name: "A line on", title: "A line on (])", key: "]" }), this.place);
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

  /** Show what the step at which a search stands has executed. */
  show(search, { made, last, path }) {
    const figure = figureOf(this.algorithm);
    if (!figure) return;
    this.trail = trailOf(figure.lines, search, made, last[0] ?? null, path);
    this.at = this.isFromStart ? 0 : this.trail.length - 1;
    this.isFromStart = false;
    this.draw();
  }

  /** Go a line on or back; beyond the lines of this step lie those of the next. */
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

/** Return the lines that a step has executed, each with the values of its variables. */
function trailOf(lines, search, made, before, path) {
  const { position } = search, { node } = position;
  if (!node) return [[lines.start, "press Step on (▶)"]];
  const isFound = position.ended && position.status === "solved" && search.isDone;
  const trail = made.flatMap(child => childLines(lines, child, before));
  if (position.round && path.length === 1) trail.push([lines.round ?? lines.take, `limit = ${count(position.round.limit)}`]);
  if (!isFound || lines.test !== null) trail.push([lines.take, `node = ${nameOf(node)}, ${sum(node)}`]);
  if (lines.test !== null) trail.push([lines.test, isFound ? `yes: ${nameOf(node)} is returned` : `${nameOf(node)}: no, so it is expanded`]);
  else if (isFound) trail.push([lines.found, `${nameOf(node)} is returned, cost ${count(node.g)}`]);
  if (position.ended && position.status === "no-solution" && search.isDone) trail.push([lines.failure, "no solution"]);
  return trail.filter(([line]) => line !== null && line !== undefined);
}

/** The lines that made a child: what is checked of it, and what comes of it. */
function childLines(lines, child, before) {
  const name = nameOf(child), value = sum(child);
  const trail = [[lines.child, `child = ${name}${value ? `, ${value}` : ""}${before ? `, from ${nameOf(before)}` : ""}`]];
  if (child.fate === "known") return [...trail, [lines.check, `${name}: no, it is known and not cheaper`]];
  if (lines.check !== null) trail.push([lines.check, `${name}: yes`]);
  if (child.fate === "beyond") return [...trail, [lines.beyond ?? lines.add, `${name}: yes${child.f === null ? "" : `, f = ${count(child.f)}`}`]];
  if (lines.early) trail.push([lines.early, `${name}: ${child.is_goal ? "yes" : "no"}`]);
  if (lines.early && child.is_goal) return trail;
  const waits = child.is_goal && lines.test !== null ? ". It is a goal, but it only waits: a cheaper path may still come" : "";
  return [...trail, [lines.add, `${name}${waits}`]];
}

/** What a node is called in the code: by its action, without the cost. */
function nameOf(node) {
  return actionOf(node).replace(/ \([\d.,]+\)$/, "");
}
