// Why two searches differ: the first steps at which they expand different states.

import { LETTERS, letterOf } from "./configurations.js";
import { field, make, put, select } from "../parts/dom.js";
import { actionOf, count, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";

/** Return the part that says why; it asks when it is opened, and after each halt while it is open. */
export function makeWhy(app, lanes, failed) {
  const text = make("p", {});
  const choosers = make("div", { class: "fields" });
  const states = make("div", { class: "differences" });
  let pair = [0, 1];
  const toggle = () => element.open && load().catch(failed);
  const element = make("details", { class: "card why", on: { toggle } },
    make("summary", {}, make("h2", {}, "Why do they differ?")), choosers, text, states);

  async function load() {
    const known = lanes();
    pair = pair.map((number, at) => (number < known.length ? number : at));
    showChoosers(known.length);
    if (!pair.every(number => known[number]?.position)) return;
    const told = await app.ask("differences", { lanes: pair }, { key: "differences" });
    put(text, told.text);
    put(states, told.states.map(one => drawState(one, pair)));
  }

  function showChoosers(many) {
    choosers.hidden = many < 3;
    const choices = Array.from({ length: many }, (_, number) => [String(number), LETTERS[number]]);
    const pick = at => value => {
      pair[at] = Number(value);
      if (pair[0] === pair[1]) pair[1 - at] = (pair[at] + 1) % many;
      load().catch(failed);
    };
    put(choosers, pair.map((number, at) => field(at ? "and" : "between", select(choices, String(number), pick(at)))));
  }
  return { element, refresh: () => (element.open ? load() : undefined) };
}

function drawState({ step, lanes, pictures }, pair) {
  const sides = pair.map((number, at) => {
    const node = lanes[at];
    if (!node) return make("figure", {}, make("figcaption", {}, letterOf(number), "has ended"));
    const place = makePicture({ name: `what ${LETTERS[number]} expands`, withText: false });
    place.show(pictures[at]);
    return make("figure", {}, make("figcaption", {}, letterOf(number), make("b", {}, actionOf(node)), ` ${sum(node)}`), place.element);
  });
  return make("section", { class: "difference" }, make("h3", {}, `Step ${count(step + 1)}`), make("div", { class: "pair" }, sides));
}
