// Compare: several searches of one board, in step.

import { makeCard } from "./card.js";
import { another, LEAST, LETTERS, makeConfigurations } from "./configurations.js";
import { makePlot } from "./plot.js";
import { makeTable } from "./table.js";
import { makeWhy } from "./why.js";
import { showAdvice } from "../choose/choose.js";
import { button, make, put } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count } from "../parts/numbers.js";
import { ended, isNeedless } from "../parts/queue.js";
import { makeFloodLegend } from "../watch/flood.js";
import { makeControls } from "../watch/controls.js";
import { makePaint } from "../watch/paint.js";
import { Walker } from "../watch/walker.js";

/** Return the view of several searches. */
export function makeCompare(app) {
  const faults = makeFaults(line => app.edit(line));
  const failed = error => faults.show(error);
  const legend = makeFloodLegend(() => walker.course && walker.show());
  const cards = LETTERS.map((_, index) => makeCard(app, index, legend.isOn));
  const paint = makePaint(app, cards[0].place, repainted, failed, { name: "paint on A" });
  const boards = make("div", { class: "lanes" });
  const advice = make("div", { class: "card advice", hidden: true });
  const stop = button("Stop", () => app.end().catch(failed), { name: "Stop the searches", title: "End all of them at once", isNow: true });
  const walker = new Walker({ wants, draw, failed, ready: () => app.ready(open).catch(failed) });
  const controls = makeControls(walker, { stop });
  const table = makeTable();
  const plot = makePlot(step => walker.to(step));
  const why = makeWhy(() => walker.course && walker.show());
  const form = makeConfigurations(app, lanes => change({ lanes }), () => walker.course && walker.show());

  /** What an answer is to show of every search: all of it belongs to one step. */
  function wants(isSettled) {
    const isBrief = walker.isHurrying && !isSettled;
    const { lanes } = walker.course;
    const floods = cards.map(card => card.flood);
    const show = floods[0].isFlood ? { flood: { known: floods.map(flood => flood.known) } } : isBrief ? {} : { picture: {} };
    if (isBrief) return show;
    return { ...show, curves: plot.wants(), ...why.wants(lanes), ...(isSettled ? { table: {} } : {}) };
  }

  /** Show where the searches stand, and nothing of where they stood before. */
  function draw(told, isSettled) {
    const { course } = walker, { lanes } = course;
    const isWhole = lanes.length > 0 && told.lanes[0].curves !== undefined;
    view.element.classList.toggle("hurries", !isWhole);
    stop.hidden = lanes.every(lane => lane.position.ended);
    lanes.forEach((lane, at) => cards[lane.number].show(lane, told.lanes[at]));
    if (isWhole) plot.show(lanes, told.lanes);
    if (told.differences) why.show(told.differences);
    controls.update();
    if (!isSettled) return;
    if (cards.some(card => card.flood.isBehind)) walker.show();
    table.show(told.table);
    if (app.choice.view === "compare") app.choose({ step: course.step < 0 ? undefined : course.step });
    const said = lane => `${app.title(app.choice.lanes[lane.number])} ${count(lane.position.expanded)} expanded`;
    app.say(`Step ${course.step + 1}. ${lanes.map(said).join("; ")}`);
  }

  /** Open the chosen searches; a search that cannot be opened says why in its place. */
  async function open() {
    if (app.choice.view !== "compare") throw ended(); // the reader has gone elsewhere
    faults.clear();
    const { lanes, step } = app.choice;
    if (lanes.length < LEAST) app.choose({ lanes: [...lanes, another(app)], step });
    form.refresh();
    const chosen = app.choice.lanes;
    put(boards, chosen.map((_, index) => cards[index].element));
    chosen.forEach((lane, index) => cards[index].name(app.title(lane)));
    const opening = await app.open(chosen.map(lane => app.search(lane)));
    const isNew = walker.course !== opening;
    if (isNew) walker.take(opening);
    for (const lane of opening.all) {
      const { flood, faults: ofCard } = cards[lane.number];
      if (lane.isOpen) flood.begin(opening, lane, app.board.picture);
      else ofCard.show({ fault: lane.fault });
    }
    const isApart = isNew && new Set(opening.lanes.map(lane => lane.step)).size > 1; // some go on from where they stood
    const at = app.choice.step ?? (isApart ? 0 : undefined);
    await (at === undefined ? walker.show() : walker.to(at));
  }

  async function begin() {
    try {
      await app.load();
      showAdvice(advice, app, change);
      paint.refresh();
      await open();
      paint.show();
    } catch (error) {
      if (!isNeedless(error)) failed(error);
    }
  }

  /** Search the board that was painted; to the end, if all searches before had ended. */
  async function repainted({ board, settings }) {
    const wasDone = walker.course?.lanes.length > 0 && walker.course.isDone;
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

  for (const part of [table, plot, why]) part.element.classList.add("dated");
  const view = {
    element: make("div", { class: "view compare" }, form.panel, make("div", { class: "compared" }, form.element, advice, make("div", { class: "card" }, controls.element, make("div", { class: "over-board" }, legend.element, paint.element)),
      make("div", { class: "tray" }, faults.element),
      boards, table.element, plot.element, why.element)),
    show: begin,
    edit: form.edit,
    hide: () => walker.pause(),
    /** Show nothing of what is open no more. */
    drop(reason) {
      walker.take(null);
      view.element.classList.remove("hurries");
      for (const part of [...cards, table, plot, why]) part.clear();
      stop.hidden = true;
      controls.update();
      if (reason) faults.offer(reason, "Open the searches again", () => app.run(begin));
    },
    key: event => controls.key(event),
    download: () => ({ opening: walker.course, lanes: walker.course?.lanes.map(lane => lane.number), picture: cards[0].place.picture }),
  };
  return view;
}
