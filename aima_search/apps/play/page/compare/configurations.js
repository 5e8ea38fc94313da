// The two to four searches that are compared.

import { makeSearchForm } from "../choose/search_form.js";
import { usesOwnCode } from "../configuration.js";
import { button, keepFocus, make, put, section } from "../parts/dom.js";

const LEAST = 2, MOST = 4;
export const LETTERS = ["A", "B", "C", "D"];

/** The list of the searches, and the panel that changes one of them; `resized()` draws the searches again. */
export class Configurations {
  /**
   * @param {import("../app.js").App} app
   * @param {(changesOf: ChangesOf) => unknown} change
   * @param {() => unknown} resized
   */
  constructor(app, change, resized) {
    this.app = app;
    this.change = change;
    this.resized = resized;
    /** @type {number | null} the id of the search in the panel */
    this.inPanel = null;
    this.rows = make("div", { class: "configurations" });
    this.title = make("h2", {});
    this.form = makeSearchForm(app, change, { at: () => Math.max(this.at, 0) });
    this.panel = make("aside", { class: "panel", "aria-label": "Settings of one search", hidden: true },
      make("div", { class: "row" }, this.title, button("Close", () => this.open(null), { kind: "quiet", name: "Close the settings", isNow: true })),
      this.form.element);
    this.add = button("Add a search", () => this.addOne(), { isNow: true });
    this.element = section("Searches", { class: "card searches" }, make("div", { class: "row" }, this.rows, this.add));
  }

  /** The index of the search that the panel shows, or -1. */
  get at() {
    return this.app.choice.searches.findIndex(search => search.id === this.inPanel);
  }

  /** Add a second search if there is only one: greedy search with the same h, if it applies. */
  complete() {
    const { searches, step } = this.app.choice;
    if (searches.length < LEAST) this.app.choose({ searches: [...searches, this.another()], step });
  }

  /** A new search: first greedy search with the same h, then the first search with other heuristics. */
  another() {
    const { facts, board, choice: { searches } } = this.app, [first] = searches;
    const id = this.app.newId();
    if (searches.length === 1 && first.algorithm !== "greedy" && board.algorithms.includes("greedy")) {
      return { ...this.app.withAlgorithm(first, "greedy"), id };
    }
    const taken = new Set(searches.map(search => search.heuristic));
    const other = facts.heuristics.find(one => !taken.has(one.name) && one.name !== "perfect");
    return { ...first, heuristic: other?.name ?? first.heuristic, id };
  }

  addOne() {
    this.change(choice => {
      if (choice.searches.length >= MOST) return {};
      const added = this.another();
      this.inPanel = added.id;
      return { searches: [...choice.searches, added] };
    });
    this.resized();
  }

  remove(id) {
    this.change(choice => {
      if (choice.searches.length <= LEAST) return {};
      if (this.inPanel === id) this.inPanel = null;
      return { searches: choice.searches.filter(search => search.id !== id) };
    });
  }

  open(id) {
    this.inPanel = id;
    this.refresh();
    this.resized();
  }

  row(search, index, { length }) {
    const isOpen = search.id === this.inPanel, letter = LETTERS[index];
    const choose = button("", () => this.open(isOpen ? null : search.id), { title: "Change this search", isNow: true });
    choose.setAttribute("aria-expanded", String(isOpen));
    choose.append(letterOf(index), ` ${this.app.title(search)}`);
    const gone = button("✕", () => this.remove(search.id), { name: `Remove ${letter}`, kind: "quiet icon", isNow: true });
    gone.disabled = length <= LEAST;
    return make("span", { class: "configuration", role: "group", "aria-label": `Search ${letter}` }, choose, gone);
  }

  refresh() {
    if (!this.app.isLoaded) return; // the view refreshes it later
    const { searches } = this.app.choice, { at } = this;
    keepFocus(this.rows, () => put(this.rows, searches.map((...one) => this.row(...one))));
    this.add.hidden = searches.length >= MOST;
    this.panel.hidden = at < 0;
    if (at < 0) return;
    put(this.title, letterOf(at), "Search settings");
    keepFocus(this.panel, this.form.refresh);
  }

  edit(line) {
    const { searches } = this.app.choice;
    this.open((searches.find(usesOwnCode) ?? searches[0]).id);
    this.form.edit(line);
  }
}

/** Return the letter of a search, in its colour. */
export function letterOf(index) {
  return make("span", { class: `letter letter-${index}` }, LETTERS[index]);
}
