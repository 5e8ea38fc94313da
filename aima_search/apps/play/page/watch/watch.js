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
import { makeSearchForm } from "../choose/search_form.js";
import { button, keepFocus, make, put } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { actionOf, counted, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { ended, isNeedless } from "../parts/queue.js";

/** Return the view of one search. */
export function makeWatch(app) {
  const place = makePicture({ name: "the board of the node in hand" });
  const faults = makeFaults(line => app.edit(line));
  const failed = error => {
    faults.show(error);
    if (!walker.course && !isNeedless(error)) put(node); // nothing is being opened
  };
  const node = make("div", { class: "node-line" });
  const advice = make("div", { class: "card advice", hidden: true });
  const stop = button("Stop", () => app.end().catch(failed), { name: "Stop the search", title: "End the search at once, whatever it does", isNow: true });
  const walker = new Walker({ wants, draw, failed, ready: () => app.ready(open).catch(failed) });
  const counts = makeCounts();
  const truth = makeTruth(failed);
  const curves = makeCurves(step => walker.to(step));
  const controls = makeControls(walker, { strip: curves.strip, legend: curves.legend, stop });
  const legend = makeFloodLegend(() => walker.course && walker.show());
  const flood = new Flood(place, { withContours: legend.isOn });
  const paint = makePaint(app, place, repainted, failed, { of: () => app.trace ?? { ...app.board, problem: app.problem() } });
  const jumps = makeJumps(walker, inspect, text => walker.course && app.say(`${text}. ${spoken(walker.course.searches[0].position)}`));
  const frontier = makeFrontier(inspect, () => walker.show());
  const solution = makeSolution(look);
  const tree = makeTree(inspect);
  const base = () => (app.trace ?? app.board)?.picture; // what stands on the board before the first step
  let shown = null; // the node that is shown: the one in hand, or one that is looked at
  let isWhole = true; // whether all that is shown belongs to one step: on the way to the end only the counts are shown

  /** What an answer is to show: all that stands on the page, so that all of it belongs to one step. */
  function wants(isSettled) {
    const isBrief = walker.isHurrying && !isSettled;
    const show = flood.isFlood ? { flood: { known: [flood.known] } } : {};
    if (isBrief) return show;
    if (!flood.isFlood) show.picture = {};
    return { ...show, frontier: frontier.wants(), tree: {}, curves: curves.wants(), ...(isSettled ? { solution: {} } : {}) };
  }

  /** Show where the search stands, and nothing of where it stood before. */
  function draw(told, isSettled) {
    const { course } = walker, [search] = course.searches, { range } = course, { position } = search;
    const [parts] = told.searches;
    isWhole = parts.tree !== undefined;
    view.element.classList.toggle("hurries", !isWhole);
    counts.update(position);
    stop.hidden = position.ended;
    if (search.fault) faults.show({ fault: search.fault });
    else faults.clear();
    showPicture(parts);
    truth.clear();
    if (isWhole) {
      for (const f of valuesOf(position, parts)) range.add(f);
      frontier.show(parts.frontier, range);
      tree.show(parts.tree, range);
      curves.show(parts.curves, search, range);
      tell(position.node);
      if (search.isBeyond && position.status === "solved") put(node, make("b", {}, "the solution's last state"));
    }
    controls.update();
    if (!isSettled) return;
    if (flood.isBehind) walker.show();
    if (parts.solution) solution.show(parts.solution);
    else solution.clear();
    app.say(spoken(position));
    if (app.choice.view === "watch") app.choose({ step: position.step ?? undefined });
    if (position.node && !search.isBeyond && !app.trace) truth.show(course, search, position.node);
  }

  function showPicture(parts) {
    const [search] = walker.course.searches;
    if (flood.isFlood) flood.show(search, parts.flood);
    else if (parts.picture !== undefined) place.show(parts.picture ?? base());
    legend.element.hidden = !flood.isFlood;
  }

  function tell(told) {
    shown = told;
    if (!told) return put(node, "Press Play, or step on.");
    const { range, searches: [search] } = walker.course;
    const goes = told.id === search.position.node?.id ? null : button("Back to the node in hand", () => walker.show(), { kind: "quiet" });
    return put(node, swatch(told.f, range), make("b", {}, actionOf(told)), ` ${sum(told)}, depth ${told.depth} `,
      make("span", { class: "badge" }, told.fate), goes, prepared(told.preparation ?? []));
  }

  /** Show a picture that is not that of where the search stands. */
  async function aside(which) {
    await walker.pause();
    const { course } = walker;
    const show = flood.isFlood ? { flood: { known: [flood.known], ...which } } : { picture: which };
    if (!course) throw ended();
    const told = await course.go({ show });
    if (walker.course !== course) throw ended();
    truth.clear();
    showPicture(told.searches[0]);
    return course;
  }

  /** Look at a state of the solution, whatever the history lacks. */
  async function look(action, step) {
    try {
      await aside({ solution: step });
      put(node, make("b", {}, action), " in the solution", button("Back to the node in hand", () => walker.show(), { kind: "quiet" }));
    } catch (error) {
      failed(error);
    }
  }

  /** Look at another node for a while. */
  async function inspect(other) {
    try {
      const course = await aside({ node: other.id });
      tell(other);
      if (!app.trace) truth.show(course, course.searches[0], other);
    } catch (error) {
      failed(error);
    }
  }

  /** Open the search that is chosen, and go to its step. */
  async function open() {
    if (app.choice.view !== "watch") throw ended(); // the reader has gone elsewhere
    faults.clear();
    if (app.choice.trace && !app.trace) throw new Error(`${app.choice.trace} was opened in a page that is gone: open the file again`);
    const opening = await app.open(app.isFixed ? null : [app.trace ? { trace: app.trace.text } : app.requestOf(app.choice.searches[0])]);
    const [search] = opening.all;
    if (!search.isOpen) throw Object.assign(new Error(search.fault.message), { fault: search.fault });
    if (walker.course !== opening) walker.take(opening);
    flood.begin(opening, search, base());
    const { step } = app.choice;
    await (step === undefined || step === search.step ? walker.show() : walker.to(step));
  }

  async function begin() {
    try {
      await app.load();
      settings.hidden = app.isFixed || Boolean(app.choice.trace);
      told.hidden = !app.choice.trace;
      jumps.offer(!app.choice.trace);
      if (app.choice.trace) advice.hidden = true;
      else showAdvice(advice, app, change);
      if (!app.isFixed) keepFocus(settings, searchForm.refresh);
      paint.refresh();
      await open();
      paint.show();
    } catch (error) {
      if (!isNeedless(error)) failed(error);
    }
  }

  /** Search the board that was painted; to the end, if the search before had ended. */
  async function repainted({ board, settings }) {
    const wasDone = walker.course?.isDone || walker.course?.isBeyond;
    await app.run(async () => {
      await app.attempt({ board, settings });
      await begin();
    });
    if (wasDone) walker.hurry();
  }

  const change = changes => app.run(() => {
    app.choose(changes, { push: true });
    return begin();
  });

  const searchForm = makeSearchForm(app, change);
  const told = make("div", { class: "card told", hidden: true },
    make("p", {}, "What a program wrote down of its search, step by step. The picture comes from x and y of the nodes; the views of the file are not run."),
    button("Close the trace", () => change({ trace: undefined, step: undefined })));
  const settings = make("details", { class: "card settings" }, make("summary", {}, "Search settings"), searchForm.element);
  const nodeRow = make("div", { class: "node-row" }, node, truth.element);
  const left = make("div", { class: "stage" }, place.element, make("div", { class: "over-board" }, legend.element, paint.element), nodeRow, controls.element, jumps.element,
    make("div", { class: "tray" }, faults.element), curves.element);
  const right = make("div", { class: "panels" }, advice, told, settings, make("div", { class: "card" }, counts.element),
    solution.element, frontier.element, tree.element);
  for (const one of [nodeRow, curves.element, solution.element, frontier.element, tree.element]) one.classList.add("dated");
  const view = {
    element: make("div", { class: "view watch" }, left, right),
    show: begin,
    hide: () => walker.pause(),
    /** Show nothing of what is open no more. */
    drop(why) {
      walker.take(null);
      view.element.classList.remove("hurries");
      flood.opening = shown = null;
      flood.isFlood = false;
      for (const part of [counts, frontier, tree, curves, truth, jumps, solution]) part.clear();
      if (base()) place.show(base());
      else place.clear();
      legend.element.hidden = true;
      faults.clear();
      stop.hidden = true;
      put(node, why ? `${why} Press Play to open the search again.` : "Opening …");
      controls.update();
    },
    key: event => controls.key(event) || jumps.key(event),
    edit(line) {
      settings.open = true;
      searchForm.edit(line);
    },
    download: () => ({ opening: walker.course, isTold: Boolean(app.trace), searches: walker.course ? [0] : [], isOne: true, node: shown?.id, picture: place.picture }),
  };
  return view;
}

/** The values of f that an answer brings: what has the same colours is coloured after all of them are known. */
function valuesOf({ node }, { frontier, tree, curves }) {
  const nodes = [node, ...frontier.nodes, ...Object.values(tree).flat()];
  return [...nodes.map(one => one?.f), ...curves.f];
}

/** Return what was decided before the search, as its step 0; null if nothing was decided. */
function prepared(lines) {
  if (!lines.length) return null;
  const items = lines.map(line => make("li", {}, line));
  return make("details", {}, make("summary", {}, `Step 0, prepared: ${counted(lines.length, "deduction")}`), make("ul", {}, items));
}
