// The expansions of each search as a bar, in the colours of f: its layers, side by side;
// and the solutions of anytime searches, with their proved bounds.

import { LETTERS } from "./configurations.js";
import { draw, make, put, section } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { layersOf, Range } from "../parts/scale.js";
import { solutionsPanel } from "../watch/curves.js";
import { swatch } from "../watch/frontier.js";

const BAR = 22, GAP = 14, LEFT = 26, RIGHT = 70;
const POINTS = 300;

/** Return the plot; a click on the solutions shows their step. */
export function makePlot(go) {
  const frame = make("div", { class: "bars" });
  const legend = make("p", { class: "legend" });
  const found = make("div", { class: "curves" });
  const element = section("Expansions by f", { class: "card" }, frame, legend, found);
  return {
    element,
    wants: () => ({ points: POINTS }),
    clear: () => [frame, legend, found].forEach(one => put(one)),
    /** Show the curves of searches; parts: their data, search by search. */
    show(searches, parts) {
      const range = new Range();
      const bars = [], panels = [], width = Math.max(frame.clientWidth, 280);
      for (const [at, search] of searches.entries()) {
        const { curves } = parts[at];
        curves.f.forEach(value => range.add(value));
        const panel = solutionsPanel(search, width, curves, go);
        if (panel) panels.push(make("p", { class: "note" }, `Solutions of search ${LETTERS[search.number]}`), panel);
        const recorded = curves.expanded.at(-1) ?? 0;
        bars.push({ letter: LETTERS[search.number], recorded, expanded: Math.max(search.expanded, recorded),
          last: curves.steps.at(-1) ?? 0, layers: layersOf(curves.steps, curves.f, curves.steps.at(-1) ?? 0) });
      }
      put(frame, drawBars(bars, range, width));
      put(found, panels);
      put(legend, Number.isFinite(range.least) ? layers(range).map(f => make("span", {}, swatch(f, range), `f ${count(f)}`)) : "");
    },
  };
}

/** The values in the legend: every layer if there are few, otherwise the ends. */
function layers({ least, greatest }) {
  if (greatest - least > 8 || !Number.isInteger(greatest - least)) return least < greatest ? [least, greatest] : [least];
  return Array.from({ length: greatest - least + 1 }, (_, more) => least + more);
}

function drawBars(bars, range, width) {
  const most = Math.max(...bars.map(bar => bar.expanded), 1);
  const x = value => LEFT + (value / most) * (width - LEFT - RIGHT);
  const height = bars.length * (BAR + GAP);
  const summary = bars.map(bar => `${bar.letter} ${count(bar.expanded)}`).join(", ");
  const plot = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `expansions: ${summary}` });
  bars.forEach(({ letter, layers: parts, last, recorded, expanded }, index) => {
    const y = index * (BAR + GAP) + GAP / 2;
    const at = step => x((step / Math.max(last, 1)) * recorded);
    plot.append(draw("text", { x: 0, y: y + BAR - 6, class: "axis letter-text" }, letter));
    plot.append(draw("rect", { x: LEFT, y, width: x(expanded) - LEFT, height: BAR, class: "unrecorded" }));
    for (const { from, to, value } of parts) {
      plot.append(draw("rect", { x: at(from), y, width: at(to) - at(from), height: BAR, fill: range.colour(value) }));
    }
    plot.append(draw("text", { x: x(expanded) + 6, y: y + BAR - 6, class: "axis" }, count(expanded)));
  });
  return plot;
}
