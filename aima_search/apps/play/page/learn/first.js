// The first screen: a map that is searched twice while it is painted, and two boards that move.

import { button, make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { ended, isNeedless } from "../parts/queue.js";
import { Flood } from "../watch/flood.js";
import { Paint } from "../watch/paint.js";
import { Walker } from "../watch/walker.js";

const MAP = { size: "30x60", walls: "28" };
const SEARCHES = [["A*", "astar"], ["Greedy search", "greedy"]];
const HEURISTIC = "octile";
const RATE = 300; // steps a second
const BEAT = 700; // milliseconds that each picture of a moving board is shown
const REELS = [
  { puzzle: "routes", board: "1-romania", words: "From Arad to Bucharest: the towns in the frontier, and the path so far.", label: "Watch A* on the map", view: "watch" },
  { puzzle: "movix", board: "2-tiny", words: "Four letters into one line; each kind of letter has its own moves.", label: "Play it yourself", view: "play" },
];

/** The first screen: `show()` starts it, `hide()` halts it, `drop()` forgets its searches. */
export class First {
  /**
   * @param {import("../app.js").App} app
   * @param {(error: unknown) => void} failed
   */
  constructor(app, failed) {
    this.app = app;
    this.failed = failed;
    this.map = { puzzle: "paths", seed: 0, board: "", settings: {}, picture: /** @type {any} */ (null), painting: null };
    /** @type {any} the map that is searched next; it is shown with the results of its searches */
    this.next = null;
    /** @type {Promise<void> | null} the first map, which is made only once even if the view is shown again meanwhile */
    this.making = null;
    this.isShown = false;
    this.isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.sides = SEARCHES.map(([name]) => makeSide(name));
    this.walker = new Walker({ wants: isSettled => this.wants(isSettled), draw: (answer, isSettled) => this.draw(answer, isSettled), failed,
      ready: () => this.open().then(() => true, failed) });
    this.paint = new Paint(app, this.sides[0].place, board => this.painted(board), failed,
      { of: () => ({ ...this.map, problem: this.problem() }), isLive: true });
    this.reels = REELS.map(reel => makeReel(app, reel, choice => this.leave(choice)));
    this.element = this.layOut();
  }

  layOut() {
    const { app, failed } = this;
    this.pause = button("Pause", () => this.move(!this.isMoving));
    const compare = () => this.leave({ ...this.problem(), searches: SEARCHES.map(([, algorithm]) => ({ algorithm, heuristic: HEURISTIC })), view: "compare" });
    const row = make("div", { class: "row" }, button("Run again", () => this.again(), { kind: "primary" }),
      button("New map", () => app.run(() => this.renew().catch(failed))), this.pause,
      button("Compare them step by step", compare, { kind: "quiet" }));
    const boards = make("div", { class: "pair" }, this.sides.map(side => side.element));
    return make("div", { class: "first" },
      make("div", { class: "card" }, make("p", { class: "task" }, "Draw walls on the map of A*, or drag the white start or the red goal: both searches run again at once."), boards, this.paint.element, row),
      make("div", { class: "reels" }, this.reels.map(reel => reel.element)));
  }

  leave({ view, ...choice }) {
    this.app.show(view, { settings: undefined, searches: undefined, lesson: undefined, part: undefined, ...choice });
  }

  problem() {
    const { puzzle, board, settings } = this.next ?? this.map;
    return { puzzle: puzzle ?? this.map.puzzle, board, settings };
  }

  wants(isSettled) {
    const known = this.sides.map(({ flood }) => (flood.opening === this.walker.course ? flood.known : [0, 0]));
    return { flood: { known }, ...(isSettled ? { solution: {} } : {}) };
  }

  /** Show the map and both searches at their step; all of it comes from one answer. */
  draw(answer, isSettled) {
    const { course } = this.walker;
    if (this.next) Object.assign(this.map, this.next);
    this.next = null;
    course.searches.forEach((search, at) => this.sides[at].show(course, search, answer.searches[at], this.map.picture));
    this.paint.refresh();
    this.paint.show();
    if (isSettled && this.sides.some(({ flood }) => flood.isBehind)) this.walker.show();
  }

  async open() {
    const requests = SEARCHES.map(([, algorithm]) => ({ ...this.problem(), algorithm, heuristic: HEURISTIC }));
    if (!this.isShown) throw ended(); // the reader has left the view
    const opening = await this.app.open(requests);
    if (this.walker.course !== opening) this.walker.take(opening);
  }

  /** Search the painted map to the end; the old searches are shown until then. */
  async painted(board) {
    this.next = board;
    await this.open();
    await this.walker.hurry();
  }

  async renew() {
    const { puzzle } = this.map, seed = this.map.seed + 1;
    const { board, settings } = await this.app.ask("generate", { puzzle, seed, options: MAP });
    this.next = { ...await this.app.ask("paint", { puzzle, board, settings }), seed };
    await this.open();
    this.run();
  }

  async again() {
    if (this.walker.course) await this.walker.to(0);
    this.run();
  }

  run() {
    this.walker.rate = RATE;
    if (this.isMoving) this.walker.play();
    else this.walker.hurry();
  }

  /** Start or stop everything that moves by itself. */
  move(isOn) {
    const { walker } = this;
    this.isMoving = isOn;
    write(this.pause, isOn ? "Pause" : "Resume");
    for (const reel of this.reels) reel.move(isOn);
    if (walker.isHurrying || !walker.course || walker.course.isDone) return;
    if (isOn) walker.play();
    else walker.pause();
  }

  makeOnce() {
    this.making ??= this.renew().finally(() => {
      this.making = null;
    });
    return this.making;
  }

  async show() {
    this.isShown = true;
    this.paint.turnOn();
    try {
      await (this.map.board ? this.open() : this.makeOnce());
      if (this.map.board && !this.walker.course.isDone) this.run();
    } catch (error) {
      if (!isNeedless(error)) this.failed(error);
    }
    if (!this.isShown) return;
    this.move(this.isMoving);
    for (const reel of this.reels) reel.load().catch(this.failed);
  }

  hide() {
    this.isShown = false;
    this.walker.pause();
    for (const reel of this.reels) reel.move(false);
  }

  drop() {
    this.walker.take(null);
  }
}

/** One of the two searches of the map. */
function makeSide(name) {
  const place = makePicture({ name: `the map as ${name} searches it`, withText: false });
  const flood = new Flood(place);
  const counts = make("p", { class: "card-counts" }, "…");
  return {
    element: make("article", { "aria-label": name }, make("h2", {}, name), place.element, counts),
    place,
    flood,
    show(opening, search, { flood: filled, solution }, picture) {
      if (flood.begin(opening, search, picture)) flood.show(search, filled);
      else place.show(picture);
      const { position } = search, cost = solution?.at(-1)?.g;
      const ending = !position.ended ? "" : cost === undefined ? `, ${position.status}` : `, a path of cost ${count(cost)}`;
      write(counts, `${count(position.expanded)} expanded${search.isDone ? ending : ""}`);
    },
  };
}

/** A board that moves by itself, with a button that opens it. */
function makeReel(app, { puzzle, board, words, label, view }, leave) {
  const place = makePicture({ name: `${puzzle}, as it is solved`, withText: false });
  const element = make("article", { class: "card reel", "aria-label": puzzle }, place.element, make("p", {}, words),
    make("div", { class: "row" }, button(label, () => leave({ puzzle, board, view }))));
  /** @type {Picture[] | null} */
  let frames = null;
  let at = 0, timer = 0, isMoving = false;

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
