// The colours of f: a sequential scale, from low to high, with the number always next to it.

// From blue over green to gold: the lightness grows, and differs from the light and the dark background.
const STOPS = [[61, 108, 196], [47, 143, 186], [56, 168, 140], [134, 182, 74], [219, 168, 40]];

/** Return the colour of a value between the least and the greatest value. */
function colourOf(value, least, greatest) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "rgb(138, 148, 158)";
  const share = greatest > least ? (value - least) / (greatest - least) : 0;
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const low = STOPS[Math.floor(at)], high = STOPS[Math.ceil(at)], part = at - Math.floor(at);
  return `rgb(${low.map((one, index) => Math.round(one + part * (high[index] - one))).join(", ")})`;
}

/** Return the layers of f over the steps: neighbours of the same value are one layer. */
export function layersOf(steps, values, last) {
  const layers = [];
  steps.forEach((step, at) => {
    const to = steps[at + 1] ?? Math.max(last, step);
    const before = layers.at(-1);
    if (before && before.value === values[at]) before.to = to;
    else layers.push({ from: step, to, value: values[at] });
  });
  return layers;
}

/** The range of the f values so far: it only grows, so that a colour keeps its meaning. */
export class Range {
  constructor() {
    this.least = Infinity;
    this.greatest = -Infinity;
  }

  /** Extend the range to a value; values that are not finite numbers are ignored. */
  add(value) {
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    this.least = Math.min(this.least, value);
    this.greatest = Math.max(this.greatest, value);
  }

  colour(value) {
    return colourOf(value, this.least, this.greatest);
  }
}
