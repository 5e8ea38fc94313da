// Choose: the problem and the search.

import { makeBoardForm } from "./board_form.js";
import { makeSearchForm } from "./search_form.js";
import { button, keepFocus, make, put, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { makePicture } from "../parts/picture.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";
import { makeRules } from "../parts/rules.js";

const MOST_ID = 2000; // characters of an id that are shown

/** The view where problem, algorithm and heuristic are chosen. */
export class Choose {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.place = makePicture({ name: "the chosen board" });
    this.advice = make("div", { class: "card advice", hidden: true });
    this.id = make("code", { class: "board-id" });
    this.faults = makeFaults();
    const change = (changesOf, where = this.faults) => this.change(changesOf, where);
    this.boardForm = makeBoardForm(app, change);
    this.rules = makeRules(app, "choose");
    this.searchForm = makeSearchForm(app, change, { isFolded: true });
    this.form = make("div", { class: "forms" }, this.boardForm.element, this.searchForm.element, this.rules.element);
    const go = make("div", { class: "go" },
      button("Watch the search", () => app.show("watch"), { kind: "primary" }),
      button("Play it yourself", () => app.show("play")),
      button("Compare searches", () => app.show("compare")));
    const shown = make("div", { class: "chosen" }, make("div", { class: "tray" }, this.faults.element), this.searchForm.offer, this.place.element, this.id, this.advice, go);
    this.element = make("div", { class: "view choose" }, shown, this.form);
  }

  /** Choose something after earlier actions; a refused choice changes nothing, and its error is shown in `where`. */
  change(changesOf, where) {
    return this.app.run(async () => {
      try {
        await this.app.attempt(changesOf);
        this.faults.clear();
        where.clear();
      } catch (error) {
        if (isNeedless(error)) return;
        where.show(error);
      }
      this.refresh();
    });
  }

  refresh() {
    const { app } = this;
    if (!app.isLoaded) return; // another address was opened meanwhile
    const { id } = app.board;
    this.place.show(app.board.picture);
    write(this.id, id.length > MOST_ID ? `${id.slice(0, MOST_ID)}… ${count(id.length)} characters` : id);
    showAdvice(this.advice, app, changesOf => this.change(changesOf, this.faults));
    this.rules.refresh();
    keepFocus(this.form, () => {
      this.boardForm.refresh();
      this.searchForm.refresh();
    });
  }

  edit(line) {
    this.searchForm.edit(line);
  }

  async show() {
    try {
      await this.app.load();
      this.refresh();
    } catch (error) {
      if (!this.app.facts) throw error;
      this.faults.show(error);
      this.boardForm.refresh();
    }
  }

  hide() {}

  key() {
    return false;
  }

  download() {
    return { picture: this.place.picture };
  }
}

/** Show why a search on this board has no steps, with a button that chooses better settings. */
export function showAdvice(element, app, change) {
  const advice = app.board?.advice;
  element.hidden = !advice;
  if (!advice) return;
  const settings = Object.entries(advice.settings ?? {});
  const words = settings.map(([name, value]) => `${name} ${value}`).join(", ");
  const use = () => change(choice => ({ settings: { ...choice.settings, ...advice.settings } }));
  put(element, make("p", {}, advice.why), settings.length ? button(`Use ${words}`, use) : null);
}
