// Watch: one search, step by step.

import { makeControls } from "./controls.js";
import { makeCounts, spoken } from "./counts.js";
import { makeCurves } from "./curves.js";
import { Flood, makeFloodLegend } from "./flood.js";
import { makeFrontier, swatch } from "./frontier.js";
import { makeJumps } from "./jumps.js";
import { makePaint } from "./paint.js";
import { makeSolution } from "./solution.js";
import { makeTree } from "./tree.js";
import { makeTruth } from "./truth.js";
import { Walker } from "./walker.js";
import { showAdvice } from "../choose/choose.js";
import { button, make, put } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { actionOf, counted, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { isNeedless } from "../parts/queue.js";
import { Range } from "../parts/scale.js";

const PICTURE_EVERY = 100, TABLES_EVERY = 500; // milliseconds, while it plays

/** Return the view of one search. */
export function makeWatch(app) {
  const lane = app.lanes[0];
  const range = new Range();
  const place = makePicture({ name: "the board of the node in hand" });
  const faults = makeFaults(line => app.edit(line));
  const failed = error => faults.show(error);
  const node = make("div", { class: "node-line" });
  const advice = make("div", { class: "card advice", hidden: true });
  const stop = button("Stop", () => guarded(() => app.end()), { name: "Stop the search", title: "End the search at once, whatever it does" });
  const walker = new Walker(lane, { render, failed });
  const counts = makeCounts();
  const truth = makeTruth(lane, failed);
  const curves = makeCurves(lane, range, step => walker.to(step));
  const controls = makeControls(walker, { strip: curves.strip, legend: curves.legend, stop });
  const legend = makeFloodLegend(() => showPicture(inspected ?? lane.position?.node).catch(failed));
  const flood = new Flood(lane, place, { withContours: legend.isOn });
  const paint = makePaint(app, place, repainted, failed);
  const jumps = makeJumps(walker, lane, inspect, text => app.say(`${text}. ${spoken(lane.position)}`));
  const frontier = makeFrontier(lane, range, inspect, failed);
  const solution = makeSolution(lane, look, failed);
  const tree = makeTree(lane, range, inspect);
  let lastPicture = 0, lastTables = 0, inspected = null;
  let current = null; // what is being shown; something newer takes its place

  /** Show where the lane stands, unless something newer comes to be shown meanwhile. */
  async function render(isSettled) {
    if (!lane.position) return;
    const mine = current = parts(isSettled);
    try {
      for await (const _ of mine) if (current !== mine) return;
    } catch (error) {
      if (current === mine || !isNeedless(error)) throw error;
    }
  }

  /** Show one part after the other. */
  async function* parts(isSettled) {
    const { position } = lane;
    const { lanes } = app.choice;
    const now = performance.now();
    range.add(position.node?.f);
    inspected = null;
    controls.update();
    counts.update(position);
    stop.hidden = position.ended;
    tell(position.node);
    if (walker.isHurrying && !isSettled) {
      if (flood.isFlood) await flood.show(position.expanded);
      return;
    }
    if (isSettled || now - lastPicture > PICTURE_EVERY) {
      lastPicture = now;
      yield await showPicture(position.node);
    }
    if (isSettled || now - lastTables > TABLES_EVERY) {
      lastTables = now;
      yield* tables();
    }
    if (!isSettled) return;
    yield await solution.load();
    if (lane.isBeyond) await solution.showLast();
    app.say(spoken(position));
    if (app.choice.view === "watch" && app.choice.lanes === lanes) app.choose({ step: position.step ?? undefined });
    if (!lane.isBeyond) truth.show(position.node).catch(failed);
  }

  /** Ask for everything first, so that all of it has the same colours of f. */
  async function* tables() {
    const all = [frontier, tree, curves];
    for (const table of all) yield await table.load();
    for (const table of all) {
      table.show();
      yield await breath();
    }
    tell(lane.position.node);
  }

  async function showPicture(shown) {
    legend.element.hidden = !(app.board && (await flood.begin(app.board.picture)));
    if (flood.isFlood && lane.position) await flood.stand(inspected);
    else if (shown) place.show(await lane.picture(shown.id));
    else if (app.board) place.show(app.board.picture);
  }

  function tell(shown) {
    if (!shown) {
      truth.clear();
      put(node, "Press Play, or step on.");
      return;
    }
    const goes = inspected ? button("Back to the node in hand", () => render(true).catch(failed), { kind: "quiet" }) : null;
    put(node, swatch(shown.f, range), make("b", {}, actionOf(shown)), ` ${sum(shown)}, depth ${shown.depth} `,
      make("span", { class: "badge" }, shown.fate), goes, prepared(shown.preparation ?? []));
  }

  /** Look at a state of the solution, whatever the history lacks. */
  async function look(action, step) {
    current = null;
    const back = lane.isBeyond ? null : button("Back to the node in hand", () => render(true).catch(failed), { kind: "quiet" });
    if (flood.isFlood) await flood.look(step);
    else place.show(await lane.ask("solution_picture", { step }, { key: "solution" }));
    truth.clear();
    put(node, make("b", {}, action), " in the solution", back);
  }

  /** Look at another node for a while. */
  async function inspect(shown) {
    try {
      await walker.pause();
      current = null;
      inspected = shown;
      tell(shown);
      await showPicture(shown);
      await truth.show(shown);
    } catch (error) {
      failed(error);
    }
  }

  /** Open the search that is chosen, and go to its step. */
  async function open() {
    faults.clear();
    const isNew = await (app.isFixed ? lane.adopt() : lane.open(app.search(app.choice.lanes[0])));
    if (isNew) {
      range.clear();
      curves.clear();
      place.clear();
      jumps.clear();
    }
    const step = app.choice.step;
    if (step !== undefined && step !== lane.step) await walker.to(step);
    else await render(true);
  }

  async function begin() {
    await app.load();
    showAdvice(advice, app, change);
    paint.refresh();
    await guarded(open);
    paint.show();
  }

  /** Search the board that was painted; to the end, if the search before had ended. */
  async function repainted(board) {
    const wasDone = lane.isDone || lane.isBeyond;
    await walker.pause();
    await app.attempt(board);
    await view.show();
    if (wasDone) walker.hurry();
  }

  const guarded = async work => {
    try {
      await work();
    } catch (error) {
      if (!isNeedless(error)) failed(error);
    }
  };
  const change = changes => {
    app.choose(changes, { push: true });
    guarded(view.show);
  };
  for (const name of ["play", "hurry", "by", "to", "seek"]) {
    const act = walker[name].bind(walker);
    walker[name] = (...given) => (lane.position ? act(...given) : guarded(async () => {
      await open();
      await act(...given);
    }));
  }

  const left = make("div", { class: "stage" }, place.element, make("div", { class: "over-board" }, legend.element, paint.element), make("div", { class: "node-row" }, node, truth.element), controls.element, jumps.element,
    make("div", { class: "tray" }, faults.element), curves.element);
  const right = make("div", { class: "panels" }, advice, make("div", { class: "card" }, counts.element),
    solution.element, frontier.element, tree.element);
  const view = {
    element: make("div", { class: "view watch" }, left, right),
    show: () => app.awaited(begin()),
    hide: () => walker.pause(),
    reset() {
      walker.isPlaying = false;
      curves.clear();
      truth.clear();
      jumps.clear();
      stop.hidden = true;
      controls.update();
      put(node, "Stopped. Press Play to open the search again.");
    },
    key: event => controls.key(event) || jumps.key(event),
    download: () => ({ lane: 0, node: inspected?.id ?? lane.position?.node?.id, picture: place.picture }),
  };
  return view;
}

/** Return what was decided before the search, as its step 0; null if nothing was decided. */
function prepared(lines) {
  if (!lines.length) return null;
  const items = lines.map(line => make("li", {}, line));
  return make("details", {}, make("summary", {}, `Step 0, prepared: ${counted(lines.length, "deduction")}`), make("ul", {}, items));
}

/** Let the browser draw and listen between two pieces of work. */
function breath() {
  return new Promise(resolve => {
    setTimeout(resolve);
  });
}
