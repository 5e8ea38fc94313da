// A flood: the cells that a search expands on a large grid, as one image with a pixel per cell.
//
// Python sends only what is new. Every step that was received can be drawn again.

import { draw, make, put } from "../parts/dom.js";

const LEAST_CELLS = 900; // a board with fewer cells is drawn cell by cell
const LEVELS = 12; // the number of levels of f that are drawn as contours
const GROWTH = 1.3; // if the greatest g grows by this factor, all colours are drawn again
const NEAR = [205, 228, 246], FAR = [54, 124, 186], WAITING = [230, 159, 0], CONTOUR = [31, 41, 51];

/** Return true if a picture has so many cells that a search on it is drawn as an image. */
function isLarge(picture) {
  return Boolean(picture?.svg) && picture.rows * picture.columns > LEAST_CELLS;
}

/** The cells that a search has expanded, as an image over the board that `place` shows. */
export class Flood {
  /**
   * @param {PicturePlace} place
   * @param {{withContours?: () => boolean}} options
   */
  constructor(place, { withContours = () => false } = {}) {
    this.place = place;
    this.withContours = withContours;
    this.canvas = make("canvas", { class: "flood", "aria-hidden": "true" });
    this.over = draw("svg", { class: "flood-path", "aria-hidden": "true" });
    this.opening = null; // the searches that are shown
    /** @type {any} the Picture of the board, or null */
    this.picture = null;
    this.isFlood = this.isBehind = this.asContours = false;
    /** @type {number[]} the cells in the order of their expansion */
    this.cells = [];
    /** @type {number[]} the step of the parent, by steps */
    this.parents = [];
    /** @type {number[]} */
    this.g = [];
    /** @type {number[]} */
    this.f = [];
    /** @type {number[]} the cells that wait */
    this.waiting = [];
    /** @type {number[]} the step since which each of these cells waits */
    this.waitingAt = [];
    this.image = new ImageData(1, 1);
    this.pixels = new Uint32Array(0); // the pixels of the image, one for each cell
    this.order = new Int32Array(0); // the step at which each drawn cell was first expanded
    this.size = this.drawn = this.waitsDrawn = this.most = 0; // counts; `most`: the greatest g that is drawn
  }

  /** Forget the search that is shown. */
  end() {
    this.opening = null;
    this.isFlood = false;
  }

  /** Begin with a search, unless it is shown already; return whether it is drawn as a flood. */
  begin(opening, search, picture) {
    if (this.opening !== opening) {
      Object.assign(this, { opening, picture, cells: [], parents: [], g: [], f: [], waiting: [], waitingAt: [], isBehind: false });
      this.isFlood = isLarge(picture) && search.floods;
      this.size = picture ? picture.rows * picture.columns : 0;
      if (this.isFlood) this.clear();
    }
    return this.isFlood;
  }

  /** The data that the page already has, so that Python sends only new data. */
  get known() {
    return this.isFlood ? [this.cells.length, this.waiting.length] : [0, 0];
  }

  /** Add new data from Python. */
  take(news) {
    for (const name of ["cells", "parents", "g", "f", "waiting"]) for (const one of news[name]) this[name].push(one);
    for (const one of news.waiting_at) this.waitingAt.push(one);
    this.isBehind = this.cells.length < news.steps;
  }

  /** Put the image and the path over the board. */
  mount() {
    const { place, picture, canvas, over } = this;
    if (place.picture !== picture) place.show(picture);
    if (canvas.parentElement === place.frame.firstChild && place.frame.firstChild) return;
    const [, , width, height] = place.svg.getAttribute("viewBox").split(" ").map(Number);
    Object.assign(canvas.style, { left: `${(100 * picture.left) / width}%`, top: `${(100 * picture.top) / height}%`,
      width: `${(100 * picture.columns) / width}%`, height: `${(100 * picture.rows) / height}%` });
    over.setAttribute("viewBox", `0 0 ${width} ${height}`);
    put(place.frame, make("div", { class: "flooded" }, place.svg, canvas, over));
  }

  clear() {
    const { canvas, picture } = this;
    canvas.width = picture.columns;
    canvas.height = picture.rows;
    this.image = new ImageData(picture.columns, picture.rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.order = new Int32Array(this.size).fill(-1);
    this.drawn = 0;
    this.waitsDrawn = 0;
    this.most = 0;
    this.asContours = this.withContours();
  }

  /** Show the search at its step; news: what is new, and the path that is shown (by default to the current node). */
  show(search, news) {
    this.mount();
    this.take(news);
    const step = search.isBeyond || search.isDone ? search.position.expanded : search.step;
    const at = Math.min(Math.max(step, 0), this.cells.length);
    if (at < this.drawn || this.asContours !== this.withContours()) this.clear();
    this.paint(at);
    /** @type {any} */ (this.canvas.getContext("2d")).putImageData(this.image, 0, 0);
    this.showPath(news.path ?? this.pathTo(Math.min(at, this.cells.length - 1)));
  }

  paint(at) {
    const { cells, g, order, pixels, waiting, waitingAt } = this;
    for (; this.waitsDrawn < waiting.length && waitingAt[this.waitsDrawn] <= at; this.waitsDrawn += 1) {
      const cell = waiting[this.waitsDrawn];
      if (order[cell] < 0) pixels[cell] = packed(WAITING, 150);
    }
    const from = this.drawn;
    let most = 0;
    for (let step = from; step < at; step += 1) most = Math.max(most, g[step]);
    const isFar = most > this.most * GROWTH || (from === 0 && at > 0);
    if (isFar) this.most = Math.max(most, this.most);
    for (let step = from; step < at; step += 1) if (order[cells[step]] < 0) order[cells[step]] = step;
    this.drawn = at;
    this.tint(isFar ? 0 : from, at);
  }

  /** Colour the cells of some steps: by g, or by f with lines between its levels. */
  tint(from, to) {
    const { cells, g, f, order, pixels, most } = this;
    const level = this.asContours ? levels(f, to) : null;
    for (let step = level ? 0 : from; step < to; step += 1) {
      const cell = cells[step];
      if (order[cell] !== step) continue;
      if (!level) pixels[cell] = tinted(most ? g[step] / most : 0);
      else pixels[cell] = this.isOnContour(cell, level) ? packed(CONTOUR, 230) : tinted(level(step) / LEVELS);
    }
  }

  isOnContour(cell, level) {
    const { order, picture } = this;
    const mine = level(order[cell]);
    const isBelow = other => other >= 0 && other < this.size && order[other] >= 0 && level(order[other]) < mine;
    const column = cell % picture.columns;
    return (column > 0 && isBelow(cell - 1)) || (column < picture.columns - 1 && isBelow(cell + 1))
      || isBelow(cell - picture.columns) || isBelow(cell + picture.columns);
  }

  pathTo(step) {
    const path = [];
    for (let at = step; at >= 0; at = this.parents[at]) path.push(this.cells[at]);
    return path.reverse();
  }

  showPath(path) {
    const { left, top, columns } = this.picture;
    const middle = cell => `${(left + (cell % columns) + 0.5).toFixed(2)} ${(top + Math.floor(cell / columns) + 0.5).toFixed(2)}`;
    const width = Math.max(0.5, this.picture.rows / 110);
    const ends = path.length ? [path[0], path.at(-1)].map(cell => middle(cell).split(" ")) : [];
    put(this.over, draw("path", { d: path.map((cell, at) => (at ? "L" : "M") + middle(cell)).join(""), "stroke-width": width }),
      ends.map(([cx, cy], at) => draw("circle", { cx, cy, r: width * 1.4, class: at ? null : "start", "stroke-width": width / 2 })));
  }
}

function tinted(share) {
  return packed(NEAR.map((near, at) => near + Math.min(share, 1) * (FAR[at] - near)), 215);
}

/**
 * A colour as an image has it, in the byte order of all browsers' machines.
 *
 * @param {number[]} colour
 * @param {number} alpha
 */
function packed([red = 0, green = 0, blue = 0], alpha) {
  return ((alpha << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

/** Return the level of a step's f, from 0; the levels are equal parts of the range of f so far. */
function levels(f, to) {
  let least = Infinity, greatest = -Infinity;
  for (let step = 0; step < to; step += 1) {
    if (f[step] < least) least = f[step];
    if (f[step] > greatest) greatest = f[step];
  }
  const part = (greatest - least) / LEVELS || 1;
  return step => Math.min(Math.floor((f[step] - least) / part), LEVELS - 1);
}

const legendKey = (kind, text) => make("span", {}, make("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text);

/** Return the legend of a flood with the switch of its contours; `redraw()` after a change. */
export function makeFloodLegend(redraw) {
  const contours = make("input", { type: "checkbox", on: { change: redraw } });
  const element = make("p", { class: "flood-legend", hidden: true }, legendKey("flood-near", "expanded (darker: farther from the start)"),
    legendKey("flood-waiting", "waiting"),
    make("label", {}, contours, " contours of f"));
  return { element, isOn: () => contours.checked };
}

/** Return the legend of a map; `show(place, withH)` shows it if there is a map. */
export function makeMapLegend() {
  const ofH = make("span", {}, "h next to the names");
  const element = make("p", { class: "map-legend", hidden: true }, legendKey("map-hand", "current node"), legendKey("map-path", "its path"),
    legendKey("map-expanded", "expanded"), legendKey("map-waiting", "in the frontier"), legendKey("map-goal", "goal"), ofH);
  return {
    element,
    show(place, withH) {
      element.hidden = !place.svg?.querySelector(".road");
      ofH.hidden = !withH;
    },
  };
}
