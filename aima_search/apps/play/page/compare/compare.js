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
  const boards = make("div", { class: "search-cards" });
  const advice = make("div", { class: "card advice", hidden: true });
  const stop = button("Stop", () => app.end().catch(failed), { name: "Stop the searches", title: "End all of them at once", isNow: true });
  const walker = new Walker({ wants, draw, failed, ready: () => app.ready(open).catch(failed) });
  const controls = makeControls(walker, { stop });
  const table = makeTable();
  const plot = makePlot(step => walker.to(step));
  const why = makeWhy(() => walker.course && walker.show());
  const form = makeConfigurations(app, searches => change({ searches }), () => walker.course && walker.show());

  /** What an answer is to show of every search: all of it belongs to one step. */
  function wants(isSettled) {
    const isBrief = walker.isHurrying && !isSettled;
    const { searches } = walker.course;
    const floods = cards.map(card => card.flood);
    const show = floods[0].isFlood ? { flood: { known: floods.map(flood => flood.known) } } : isBrief ? {} : { picture: {} };
    if (isBrief) return show;
    return { ...show, curves: plot.wants(), ...why.wants(searches), ...(isSettled ? { table: {} } : {}) };
  }

  /** Show where the searches stand, and nothing of where they stood before. */
  function draw(told, isSettled) {
    const { course } = walker, { searches } = course;
    const isWhole = searches.length > 0 && told.searches[0].curves !== undefined;
    view.element.classList.toggle("hurries", !isWhole);
    stop.hidden = searches.every(search => search.position.ended);
    searches.forEach((search, at) => cards[search.number].show(search, told.searches[at]));
    if (isWhole) plot.show(searches, told.searches);
    if (told.differences) why.show(told.differences);
    controls.update();
    if (!isSettled) return;
    if (cards.some(card => card.flood.isBehind)) walker.show();
    table.show(told.table);
    if (app.choice.view === "compare") app.choose({ step: course.step < 0 ? undefined : course.step });
    const said = search => `${app.title(app.choice.searches[search.number])} ${count(search.position.expanded)} expanded`;
    app.say(`Step ${course.step + 1}. ${searches.map(said).join("; ")}`);
  }

  /** Open the chosen searches; a search that cannot be opened says why in its place. */
  async function open() {
    if (app.choice.view !== "compare") throw ended(); // the reader has gone elsewhere
    faults.clear();
    const { searches, step } = app.choice;
    if (searches.length < LEAST) app.choose({ searches: [...searches, another(app)], step });
    form.refresh();
    const chosen = app.choice.searches;
    put(boards, chosen.map((_, index) => cards[index].element));
    chosen.forEach((search, index) => cards[index].name(app.title(search)));
    const opening = await app.open(chosen.map(search => app.requestOf(search)));
    const isNew = walker.course !== opening;
    if (isNew) walker.take(opening);
    for (const search of opening.all) {
      const { flood, faults: ofCard } = cards[search.number];
      if (search.isOpen) flood.begin(opening, search, app.board.picture);
      else ofCard.show({ fault: search.fault });
    }
    const isApart = isNew && new Set(opening.searches.map(search => search.step)).size > 1; // some go on from where they stood
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
    const wasDone = walker.course?.searches.length > 0 && walker.course.isDone;
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
    download: () => ({ opening: walker.course, searches: walker.course?.searches.map(search => search.number), picture: cards[0].place.picture }),
  };
  return view;
}
