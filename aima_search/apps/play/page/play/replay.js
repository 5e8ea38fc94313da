// How a person would solve the board: its deductions, shown step by step like a search.

import { STILL } from "./board.js";
import { button, make, section, write } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";
import { Controls } from "../watch/controls.js";
import { Walker } from "../watch/walker.js";

/** The deductions as a sequence of steps; each step is requested once. */
class Course {
  constructor(asked) {
    this.asked = asked;
    /** @type {any[]} the answers by step */
    this.answers = [];
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
    const answer = this.answers[wanted] ??= await this.asked("deduction", { step: wanted }, { key: "deduction" });
    this.step = wanted;
    this.last = answer.count;
    return answer;
  }
}

/** Return the element that shows the deductions on a board; `back()` returns to the game. */
export function makeReplay(asked, board, back, failed) {
  const rule = make("b", {}), sentence = make("p", {}), line = make("p", { class: "note" });
  const walker = new Walker({ wants: () => null, draw, failed });
  const controls = new Controls(walker);
  const leave = button("Back to the game", () => back(), { key: "Escape" });
  const element = section("How it is solved", { class: "card replay", hidden: true }, controls.element,
    make("div", { role: "status" }, make("p", {}, rule), sentence, line), make("div", { class: "row" }, leave));

  function draw(answer) {
    controls.update();
    if (element.hidden) return;
    board.hold(STILL);
    board.show(answer.picture);
    board.hint(answer.cells ?? [], answer.where ?? []);
    write(rule, answer.rule ?? counted(answer.count, "deduction"));
    write(sentence, answer.sentence ?? "");
    write(line, answer.line ?? "");
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
