// What is compared: two to four searches of one board.

import { makeSearchForm } from "../choose/search_form.js";
import { button, keepFocus, make, put, section } from "../parts/dom.js";

export const LEAST = 2, MOST = 4;
export const LETTERS = ["A", "B", "C", "D"];

/** Return the list of the searches, and the panel that changes one of them; `change(searches)` chooses them, `resized()` draws them anew. */
export function makeConfigurations(app, change, resized) {
  const rows = make("div", { class: "configurations" });
  const title = make("h2", {});
  let at = null; // the search in the panel
  const form = makeSearchForm(app, ({ searches }) => change(searches), { at: () => at ?? 0 });
  const panel = make("aside", { class: "panel", "aria-label": "Search settings", hidden: true },
    make("div", { class: "row" }, title, button("Close", () => open(null), { kind: "quiet", name: "Close the settings" })), form.element);
  const add = button("Add a search", () => {
    open(app.choice.searches.length);
    change([...app.choice.searches, another(app)]);
  });
  const element = section("Searches", { class: "card searches" }, make("div", { class: "row" }, rows, add));

  function open(index) {
    at = index;
    if (index < app.choice.searches.length) refresh(); // null too
    resized();
  }

  function remove(index) {
    at = null;
    change(app.choice.searches.filter((_, one) => one !== index));
  }

  function row(search, index, { length }) {
    const isOpen = index === at, letter = LETTERS[index];
    const choose = button("", () => open(isOpen ? null : index), { title: "Change this search" });
    choose.setAttribute("aria-expanded", String(isOpen));
    choose.append(letterOf(index), ` ${app.title(search)}`);
    const gone = button("✕", () => remove(index), { name: `Remove ${letter}`, kind: "quiet icon" });
    gone.disabled = length <= LEAST;
    return make("span", { class: "configuration", role: "group", "aria-label": `Search ${letter}` }, choose, gone);
  }

  function refresh() {
    const { searches } = app.choice;
    if (at >= searches.length) at = null;
    keepFocus(rows, () => put(rows, searches.map(row)));
    add.hidden = searches.length >= MOST;
    panel.hidden = at === null;
    if (at === null) return;
    put(title, letterOf(at), "Search settings");
    keepFocus(panel, form.refresh);
  }
  return {
    element,
    panel,
    refresh,
    edit(line) {
      const own = app.choice.searches.findIndex(search => search.heuristic?.includes("mine.py:"));
      open(Math.max(own, 0));
      form.edit(line);
    },
  };
}

/** A new configuration: the first configuration with a heuristic that no configuration has yet. */
export function another(app) {
  const { searches } = app.choice;
  const taken = new Set(searches.map(search => search.heuristic));
  const other = app.facts.heuristics.find(one => !taken.has(one.name) && one.name !== "perfect");
  return { ...searches[0], heuristic: other?.name ?? searches[0].heuristic };
}

/** Return the letter of a search, in its colour. */
export function letterOf(index) {
  return make("span", { class: `letter letter-${index}` }, LETTERS[index]);
}
