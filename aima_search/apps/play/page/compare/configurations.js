// What is compared: two to four searches of one board.

import { makeOptions } from "../choose/options.js";
import { button, keepFocus, make, put, section, select } from "../parts/dom.js";

export const LEAST = 2, MOST = 4;
export const LETTERS = ["A", "B", "C", "D"];

/** Return the form of the searches; `change(lanes)` chooses them. */
export function makeConfigurations(app, change) {
  const rows = make("div", { class: "configurations" });
  const names = make("datalist", { id: "aima-heuristics" });
  const choose = (index, lane) => change(app.choice.lanes.map((one, at) => (at === index ? lane : one)));
  const options = LETTERS.map((_, index) =>
    makeOptions(app, given => choose(index, { ...app.choice.lanes[index], options: given }), { isBrief: true }));
  let shown = null;
  const add = button("Add a search", () => change([...app.choice.lanes, another(app)]));
  const element = section("Searches", { class: "card" }, names, rows, make("div", { class: "row" }, add));
  return {
    element,
    refresh() {
      const { lanes } = app.choice;
      put(names, app.facts.heuristics.map(one => make("option", { value: one.name })));
      const key = JSON.stringify([app.board.algorithms, lanes.map(lane => ({ ...lane, options: null }))]);
      const draw = () => put(rows, lanes.map((lane, index) => row(app, lanes, index, change, choose, options[index].element)));
      if (shown !== key) keepFocus(rows, draw);
      shown = key;
      lanes.forEach((lane, index) => options[index].refresh(lane));
      add.hidden = lanes.length >= MOST;
    },
  };
}

/** A new configuration: the first configuration with a heuristic that no configuration has yet. */
export function another(app) {
  const { lanes } = app.choice;
  const taken = new Set(lanes.map(lane => lane.heuristic));
  const other = app.facts.heuristics.find(one => !taken.has(one.name) && one.name !== "perfect");
  return { ...lanes[0], heuristic: other?.name ?? lanes[0].heuristic };
}

function row(app, lanes, index, change, choose, options) {
  const letter = LETTERS[index];
  const lane = lanes[index];
  const facts = app.algorithm(lane.algorithm);
  const pick = (name, value) => choose(index, { ...app.choice.lanes[index], [name]: value });
  const algorithms = app.board.algorithms.includes(lane.algorithm) ? app.board.algorithms : [lane.algorithm, ...app.board.algorithms];
  const heuristic = make("input", { type: "text", list: "aima-heuristics", spellcheck: "false", value: facts.informed ? lane.heuristic : "",
    placeholder: facts.informed ? null : "no heuristic", "aria-label": `Heuristic of ${letter}`, disabled: !facts.informed });
  heuristic.addEventListener("change", () => heuristic.value.trim() && pick("heuristic", heuristic.value.trim()));
  const ties = select(app.catalog.tie_breaks, lane.ties, value => pick("ties", value), { "aria-label": `Ties of ${letter}` });
  ties.disabled = !facts.best_first;
  const remove = button("✕", () => change(app.choice.lanes.filter((_, at) => at !== index)), { name: `Remove ${letter}`, kind: "quiet icon" });
  remove.disabled = lanes.length <= LEAST;
  return make("div", { class: "configuration", role: "group", "aria-label": `Search ${letter}` }, letterOf(index),
    select(algorithms, lane.algorithm, value => choose(index, app.withAlgorithm(app.choice.lanes[index], value)), { "aria-label": `Algorithm of ${letter}` }),
    heuristic, ties, remove, options);
}

/** Return the letter of a search, in its colour. */
export function letterOf(index) {
  return make("span", { class: `letter letter-${index}` }, LETTERS[index]);
}
