// f and the frontier over the steps, as curves, with the solutions and bounds of an anytime search;
// and f alone as a strip below the slider.

import { swatch } from "./frontier.js";
import { draw, make, put, section } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { layersOf } from "../parts/scale.js";

const NARROWEST = 280, WIDEST = 610; // a wider element enlarges the curves and their type
const HEIGHT = 112, LEFT = 46, RIGHT = 8, TOP = 26, BOTTOM = 20;
const NAMES = { f: "f of the expanded node", frontier: "nodes in the frontier",
  solutions: "cost of the best solution; dashed: lower bound of the optimal cost, if h is admissible" };
const POINTS = 300;

/** Return the curves of a search; a click shows its step. */
export function makeCurves(go) {
  const frame = make("div", { class: "curves" });
  const strip = draw("svg", { class: "strip", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  const legend = make("span", { class: "legend" });
  const element = section("Over the steps", { class: "card", hidden: true }, frame);

  const show = (data, search, range) => {
    element.hidden = !data.steps.length;
    if (element.hidden) return put(frame);
    showStrip(strip, data, Math.max(search.last, 1), range);
    const { least, greatest } = range;
    put(legend, ...[least, greatest].slice(least < greatest ? 0 : 1).filter(Number.isFinite)
      .map(f => make("span", {}, swatch(f, range), `f ${count(f)}`)));
    const width = Math.min(Math.max(frame.clientWidth, NARROWEST), WIDEST);
    return put(frame, panel(search, width, "f", [{ steps: data.steps, values: data.f }], go, range),
      panel(search, width, "frontier", [{ steps: data.steps, values: data.frontier }], go),
      solutionsPanel(search, width, data, go));
  };
  return {
    element,
    strip,
    legend,
    wants: () => ({ points: POINTS }),
    clear() {
      element.hidden = true;
      put(strip);
      put(legend);
    },
    show,
  };
}

/** Return the solutions and the bounds of an anytime search over its steps; null for other searches. */
export function solutionsPanel(search, width, { solutions, bounds }, go) {
  return bounds.length + solutions.length ? panel(search, width, "solutions", [stairs(solutions, search.last, "curve found"),
    stairs(bounds, search.last, "curve proved")], go) : null;
}

function showStrip(strip, { steps, f }, last, range) {
  strip.setAttribute("viewBox", `0 0 ${last} 1`);
  put(strip, layersOf(steps, f, last).map(({ from, to, value }) =>
    draw("rect", { x: from, y: 0, height: 1, width: to - from, fill: range.colour(value) })));
}

/** Return pairs (step, value) as a line that stays at each value until the next pair. */
function stairs(points, last, kind) {
  const steps = [], values = [];
  points.forEach(([step, value], at) => {
    steps.push(step, points[at + 1]?.[0] ?? Math.max(last, step));
    values.push(value, value);
  });
  return { steps, values, kind };
}

function words(name, lines, known, last) {
  if (!known.length) return `no ${name}`;
  if (name !== "solutions") {
    return `${name} from ${count(Math.min(...known))} to ${count(Math.max(...known))} over ${count(last)} steps`;
  }
  const [cost, bound] = lines.map(({ values }) => values.at(-1));
  const proved = bound === undefined ? "" : `, no solution costs less than ${count(bound)}`;
  return `${cost === undefined ? "no solution yet" : `best solution ${count(cost)}`}${proved}`;
}

function panel(search, width, name, lines, go, range = null) {
  const known = lines.flatMap(({ values }) => values).filter(value => typeof value === "number");
  const least = name === "frontier" ? 0 : Math.min(...known), greatest = Math.max(...known);
  const last = Math.max(search.last, 1);
  const x = step => LEFT + (step / last) * (width - LEFT - RIGHT);
  const y = value => HEIGHT - BOTTOM - ((value - least) / Math.max(greatest - least, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const click = event => {
    const box = plot.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    go(Math.round(Math.min(Math.max((at - LEFT) / (width - LEFT - RIGHT), 0), 1) * last));
  };
  const text = words(name, lines, known, last);
  const plot = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": text, on: { click } });
  plot.append(draw("title", {}, text));
  if (!known.length) return put(plot, draw("text", { x: LEFT, y: HEIGHT / 2, class: "axis" }, text));
  for (const value of new Set([least, greatest])) {
    plot.append(draw("line", { x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value), class: "rule" }),
      draw("text", { x: LEFT - 6, y: y(value) + 4, class: "axis end" }, count(value)));
  }
  plot.append(draw("text", { x: 0, y: 13, class: "axis title" }, NAMES[name]),
    draw("text", { x: LEFT, y: HEIGHT - 4, class: "axis" }, "step 1"),
    draw("text", { x: width - RIGHT, y: HEIGHT - 4, class: "axis end" }, `step ${count(last + 1)}`));
  for (const { steps, values, kind = "curve" } of lines) {
    plot.append(draw("path", { d: line(steps, values, x, y), class: kind }));
    if (range) plot.append(dots(steps, values, x, y, range));
  }
  const at = x(Math.max(search.step, 0));
  plot.append(draw("line", { x1: at, x2: at, y1: TOP - 4, y2: HEIGHT - BOTTOM + 4, class: "now" }));
  return plot;
}

function line(steps, values, x, y) {
  let pen = "M";
  return values.map((value, index) => {
    if (typeof value !== "number") {
      pen = "M";
      return "";
    }
    const part = `${pen}${x(steps[index]).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
    return part;
  }).join("");
}

function dots(steps, values, x, y, range) {
  return draw("g", { class: "dots" }, values.map((value, index) => typeof value !== "number" ? null :
    draw("circle", { cx: x(steps[index]).toFixed(1), cy: y(value).toFixed(1), r: 2.4, fill: range.colour(value) })));
}
