// Choose: what is searched, and how.

import { makeBoardForm } from "./board_form.js";
import { makeSearchForm } from "./search_form.js";
import { button, keepFocus, make, put, section, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { makePicture } from "../parts/picture.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";
import { makeRules } from "../parts/rules.js";

const MOST_ID = 2000; // characters of an id that are shown

/** Return the view where problem, algorithm and heuristic are chosen. */
export function makeChoose(app) {
  const place = makePicture({ name: "the board that is chosen" });
  const advice = make("div", { class: "card advice", hidden: true });
  const id = make("code", { class: "board-id" });
  const faults = makeFaults();

  const change = (changes, where = faults) => app.run(async () => {
    try {
      await app.attempt(changes);
      faults.clear();
      where.clear();
    } catch (error) {
      if (isNeedless(error)) return;
      where.show(error);
    }
    refresh();
  });
  const boardForm = makeBoardForm(app, change);
  const rules = makeRules(app, "choose");
  const searchForm = makeSearchForm(app, change, { isFolded: true });

  function refresh() {
    place.show(app.board.picture);
    write(id, app.board.id.length > MOST_ID ? `${app.board.id.slice(0, MOST_ID)}… ${count(app.board.id.length)} characters` : app.board.id);
    showAdvice(advice, app, change);
    rules.refresh();
    keepFocus(form, () => {
      boardForm.refresh();
      searchForm.refresh();
    });
  }

  const open = ([file]) => file && app.run(() => app.openTrace(file).catch(error => faults.show(error)));
  const picker = make("input", { type: "file", accept: ".yaml,.yml,.json", hidden: true, on: { change: () => {
    open(picker.files);
    picker.value = ""; // so that the same file can be opened again
  } } });
  const traces = section("A search of another program", { class: "card" },
    make("p", { class: "note" }, "A search trace for the Posthoc visualiser, YAML or JSON, is watched like a search: choose its file, or drop it here."),
    make("div", { class: "row" }, button("Open a trace", () => picker.click()), picker));
  const go = make("div", { class: "go" },
    button("Watch the search", () => app.show("watch"), { kind: "primary" }),
    button("Play it yourself", () => app.show("play")),
    button("Compare searches", () => app.show("compare")));
  const form = make("div", { class: "forms" }, boardForm.element, searchForm.element, traces, rules.element);
  const shown = make("div", { class: "chosen" }, make("div", { class: "tray" }, faults.element), searchForm.offer, place.element, id, advice, go);
  return {
    element: make("div", { class: "view choose", on: { dragover: event => event.preventDefault(), drop: event => {
      event.preventDefault();
      open(event.dataTransfer.files);
    } } }, shown, form),
    edit: searchForm.edit,
    async show() {
      try {
        await app.load();
        refresh();
      } catch (error) {
        if (!app.facts) throw error;
        faults.show(error);
        boardForm.refresh();
      }
    },
    hide() {},
    key: () => false,
    download: () => ({ picture: place.picture }),
  };
}

/** Say why a board shows no search, next to a button that chooses settings that show a search. */
export function showAdvice(element, app, change) {
  const advice = app.board?.advice;
  element.hidden = !advice;
  if (!advice) return;
  const changes = {};
  const said = [];
  if (advice.settings) {
    changes.settings = { ...app.choice.settings, ...advice.settings };
    said.push(...Object.entries(advice.settings).map(([name, value]) => `${name} ${value}`));
  }
  const search = { ...app.choice.searches?.[0] };
  for (const name of ["algorithm", "heuristic"]) {
    if (!advice[name]) continue;
    search[name] = advice[name];
    said.push(`${name} ${advice[name]}`);
  }
  if (advice.algorithm || advice.heuristic) changes.searches = [search];
  const apply = said.length ? button(`Use ${said.join(", ")}`, () => change(changes)) : null;
  put(element, make("p", {}, advice.why), apply);
}
