// The guide: a step of a lesson, above the view that it is about.

import { addressOf } from "./learn.js";
import { button, make, put } from "../parts/dom.js";
import { blocksOf, marked } from "../parts/rules.js";

/** Return the guide; `refresh()` shows the step that is chosen, and hides itself without a lesson. */
export function makeGuide(app) {
  const element = make("section", { class: "guide", "aria-label": "Lesson", hidden: true });
  let shown = "";

  async function refresh() {
    const { lesson: name, part, view } = app.choice;
    const wanted = name && view !== "learn" ? `${part} ${name}` : "";
    if (wanted === shown) return;
    const isOn = shown !== "" && element.contains(document.activeElement);
    shown = wanted;
    const lesson = wanted ? (await app.lessons()).find(one => one.name === name) : null;
    if (wanted !== shown) return; // a newer step was requested
    if (wanted && !lesson) throw new Error(`there is no lesson '${name}' here: choose a lesson under Learn`);
    element.hidden = !lesson;
    put(element, lesson ? content(lesson, Math.min(part, lesson.steps.length)) : []);
    if (!lesson) return;
    scrollTo(0, 0);
    if (isOn) element.querySelector("h2")?.focus();
  }

  function content(lesson, part) {
    const step = lesson.steps[part - 1];
    const to = (text, place, kind = "") => (place < 1 || place > lesson.steps.length ? null
      : make("a", { class: `button ${kind}`.trim(), href: addressOf(lesson, place), "aria-keyshortcuts": place < part ? "b" : "n" }, text));
    const [, code] = step.text.match(/^```python\n([^]*?)^```$/m) ?? [];
    const hasPython = /&view=(watch|compare)\b/.test(step.address);
    const leave = () => {
      app.choose({ lesson: undefined, part: undefined }, { push: true });
      app.show("learn");
    };
    return make("div", { class: "guide-inner" },
      make("div", { class: "guide-words" },
        make("p", { class: "note" }, `${lesson.title} · step\u00a0${part}\u00a0of\u00a0${lesson.steps.length}`),
        make("h2", { tabindex: "-1" }, step.title), blocksOf(step.text),
        make("p", { class: "task" }, marked(step.task))),
      make("div", { class: "row" }, code ? button("Copy it to the editor", () => app.bring(code)) : null, hasPython ? button("In Python", () => app.showPython(), { kind: "quiet", title: "The same searches as lines of Python" }) : null,
        to("Back", part - 1), to("Next", part + 1, "primary"),
        button(part === lesson.steps.length ? "Finish" : "Leave", leave, { kind: part === lesson.steps.length ? "primary" : "quiet" })));
  }
  /** Go to the next step of the lesson by N, to the previous step by B; return whether the key did this. */
  function key(event) {
    const pressed = event.key.toLowerCase();
    /** @type {HTMLElement | null} */
    const link = pressed === "n" || pressed === "b" ? element.querySelector(`a[aria-keyshortcuts=${pressed}]`) : null;
    link?.click();
    return link !== null;
  }
  return { element, refresh, key };
}
