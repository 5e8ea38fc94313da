// How a person would solve the board: its deductions, gone through like a search.

import { STILL } from "./board.js";
import { button, make, section, write } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";
import { makeControls } from "../watch/controls.js";
import { Walker } from "../watch/walker.js";

/** The deductions as a course of steps; each is asked for once. */
class Course {
  constructor(asked) {
    this.asked = asked;
    /** @type {any[]} what is known of each step */
    this.told = [];
    this.step = 0;
    this.last = 0;
    this.isBeyond = false;
  }

  get isDone() {
    return this.step >= this.last;
  }

  get at() {
    return this.step;
  }

  async go({ step = this.step }) {
    const wanted = Math.min(step, this.last);
    const told = this.told[wanted] ??= await this.asked("deduction", { step: wanted }, { key: "deduction" });
    this.step = wanted;
    this.last = told.count;
    return told;
  }
}

/** Return the place of the deductions on a board; `back()` shows the game again. */
export function makeReplay(asked, board, back, failed) {
  const rule = make("b", {}), sentence = make("p", {}), line = make("p", { class: "note" });
  const walker = new Walker({ wants: () => null, draw, failed });
  const controls = makeControls(walker);
  const leave = button("Back to the game", () => back(), { key: "Escape" });
  const element = section("How it is solved", { class: "card replay", hidden: true }, controls.element,
    make("div", { role: "status" }, make("p", {}, rule), sentence, line), make("div", { class: "row" }, leave));

  function draw(told) {
    controls.update();
    if (element.hidden) return;
    board.hold(STILL);
    board.show(told.picture);
    board.hint(told.cells ?? [], told.where ?? []);
    write(rule, told.rule ?? counted(told.count, "deduction"));
    write(sentence, told.sentence ?? "");
    write(line, told.line ?? "");
  }
  return {
    element,
    get isOpen() {
      return !element.hidden;
    },
    async open() {
      walker.take(new Course(asked));
      element.hidden = false;
      await walker.show();
    },
    close() {
      element.hidden = true;
      walker.take(null);
    },
    key: event => event.key === "Escape" ? (back(), true) : controls.key(event),
  };
}
