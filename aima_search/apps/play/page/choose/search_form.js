// The search: algorithm, its options, heuristic and tie-break, each with what is known of it, and the reader's own heuristic.

import { makeEditor } from "./editor.js";
import { makeOptions } from "./options.js";
import { field, make, put, section, select, write } from "../parts/dom.js";

/**
 * Return the form of a search, by default of the first; it is the same wherever searches are chosen, watched, compared.
 *
 * One that is folded says what is chosen, and unfolds if a value is refused.
 */
export function makeSearchForm(app, change, { at = () => 0, isFolded = false } = {}) {
  const algorithm = make("div", {});
  const facts = make("p", { class: "note" });
  const choose = changes => change({ searches: app.choice.searches.map((search, index) => (index === at() ? { ...search, ...changes } : search)) });
  const options = makeOptions(app, given => choose({ options: given }));
  const heuristic = makeHeuristics(app, name => choose({ heuristic: name }));
  const editor = makeEditor(app, name => choose({ heuristic: name }));
  const ties = make("div", {});
  const title = make("span", { class: "note" });
  const parts = [algorithm, facts, options.element, heuristic.element, ties];
  const search = isFolded ? make("details", { class: "card" }, make("summary", {}, make("h2", {}, "Search"), " ", title), parts)
    : section("Search", { class: "card" }, parts);
  const element = make("div", { class: "forms" }, search, editor.element);

  const refresh = () => {
    const search = app.choice.searches[at()];
    const chosen = app.algorithm(search.algorithm);
    const names = app.board.algorithms.includes(chosen.name) ? app.board.algorithms : [chosen.name, ...app.board.algorithms];
    put(algorithm, field("Algorithm", select(names, chosen.name, value => choose(app.withAlgorithm(search, value)))));
    write(title, app.title(search));
    write(facts, describe(chosen));
    options.refresh(search);
    heuristic.element.hidden = !chosen.informed;
    heuristic.refresh(search.heuristic);
    ties.hidden = !chosen.best_first;
    put(ties, field("Ties", select(app.catalog.tie_breaks, search.ties, value => choose({ ties: value })),
      "which of the equals leaves the frontier first"));
    editor.refresh();
  };
  return { element, refresh, offer: editor.offer, edit: editor.show };
}

function describe(algorithm) {
  const facts = [algorithm.summary];
  if (algorithm.optimal === true) facts.push("optimal");
  else if (typeof algorithm.optimal === "string" && algorithm.optimal) facts.push(`optimal: ${algorithm.optimal}`);
  if (algorithm.complete) facts.push("complete");
  return facts.filter(Boolean).join(" · ");
}

/** The heuristic: an expression, above the names it can use. */
function makeHeuristics(app, choose) {
  const input = make("input", { type: "text", spellcheck: "false", autocapitalize: "off" });
  const list = make("ul", { class: "options", tabindex: "0", "aria-label": "Heuristics of this puzzle" });
  let shown = null, chosen = null;
  const pick = heuristic => heuristic && heuristic !== chosen && choose(heuristic);
  input.addEventListener("change", () => pick(input.value.trim()));
  const element = make("div", {},
    field("Heuristic", input, "a name, or an expression: max(a, b), a + 2 * b, mine.py:h"), list);
  return {
    element,
    refresh(heuristic) {
      chosen = heuristic;
      if (document.activeElement !== input) input.value = chosen;
      if (shown !== app.facts.name) {
        shown = app.facts.name;
        put(list, app.facts.heuristics.map(one => option(one, pick)));
      }
      for (const item of list.children) mark(item.firstChild, item.dataset.name === chosen, list);
    },
  };
}

function option(one, pick) {
  const choose = make("button", { type: "button", class: "option", title: one.source || null, on: { click: () => pick(one.name) } },
    make("b", {}, one.name), make("span", { class: "facts" }, facts(one)), make("span", { class: "summary" }, one.summary));
  return make("li", { "data-name": one.name }, choose);
}

/** Show which row is chosen; bring it into sight without moving the page. */
function mark(item, isChosen, list) {
  if (item.getAttribute("aria-pressed") === String(isChosen)) return;
  item.setAttribute("aria-pressed", String(isChosen));
  if (!isChosen) return;
  const above = item.offsetTop, below = above + item.offsetHeight;
  if (above < list.scrollTop || below > list.scrollTop + list.clientHeight) list.scrollTop = above - 8;
}

function facts({ admissible, consistent }) {
  const told = (value, word) => (value === true ? word : value === false ? `not ${word}` : `${word}?`);
  if (admissible === consistent && admissible === true) return "admissible, consistent";
  return `${told(admissible, "admissible")}, ${told(consistent, "consistent")}`;
}
