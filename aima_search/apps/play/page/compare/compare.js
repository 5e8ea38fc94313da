// Compare: several searches of one board, in step.

import { makeCard } from "./card.js";
import { another, LEAST, makeConfigurations } from "./configurations.js";
import { makePlot } from "./plot.js";
import { Race } from "./race.js";
import { makeTable } from "./table.js";
import { makeWhy } from "./why.js";
import { showAdvice } from "../choose/choose.js";
import { button, make, put } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";
import { isLarge, makeFloodLegend } from "../watch/flood.js";
import { makeControls } from "../watch/controls.js";
import { makePaint } from "../watch/paint.js";
import { Walker } from "../watch/walker.js";

const PICTURES_EVERY = 250; // milliseconds, while it plays

/** Return the view of several searches. */
export function makeCompare(app) {
  const faults = makeFaults(line => app.edit(line));
  const failed = error => faults.show(error);
  const legend = makeFloodLegend(() => render(true).catch(failed));
  const cards = app.lanes.map((lane, index) => makeCard(app, lane, index, legend.isOn));
  const paint = makePaint(app, cards[0].place, repainted, failed, "paint on A");
  const race = new Race((lane, error) => cards[lane.number].faults.show(error));
  const boards = make("div", { class: "lanes" });
  const advice = make("div", { class: "card advice", hidden: true });
  const stop = button("Stop", () => guarded(() => app.end()), { name: "Stop the searches", title: "End all of them at once" });
  const walker = new Walker(race, { render, failed });
  const controls = makeControls(walker, { stop });
  const table = makeTable(app);
  const plot = makePlot(step => guarded(() => walker.to(step)));
  const why = makeWhy(app, () => race.lanes, failed);
  const form = makeConfigurations(app, lanes => change({ lanes }));
  let lastPictures = 0;
  let turn = 0; // of opening: a choice may come before the last one's searches are there
  let isNew = false; // whether one was opened anew since they were last shown

  async function render(isSettled) {
    const now = performance.now();
    const { lanes } = app.choice;
    const isFlood = isLarge(app.board?.picture); // and quickly drawn
    const withPictures = isSettled || ((isFlood || !walker.isHurrying) && now - lastPictures > PICTURES_EVERY);
    legend.element.hidden = !isFlood;
    if (withPictures) lastPictures = now;
    controls.update();
    stop.hidden = !race.lanes.length || race.lanes.every(lane => lane.position?.ended);
    for (const lane of race.lanes) await cards[lane.number].show(withPictures);
    if (!isSettled || !race.lanes.length || race.lanes.some(lane => !lane.position)) return;
    await table.load(race.lanes);
    await plot.load(race.lanes);
    await why.refresh();
    if (app.choice.view === "compare" && app.choice.lanes === lanes) app.choose({ step: race.step < 0 ? undefined : race.step });
    const said = lane => `${app.title(app.choice.lanes[lane.number])} ${count(lane.position.expanded)} expanded`;
    app.say(`Step ${race.step + 1}. ${race.lanes.map(said).join("; ")}`);
  }

  /** Open the chosen searches; a search that cannot be opened says why in its place. */
  async function open() {
    const { lanes } = app.choice;
    if (lanes.length < LEAST) app.choose({ lanes: [...lanes, another(app)], step: app.choice.step });
    form.refresh();
    const chosen = app.choice.lanes;
    const mine = (turn += 1);
    const opened = [];
    put(boards, chosen.map((_, index) => cards[index].element));
    race.lanes = [];
    for (const [index, lane] of chosen.entries()) {
      const card = cards[index];
      card.name(app.title(lane));
      card.faults.clear();
      try {
        isNew = (await app.lanes[index].open(app.search(lane))) || isNew;
        opened.push(app.lanes[index]);
      } catch (error) {
        if (mine === turn) {
          card.place.clear();
          card.faults.show(error);
        }
      }
      if (mine !== turn) return;
    }
    race.lanes = opened;
    for (const lane of app.lanes.slice(chosen.length)) await lane.close();
    const step = app.choice.step ?? (isNew ? undefined : Math.max(race.step, 0));
    isNew = false;
    if (step !== undefined) await walker.to(step);
    else if (race.step > 0) await walker.to(0);
    else await render(true);
  }

  async function begin() {
    await walker.pause();
    await app.load();
    showAdvice(advice, app, change);
    paint.refresh();
    await guarded(open);
    paint.show();
  }

  /** Search the board that was painted; to the end, if all searches before had ended. */
  async function repainted(board) {
    const wasDone = race.lanes.length > 0 && race.isDone;
    await walker.pause();
    await app.attempt(board);
    await view.show();
    if (wasDone) walker.hurry();
  }

  function reset() {
    walker.isPlaying = false;
    turn += 1;
    race.lanes = [];
    stop.hidden = true;
    controls.update();
    faults.offer("Stopped.", "Open the searches again", () => guarded(view.show));
  }

  async function guarded(work) {
    faults.clear();
    try {
      await work();
    } catch (error) {
      if (!isNeedless(error)) failed(error);
    }
  }
  function change(changes) {
    app.choose(changes, { push: true });
    guarded(view.show);
  }

  const view = {
    element: make("div", { class: "view compare" }, form.element, advice, make("div", { class: "card" }, controls.element, make("div", { class: "over-board" }, legend.element, paint.element)),
      make("div", { class: "tray" }, faults.element),
      boards, table.element, plot.element, why.element),
    show: () => app.awaited(begin()),
    hide: () => walker.pause(),
    reset,
    key: event => race.lanes.length > 0 && controls.key(event),
    download: () => ({ lanes: race.lanes.map(lane => lane.number), picture: cards[0].place.picture }),
  };
  return view;
}
