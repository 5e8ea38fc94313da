// The form of a search: algorithm, options, heuristic and tie-break, each with its properties, and the reader's heuristic.

import { Editor } from "./editor.js";
import { makeOptions } from "./options.js";
import { field, isFocused, make, put, section, select, setChoices, write } from "../parts/dom.js";

/**
 * Return the form of a search, by default of the first. Choose, Watch and Compare use the same form.
 *
 * A folded form shows what is chosen, and unfolds if a value is refused. `change(changesOf)` takes a function of the
 * newest choice, which finds the search by its id.
 *
 * @param {import("../app.js").App} app
 * @param {(changesOf: ChangesOf) => unknown} change
 * @param {{at?: () => number, isFolded?: boolean}} options
 */
export function makeSearchForm(app, change, { at = () => 0, isFolded = false } = {}) {
  /** @type {number | undefined} the id of the search that the form shows */
  let shown;
  /** Change the shown search by a function, which gets its newest version. */
  const choose = update => {
    const id = shown;
    change(choice => ({ searches: choice.searches.map(search => (search.id === id ? update(search) : search)) }));
  };
  const algorithm = select(name => choose(search => app.withAlgorithm(search, name)));
  const known = make("p", { class: "note" });
  const options = makeOptions(app, (name, value) => choose(search => withOption(search, name, value)));
  const use = heuristic => choose(search => ({ ...search, heuristic }));
  const heuristic = makeHeuristics(app, use);
  const editor = new Editor(app, use);
  const ties = select(name => choose(search => ({ ...search, ties: name })));
  const tiesField = field("Ties", ties, "which of several nodes with the same f leaves the frontier first");
  const title = make("span", { class: "note" });
  const parts = [field("Algorithm", algorithm), known, options.element, heuristic.element, tiesField];
  const form = isFolded ? make("details", { class: "card" }, make("summary", {}, make("h2", {}, "Search"), " ", title), parts)
    : section("Search", { class: "card" }, parts);

  const refresh = () => {
    const search = app.choice.searches[at()];
    if (search.id === shown && app.acts.waiting.length) return; // newer choices are being applied
    shown = search.id;
    const chosen = app.algorithm(search.algorithm);
    const names = app.board.algorithms;
    setChoices(algorithm, names.includes(chosen.name) ? names : [chosen.name, ...names], chosen.name);
    write(title, app.title(search));
    write(known, describe(chosen));
    options.refresh(search);
    heuristic.element.hidden = !chosen.informed;
    heuristic.refresh(search.heuristic);
    tiesField.hidden = !chosen.best_first;
    setChoices(ties, app.catalog.tie_breaks, search.ties);
    editor.refresh();
  };
  return { element: make("div", { class: "forms" }, form, editor.element), refresh, offer: editor.offer, edit: line => editor.show(line) };
}

/** Return a search with another value of an option, without the option if there is no value. */
function withOption(search, name, value) {
  const { [name]: _, ...others } = search.options ?? {};
  return { ...search, options: value ? { ...others, [name]: value } : others };
}

function describe(algorithm) {
  const known = [algorithm.summary];
  if (algorithm.optimal === true) known.push("optimal");
  else if (typeof algorithm.optimal === "string" && algorithm.optimal) known.push(`optimal: ${algorithm.optimal}`);
  if (algorithm.complete) known.push("complete");
  return known.filter(Boolean).join(" · ");
}

/** The heuristic: an expression, above the names it can use. */
function makeHeuristics(app, choose) {
  const input = make("input", { type: "text", spellcheck: "false", autocapitalize: "off" });
  /** @type {HTMLElement} */
  const list = make("ul", { class: "options", tabindex: "0", "aria-label": "Heuristics of this puzzle" });
  let shown = "", chosen = "";
  const pick = name => name && (name !== chosen || app.acts.waiting.length) && choose(name);
  input.addEventListener("change", () => pick(input.value.trim()));
  const element = make("div", {},
    field("Heuristic", input, "a name, or an expression: max(a, b), a + 2 * b, mine.py:h"), list);
  return {
    element,
    refresh(heuristic) {
      chosen = heuristic;
      if (!isFocused(input)) input.value = chosen;
      if (shown !== app.facts.name) {
        shown = app.facts.name;
        put(list, app.facts.heuristics.map(one => option(one, pick)));
      }
      for (const item of list.children) mark(item.firstChild, item.getAttribute("data-name") === chosen, list);
    },
  };
}

function option(one, pick) {
  const choose = make("button", { type: "button", class: "option", "data-now": "", title: one.source || null, on: { click: () => pick(one.name) } },
    make("b", {}, one.name), make("span", { class: "facts" }, proved(one)), make("span", { class: "summary" }, one.summary));
  return make("li", { "data-name": one.name }, choose);
}

/** Show which row is chosen; make it visible without scrolling the page. */
function mark(item, isChosen, list) {
  if (item.getAttribute("aria-pressed") === String(isChosen)) return;
  item.setAttribute("aria-pressed", String(isChosen));
  if (!isChosen) return;
  const above = item.offsetTop, below = above + item.offsetHeight;
  if (above < list.scrollTop || below > list.scrollTop + list.clientHeight) list.scrollTop = above - 8;
}

function proved({ admissible, consistent }) {
  const fact = (value, word) => (value === true ? word : value === false ? `not ${word}` : `${word}?`);
  if (admissible === consistent && admissible === true) return "admissible, consistent";
  return `${fact(admissible, "admissible")}, ${fact(consistent, "consistent")}`;
}
