// Learn: the first screen, and the lessons.

import { First } from "./first.js";
import { button, make, put, section } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { marked } from "../parts/rules.js";

/** Return the first screen, above the lessons. */
export function makeLearn(app) {
  const list = make("div", { class: "lessons" });
  const faults = makeFaults();
  const first = new First(app, error => faults.show(error));
  const others = make("div", { class: "go" },
    button("Choose a puzzle", () => app.show("choose")), button("Play", () => app.show("play")));
  return {
    element: make("div", { class: "view learn" },
      make("p", { class: "welcome" }, "Solve puzzles yourself, watch searches solve them, and see which heuristic is better, and why."),
      make("div", { class: "tray" }, faults.element), first.element,
      list, make("p", { class: "note" }, "Or start without a lesson:"), others),
    async show() {
      const known = await app.lessons();
      put(list, known.map(card));
      first.show();
    },
    hide: () => first.hide(),
    drop: () => first.drop(),
    key: () => false,
    download: () => ({}),
  };
}

function card(lesson, at) {
  const link = make("a", { class: `button ${at ? "" : "primary"}`.trim(), href: addressOf(lesson, 1) }, "Begin the lesson");
  return section(lesson.title, { class: "card lesson-card" }, make("p", {}, marked(lesson.summary)), link);
}

/** Return the address of a step of a lesson, counted from 1. */
export function addressOf(lesson, part) {
  return `${lesson.steps[part - 1].address}&lesson=${encodeURIComponent(lesson.name)}&part=${part}`;
}
