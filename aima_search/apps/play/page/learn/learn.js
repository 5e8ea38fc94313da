// Learn: the lessons that there are, and the way past them.

import { button, make, put, section } from "../parts/dom.js";
import { marked } from "../parts/rules.js";

/** Return the view that lists the lessons. */
export function makeLearn(app) {
  const list = make("div", { class: "lessons" });
  const ways = make("div", { class: "go" },
    button("Choose a puzzle", () => app.show("choose")), button("Play", () => app.show("play")));
  return {
    element: make("div", { class: "view learn" },
      make("p", { class: "welcome" }, "Solve puzzles yourself, watch searches solve them, and see which heuristic is better, and why."),
      list, make("p", { class: "note" }, "Or go your own way:"), ways),
    async show() {
      const known = await app.lessons();
      put(list, known.map(card));
    },
    hide() {},
    key: () => false,
    download: () => ({}),
  };
}

function card(lesson, at) {
  const link = make("a", { class: `button ${at ? "" : "primary"}`.trim(), href: addressOf(lesson, 1) }, "Begin the lesson");
  return section(lesson.title, { class: "card lesson-card" }, make("p", {}, marked(lesson.summary)),
    make("ol", {}, lesson.steps.map((step, place) => make("li", {}, make("a", { href: addressOf(lesson, place + 1) }, step.title)))), link);
}

/** Return the address of a step of a lesson, counted from 1. */
export function addressOf(lesson, part) {
  return `${lesson.steps[part - 1].address}&lesson=${encodeURIComponent(lesson.name)}&part=${part}`;
}
