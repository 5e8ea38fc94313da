// The first screen: a map that is searched twice while it is painted, and two boards that move.

import { button, make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { ended, isNeedless } from "../parts/queue.js";
import { Flood } from "../watch/flood.js";
import { makePaint } from "../watch/paint.js";
import { Walker } from "../watch/walker.js";

const MAP = { size: "30x60", walls: "28" };
const SEARCHES = [["A*", "astar"], ["Greedy search", "greedy"]];
const HEURISTIC = "octile";
const RATE = 300; // steps a second
const BEAT = 700; // milliseconds that a picture of a reel stays
const REELS = [
  { puzzle: "routes", board: "1-romania", words: "From Arad to Bucharest: the towns that wait, and the way so far.", goes: "Watch A* on the map", view: "watch" },
  { puzzle: "movix", board: "2-tiny", words: "Four letters into one line; each kind of letter moves in its own way.", goes: "Play it yourself", view: "play" },
];

/** Return the first screen: `show()` starts it, `hide()` halts it, `drop()` forgets its searches. */
export function makeFirst(app, failed) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const sides = SEARCHES.map(([name]) => makeSide(name));
  const walker = new Walker({ wants, draw, failed, ready: () => open().then(() => true, failed) });
  const paint = makePaint(app, sides[0].place, painted, failed, { of: () => ({ ...map, problem: problem() }), isLive: true });
  const leave = ({ view, ...choice }) => app.show(view, { settings: undefined, searches: undefined, lesson: undefined, part: undefined, ...choice });
  const reels = REELS.map(reel => makeReel(app, reel, leave));
  const pause = button("Pause", () => move(!isMoving));
  const lead = view => leave({ ...problem(), searches: SEARCHES.map(([, algorithm]) => ({ algorithm, heuristic: HEURISTIC })), view });
  const row = make("div", { class: "row" }, button("Run again", () => again(), { kind: "primary" }), button("New map", () => app.run(() => renew().catch(failed))), pause,
    button("Compare them step by step", () => lead("compare"), { kind: "quiet" }));
  const map = { puzzle: "paths", seed: 0 };
  let isShown = false, isMoving = !still.matches;
  let making = null; // the promise of the first map, made once however often this is shown meanwhile
  let next = null; // the map that is searched next, shown with what is found on it

  const problem = () => ({ puzzle: map.puzzle, board: map.board, settings: map.settings });
  const searches = () => SEARCHES.map(([, algorithm]) => ({ ...problem(), ...next, algorithm, heuristic: HEURISTIC }));

  function wants(isSettled) {
    const known = sides.map(({ flood }) => (flood.opening === walker.course ? flood.known : [0, 0]));
    return { flood: { known }, ...(isSettled ? { solution: {} } : {}) };
  }

  /** Show the map and both searches where they stand: all of it was told together. */
  function draw(told, isSettled) {
    const { course } = walker;
    if (next?.picture) Object.assign(map, next);
    next = null;
    course.searches.forEach((search, at) => sides[at].show(course, search, told.searches[at], map.picture));
    paint.refresh();
    paint.show();
    if (isSettled && sides.some(({ flood }) => flood.isBehind)) walker.show();
  }

  async function open() {
    const told = searches().map(({ picture, painting, seed, ...search }) => search);
    if (!isShown) throw ended(); // the reader has gone elsewhere
    const opening = await app.open(told);
    if (walker.course !== opening) walker.take(opening);
  }

  /** Search the map as it is painted now, to the end; what is shown stays until the end is known. */
  async function painted(told) {
    next = told;
    await open();
    await walker.hurry();
  }

  async function renew() {
    const seed = map.seed + 1;
    const { board, settings } = await app.ask("generate", { puzzle: map.puzzle, seed, options: MAP });
    next = { ...await app.ask("paint", { puzzle: map.puzzle, board, settings }), seed };
    await open();
    run();
  }

  async function again() {
    if (walker.course) await walker.to(0);
    run();
  }

  function run() {
    walker.rate = RATE;
    if (isMoving) walker.play();
    else walker.hurry();
  }

  /** Let what moves by itself move, or halt it. */
  function move(isOn) {
    isMoving = isOn;
    write(pause, isMoving ? "Pause" : "Move");
    for (const reel of reels) reel.move(isMoving);
    if (walker.isHurrying || !walker.course || walker.course.isDone) return;
    if (isMoving) walker.play();
    else walker.pause();
  }

  const boards = make("div", { class: "pair" }, sides.map(side => side.element));
  const element = make("div", { class: "first" },
    make("div", { class: "card" }, make("p", { class: "task" }, "Draw walls on the map of A*, drag its white start or its red goal: both searches run again under your hand."), boards, paint.element, row),
    make("div", { class: "reels" }, reels.map(reel => reel.element)));
  return {
    element,
    async show() {
      isShown = true;
      paint.turnOn();
      try {
        await (map.board ? open() : making ??= renew().finally(() => {
          making = null;
        }));
        if (map.board && !walker.course.isDone) run();
      } catch (error) {
        if (!isNeedless(error)) failed(error);
      }
      if (!isShown) return;
      move(isMoving);
      for (const reel of reels) reel.load().catch(failed);
    },
    hide() {
      isShown = false;
      walker.pause();
      for (const reel of reels) reel.move(false);
    },
    drop() {
      walker.take(null);
    },
  };
}

/** One of the two searches of the map. */
function makeSide(name) {
  const place = makePicture({ name: `the map as ${name} searches it`, withText: false });
  const flood = new Flood(place);
  const told = make("p", { class: "card-counts" }, "…");
  return {
    element: make("article", { "aria-label": name }, make("h2", {}, name), place.element, told),
    place,
    flood,
    show(opening, search, { flood: filled, solution }, picture) {
      if (flood.begin(opening, search, picture)) flood.show(search, filled);
      else place.show(picture);
      const { position } = search, cost = solution?.at(-1)?.g;
      const ending = !position.ended ? "" : cost === undefined ? `, ${position.status}` : `, a way of cost ${count(cost)}`;
      write(told, `${count(position.expanded)} expanded${search.isDone ? ending : ""}`);
    },
  };
}

/** A board that moves by itself, above the way to it. */
function makeReel(app, { puzzle, board, words, goes, view }, leave) {
  const place = makePicture({ name: `${puzzle}, as it is solved`, withText: false });
  const element = make("article", { class: "card reel", "aria-label": puzzle }, place.element, make("p", {}, words),
    make("div", { class: "row" }, button(goes, () => leave({ puzzle, board, view }))));
  let frames = null, at = 0, timer = 0, isMoving = false;

  function turn() {
    clearTimeout(timer);
    if (!frames?.length) return;
    place.show(frames[isMoving ? at : frames.length - 1]);
    if (!isMoving) return;
    timer = setTimeout(turn, at === frames.length - 1 ? 3 * BEAT : BEAT);
    at = (at + 1) % frames.length;
  }
  return {
    element,
    move(isOn) {
      isMoving = isOn;
      turn();
    },
    async load() {
      if (!app.catalog.puzzles.some(one => one.name === puzzle)) put(element);
      else frames ??= await app.ask("frames", { puzzle, board }, { later: true });
      turn();
    },
  };
}
