// How a person would solve the board: its deductions, gone through like a search.

import { STILL } from "./board.js";
import { button, make, put, section, write } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";
import { makeControls } from "../watch/controls.js";
import { Walker } from "../watch/walker.js";

/** The deductions as a course of steps; each is asked for once. */
class Course {
  constructor(app) {
    Object.assign(this, { app, told: [], step: 0, last: 0, isBeyond: false });
  }

  get isDone() {
    return this.step >= this.last;
  }

  advance(count) {
    return this.go(this.step + count);
  }

  async go(step) {
    const wanted = Math.min(step, this.last);
    this.told[wanted] ??= await this.app.ask("deduction", { step: wanted }, { key: "deduction" });
    this.step = wanted;
  }

  async begin() {
    this.told = [];
    this.step = this.last = 0;
    await this.go(0);
    this.last = this.told[0].count;
  }
}

/** Return the place of the deductions on a board; `back()` shows the game again. */
export function makeReplay(app, board, back, failed) {
  const course = new Course(app);
  const rule = make("b", {}), sentence = make("p", {}), line = make("p", { class: "note" });
  const walker = new Walker(course, { render, failed });
  const controls = makeControls(walker);
  const leave = button("Back to the game", () => back(), { key: "Escape" });
  const element = section("How it is solved", { class: "card replay", hidden: true }, controls.element,
    make("div", { role: "status" }, make("p", {}, rule), sentence, line), make("div", { class: "row" }, leave));

  function render() {
    const told = course.told[course.step];
    controls.update();
    if (element.hidden || !told) return;
    board.hold(STILL);
    board.show(told.picture);
    board.hint(told.cells ?? [], told.where ?? []);
    write(rule, told.rule ?? counted(course.last, "deduction"));
    write(sentence, told.sentence ?? "");
    write(line, told.text ?? "");
  }
  return {
    element,
    get isOpen() {
      return !element.hidden;
    },
    async open() {
      await course.begin();
      element.hidden = false;
      render();
    },
    async close() {
      element.hidden = true;
      await walker.pause();
    },
    key: event => event.key === "Escape" ? (back(), true) : controls.key(event),
  };
}
