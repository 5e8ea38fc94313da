// A test of the reader's own heuristic on this board: its values, and whether it is admissible.

import { draw, make, put, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { isNeedless } from "../parts/queue.js";

const WIDTH = 320, HEIGHT = 110, LEFT = 28, EDGE = 10;

/** Return the place where a draft is tested: `attempt(name)`, `judge(name)`, `clear()`. */
export function makeDraft(app, edit) {
  const faults = makeFaults(edit);
  const output = make("div", { role: "status" });
  const element = make("div", { class: "draft" }, faults.element, output);
  let turn = 0;

  const request = name => ({ ...app.problem(), heuristic: `mine.py:${name}`, source: app.own.source });

  /** Do work that shows its results as they come, until newer work begins. */
  async function asking(work) {
    turn += 1;
    const mine = turn;
    faults.clear();
    put(output, make("p", { class: "note" }, "Running …"));
    try {
      await work(() => mine === turn);
    } catch (error) {
      if (mine !== turn) return;
      put(output, isNeedless(error) ? make("p", { class: "note" }, "Stopped.") : null);
      faults.show(error);
    }
  }

  return {
    element,
    clear() {
      turn += 1;
      faults.clear();
      put(output);
    },
    attempt: name => asking(async isMine => {
      for (;;) {
        const now = await app.ask("estimates", request(name), { key: "draft" });
        if (!isMine()) return;
        const start = make("p", {}, "At the start ", make("b", {}, `h = ${count(now.h)}`));
        if (now.status === "known") {
          put(output, start, ...alongThePath(now.path));
          return;
        }
        put(output, start, make("p", { class: "note" }, now.status === "searching" ? "searching for an optimal path …" : `h* is not known: ${now.why}`));
        if (now.status !== "searching") return;
      }
    }),
    judge: name => asking(async isMine => {
      const verdict = await app.ask("verdict", request(name), { key: "draft" });
      if (isMine()) put(output, sentences(verdict), Object.entries(verdict.counterexamples).map(([property, one]) => example(property, one)));
    }),
  };
}

function alongThePath(path) {
  const above = path.filter(one => one.is_above).length;
  const rows = path.map((one, step) => make("tr", {}, make("td", { class: "number" }, String(step)), make("td", {}, one.action ?? "start"),
    make("td", { class: "number" }, count(one.h)), make("td", { class: "number" }, count(one.h_star)),
    make("td", {}, one.is_above ? make("span", { class: "badge alarm" }, "above h*") : "")));
  const head = ["step", "action", "h", "h*", ""].map(name => make("th", { scope: "col", class: /^(step|h)/.test(name) ? "number" : "" }, name ? make("span", {}, name) : ""));
  const table = make("table", {}, make("caption", { class: "unseen" }, "h along an optimal path"), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows));
  return [make("p", {}, above ? `Along an optimal path h is above h* at ${above} of ${path.length} states: it is not admissible.`
    : "Along an optimal path h is never above h*."), plot(path),
  make("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "h along an optimal path" }, table)];
}

/** A plot over the steps of a path: h as dots, h* as a line. */
function plot(path) {
  const known = path.flatMap(one => [one.h, one.h_star]).filter(Number.isFinite);
  const most = Math.max(...known, 1), least = Math.min(...known, 0);
  const x = step => LEFT + (step / Math.max(path.length - 1, 1)) * (WIDTH - LEFT - EDGE);
  const y = value => EDGE + ((most - value) / (most - least)) * (HEIGHT - 2 * EDGE);
  const line = path.map((one, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(one.h_star).toFixed(1)}`).join("");
  const dots = path.map((one, step) => Number.isFinite(one.h) ? draw("circle", { cx: x(step).toFixed(1), cy: y(one.h).toFixed(1), r: 3, class: one.is_above ? "above" : "" }) : null);
  return draw("svg", { class: "draft-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "h as dots, h* as a line, over the steps of an optimal path" },
    draw("path", { d: line }), dots, draw("text", { x: LEFT - 4, y: y(most) + 4 }, count(most)), draw("text", { x: LEFT - 4, y: y(least) + 4 }, count(least)));
}

function sentences({ admissible, consistent, states, complete, depends_on_path: dependsOnPath }) {
  const scope = complete ? `all ${count(states)} states of this board` : `the first ${count(states)} states`;
  const verdictOn = (value, word) => (value === false ? `It is not ${word}` : value ? `It is ${word} here` : `No counterexample to “${word}”`);
  const last = complete && dependsOnPath === false ? "" : complete ? ", but h depends on the path, so this is not a proof" : ", which is not a proof";
  return [[admissible, "admissible"], [consistent, "consistent"]].map(([value, word]) =>
    make("p", {}, make("b", {}, verdictOn(value, word)), value === false ? "." : `: checked on ${scope}${value === null ? last : ""}.`));
}

function example(property, { state, picture, h, bound, then }) {
  const place = makePicture({ name: `the counterexample: not ${property}` });
  place.show(picture);
  return make("figure", { class: "counterexample" },
    make("figcaption", {}, make("b", {}, `Not ${property}: `), `h = ${count(h)}, ${bound}${then ? `, but ${then}` : ""}`), place.element,
    make("p", {}, "node.state is ", write(make("code", {}), state)));
}
