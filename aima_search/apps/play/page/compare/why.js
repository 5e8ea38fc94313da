// Why two searches differ: the first steps at which they expand different states.

import { LETTERS, letterOf } from "./configurations.js";
import { field, make, put, select, setChoices } from "../parts/dom.js";
import { actionOf, count, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";

/** Return the card; `changed()` is called when it is opened, or when other searches are chosen. */
export function makeWhy(changed) {
  const text = make("p", {});
  const choosers = make("div", { class: "fields" });
  const states = make("div", { class: "differences" });
  let pair = [0, 1];
  const element = make("details", { class: "card why", on: { toggle: () => element.open && changed() } },
    make("summary", {}, make("h2", {}, "Why do they differ?")), choosers, text, states);

  function showChoosers(numbers) {
    choosers.hidden = numbers.length < 3;
    const choices = numbers.map(number => [String(number), LETTERS[number]]);
    const pick = at => value => {
      pair[at] = Number(value);
      if (pair[0] === pair[1]) pair[1 - at] = numbers.find(number => number !== pair[at]);
      changed();
    };
    put(choosers, pair.map((number, at) => field(at ? "and" : "between", setChoices(select(pick(at)), choices, String(number)))));
  }
  return {
    element,
    clear: () => [text, states].forEach(one => put(one)),
    /** The part to request about some searches, if the card is open. */
    wants(searches) {
      const numbers = searches.map(search => search.number);
      if (!element.open || numbers.length < 2) return {};
      if (!pair.every(number => numbers.includes(number))) pair = numbers.slice(0, 2);
      showChoosers(numbers);
      return { differences: { searches: pair } };
    },
    show(data) {
      put(text, data.text);
      put(states, data.states.map(one => drawState(one, pair)));
    },
  };
}

function drawState({ step, searches, pictures }, pair) {
  const sides = pair.map((number, at) => {
    const node = searches[at];
    if (!node) return make("figure", {}, make("figcaption", {}, letterOf(number), "has ended"));
    const place = makePicture({ name: `what ${LETTERS[number]} expands`, withText: false });
    place.show(pictures[at]);
    return make("figure", {}, make("figcaption", {}, letterOf(number), make("b", {}, actionOf(node)), ` ${sum(node)}`), place.element);
  });
  return make("section", { class: "difference" }, make("h3", {}, `Step ${count(step + 1)}`), make("div", { class: "pair" }, sides));
}
