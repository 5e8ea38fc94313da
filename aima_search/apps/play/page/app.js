// What the views share: the choice, what is known of it, and the address that keeps it.

import { format, parse } from "./parts/address.js";
import { pack } from "./parts/code.js";
import { write } from "./parts/dom.js";
import { OpenSearches } from "./open_searches.js";
import { OwnCode } from "./parts/own.js";
import { count } from "./parts/numbers.js";
import { isNeedless, makeQueue, superseded } from "./parts/queue.js";
import { keepBoard, keptBoard, makeStore } from "./parts/storage.js";

const MOST_TRACE = 8_000_000; // bytes of a file

export const VIEWS = ["choose", "play", "watch", "compare", "learn"];

/** The state of one page; `onView` is called to show a view. */
export class App {
  constructor(ask, options) {
    this.ask = makeQueue(ask);
    this.isNotebook = ask.where === "notebook";
    this.isFixed = options.fixed ?? false;
    this.hasLink = options.link ?? !this.isNotebook;
    this.store = makeStore(!this.isNotebook);
    this.choice = { ...(this.hasLink ? parse(location.hash) : {}), ...options.initial };
    const isNew = this.hasLink && !Object.keys(this.choice).length && this.store.read("visited") === null;
    this.choice.view = VIEWS.includes(this.choice.view) ? this.choice.view : (options.view ?? (isNew ? "learn" : "choose"));
    if (!this.choice.figure) this.store.write("visited", "yes");
    this.epochs = 0; // that were given; what a notebook has opened is 0
    this.opening = null; // of searches, the only one
    this.turn = 0; // greater whenever the reader goes elsewhere: to another view, or by the address
    this.own = new OwnCode(this.store);
    this.kept = {}; // the board that the address names, and its name there
    this.traces = new Map(); // that were opened, by the names of their files: {text, picture}
    this.facts = null; // of the puzzle in hand
    this.board = options.board ?? null; // of the board in hand: its picture, id, advice
    this.onView = () => {};
    this.onDrop = () => {}; // told why
    this.onChoice = () => {};
    this.later = act => act();
    this.voice = null;
    this.working = null; // the promise of what is under way
  }

  /**
   * Do something after what is under way; presses wait for it, and are seen to. Whoever works says what goes wrong.
   *
   * Nothing is done if the reader has gone elsewhere before its turn: it was pressed on what is shown no more.
   */
  run(work) {
    const { turn } = this;
    return this.during(this.working ? this.working.then(() => (turn === this.turn ? work() : undefined)) : work());
  }

  /** Let presses wait for a promise and for all that is under way; return the promise. */
  during(work) {
    const mine = this.working = Promise.allSettled([this.working, work]).then(() => {
      if (this.working === mine) this.working = null;
    });
    return work;
  }

  /** Open what is in hand for a press; return whether the reader is there still, so that nothing else is moved by it. */
  async ready(open) {
    const { turn } = this;
    await this.run(open);
    return turn === this.turn;
  }

  /** Open searches, in place of what is open, and return the opening; searches that are open already go on. */
  async open(searches) {
    const key = JSON.stringify(searches);
    if (this.opening && this.opening.key === key) return this.opening;
    this.drop();
    const opening = this.opening = new OpenSearches(this, searches ? (this.epochs += 1) : 0, searches);
    await opening.open();
    if (opening.all.every(search => search.isOpen)) opening.key = key; // else it is tried again
    return opening;
  }

  /** Forget what is open: nothing of it is shown any more. */
  drop(why = "") {
    this.opening = null;
    this.onDrop(why);
  }

  /** The trace in hand, which is watched in place of a search; undefined without a trace. */
  get trace() {
    return this.traces.get(this.choice.trace);
  }

  /** Read a trace from a file, and watch it. */
  async openTrace(file) {
    if (file.size > MOST_TRACE) throw new Error(`${file.name} has ${count(file.size)} bytes: expected at most ${count(MOST_TRACE)}`);
    const text = await file.text();
    this.traces.set(file.name, { text, ...await this.ask("trace", { text }) });
    this.drop(); // a file of the same name may be open
    this.show("watch", { trace: file.name, step: undefined, lesson: undefined, part: undefined });
  }

  /** Learn what can be chosen and complete the choice; a fixed page has no choice. Return what was wrong with it, or null. */
  async start() {
    if (this.isFixed) {
      this.take();
      return null;
    }
    this.catalog = await this.ask("catalog");
    const lost = await this.enterLesson().then(() => null, error => error);
    const unread = (await this.receiveCode()) ?? lost;
    try {
      if (!this.choice.puzzle) this.choice.puzzle = await this.firstPuzzle();
      await this.load();
    } catch (error) { // the address names something that does not exist: the reader chooses
      if (isNeedless(error)) return unread; // the reader has gone elsewhere meanwhile
      const puzzle = this.facts ? this.choice.puzzle : await this.firstPuzzle();
      this.choice = { puzzle, view: "choose" };
      await this.load();
      return error;
    }
    return unread;
  }

  /** Take the code that the address brings; it is looked at before the view that would run it. Return what is wrong with it, or null. */
  async receiveCode() {
    const { code, view } = this.choice;
    delete this.choice.code;
    try {
      if (code) await this.own.receive(code);
    } catch (error) {
      return error;
    }
    if (this.own.offered !== null) Object.assign(this, { wanted: view, choice: { ...this.choice, view: "choose" } });
    return null;
  }

  /** Bring code to the reader's editor, where it is read before it runs. */
  async bring(source) {
    this.own.offer(source, await pack(source));
    this.wanted = "choose";
    this.show("choose");
  }

  /** Whether a search that is shown is led by the reader's own code. */
  get runsOwnCode() {
    const { view, searches } = this.choice;
    return Boolean(view === "compare" ? searches?.some(usesOwnCode) : searches?.[0] && usesOwnCode(searches[0]));
  }

  /** The lessons that there are, fetched once. */
  async lessons() {
    this.knownLessons ??= await readLessons();
    return this.knownLessons;
  }

  /** Go to the step of a lesson, if the address names a lesson and nothing else. */
  async enterLesson() {
    const { lesson: name, part, puzzle } = this.choice;
    if (!name || puzzle) return;
    const lesson = (await this.lessons()).find(one => one.name === name);
    if (lesson) Object.assign(this.choice, parse(lesson.steps[Math.min(part, lesson.steps.length) - 1].address));
  }

  /** Show what is given, with nothing to choose. */
  take() {
    this.catalog = { puzzles: [], algorithms: [] };
    this.facts = { name: this.board?.puzzle, levels: [], heuristics: [] };
    this.choice.searches ??= [{}];
  }

  /** The first puzzle whose first board shows a search, else the first. */
  async firstPuzzle() {
    const names = this.catalog.puzzles.map(one => one.name);
    for (const puzzle of names) {
      const board = await this.ask("board", { puzzle });
      if (!board.advice) return puzzle;
    }
    return names[0];
  }

  /** The names of the bundled boards of the puzzle in hand, in the order in which they are played. */
  get boards() {
    const collected = Object.entries(this.facts.collections ?? {}).flatMap(([name, notes]) => notes.map((_, at) => `${name}:${at + 1}`));
    return [...this.facts.levels.map(one => one.name), ...collected];
  }

  /** The rules of the puzzle in hand, asked for once. */
  async rules() {
    const { facts } = this;
    facts.rules ??= facts.name ? await this.ask("rules", { puzzle: facts.name }) : [];
    return facts.rules;
  }

  /** Ask about the puzzle and the board in hand, unless they are known already; another choice meanwhile ends it. */
  async load() {
    if (this.isFixed) return;
    const { choice } = this;
    choice.board = keptBoard(this.store, choice.board);
    const asked = async (...request) => {
      const told = await this.ask(...request);
      if (this.choice !== choice) throw superseded();
      return told;
    };
    if (this.facts?.name !== choice.puzzle) {
      this.facts = await asked("puzzle", { puzzle: choice.puzzle });
      this.board = this.boardKey = null;
    }
    const isOpen = choice.board === undefined && choice.settings === undefined; // nobody has said how
    choice.board ??= this.facts.first ?? undefined;
    if (isOpen) choice.settings = (await asked("board", this.problem(), { key: "board" })).advice?.settings;
    const key = JSON.stringify(this.problem());
    if (this.boardKey !== key) {
      this.board = await asked("board", this.problem(), { key: "board" });
      this.boardKey = key;
    }
    choice.board ??= this.board.board;
    this.boardKey = JSON.stringify(this.problem());
    choice.searches = (choice.searches?.length ? choice.searches : [{}]).map(search => this.completed(search));
  }

  /** A configuration with nothing left open. */
  completed(search) {
    const names = this.board.algorithms;
    const usual = names.includes("astar") ? "astar" : names[0];
    return {
      algorithm: search.algorithm || usual,
      heuristic: search.heuristic || this.facts.default_heuristic,
      ties: search.ties || this.facts.default_tie_break,
      options: search.options ?? {},
    };
  }

  /** A configuration with another algorithm, and with the options that both algorithms have. */
  withAlgorithm(search, algorithm) {
    const known = new Set((this.algorithm(algorithm).options ?? []).map(one => one.name));
    const kept = Object.entries(search.options ?? {}).filter(([name]) => known.has(name));
    return { ...search, algorithm, options: Object.fromEntries(kept) };
  }

  /** The arguments of requests that say which problem is meant. */
  problem() {
    const { puzzle, board, settings } = this.choice;
    const told = { puzzle };
    if (board) told.board = board;
    if (settings && Object.keys(settings).length) told.settings = settings;
    return told;
  }

  algorithm(name) {
    return this.catalog.algorithms.find(one => one.name === name) ?? { name, informed: true };
  }

  /** The arguments of `open` for a configuration. */
  requestOf(search) {
    const told = { ...this.problem(), algorithm: search.algorithm };
    const facts = this.algorithm(search.algorithm);
    if (facts.informed && search.heuristic) told.heuristic = search.heuristic;
    if (told.heuristic?.includes("mine.py:")) told.source = this.own.seen;
    if (facts.best_first && search.ties) told.tie_break = search.ties;
    if (Object.keys(search.options ?? {}).length) told.options = search.options;
    return told;
  }

  /** What a configuration is called: its algorithm and what that was given. */
  title(search) {
    const facts = this.algorithm(search.algorithm);
    const usual = this.facts?.default_tie_break;
    const parts = [search.algorithm, ...Object.entries(search.options ?? {}).map(([name, value]) => `${name} ${value}`)];
    if (facts.informed) parts.push(search.heuristic);
    if (facts.best_first && search.ties !== usual) parts.push(search.ties);
    return parts.filter(Boolean).join(" · ");
  }

  /** Change the choice and its address; `push` makes a place to come back to. */
  choose(changes, { push = false } = {}) {
    this.change(changes);
    this.writeAddress(push);
  }

  change(changes) {
    const isOther = ["puzzle", "board", "settings"].some(name => name in changes);
    if (isOther) Object.assign(this.choice, { step: undefined, moves: undefined });
    if ("searches" in changes) this.choice.step = undefined;
    if (isOther || "searches" in changes) this.choice.trace = undefined;
    if ("view" in changes && changes.view !== this.choice.view) this.turn += 1;
    if (isOther || "searches" in changes || "trace" in changes) this.drop(); // at once: nothing of it is to stand under another heading
    Object.assign(this.choice, changes);
  }

  /** Change the choice if the other end accepts it; otherwise nothing changes. */
  async attempt(changes) {
    const before = this.choice;
    const mine = this.choice = { ...before };
    this.change(changes);
    try {
      await this.load();
      if ("searches" in changes) await this.checkHeuristics();
    } catch (error) {
      if (this.choice === mine) {
        this.choice = before;
        await this.load();
      }
      throw error;
    }
    this.writeAddress(true);
  }

  /** Ask what is known of the heuristics that are chosen; an unknown name is an error. */
  async checkHeuristics() {
    const { puzzle, searches } = this.choice;
    for (const { algorithm, heuristic } of searches ?? []) {
      if (this.algorithm(algorithm).informed && heuristic) await this.ask("facts", { puzzle, heuristic });
    }
  }

  /** The address of the choice, with the code that it needs; a long board is kept in the browser, unless it is whole. */
  address(isWhole = false, more = {}) {
    const board = isWhole ? this.choice.board : this.shortBoard;
    return format({ ...this.choice, ...more, board, code: this.runsOwnCode ? this.own.carried : "" });
  }

  /** What stands for the board in the address; a board is kept once. */
  get shortBoard() {
    const { board } = this.choice;
    if (this.kept.board !== board) this.kept = { board, name: keepBoard(this.store, board) };
    return this.kept.name;
  }

  writeAddress(push) {
    this.onChoice();
    if (!this.hasLink) return;
    const address = this.address();
    if (address === location.hash) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Go where the address points, after back, forward or a pasted link. */
  async readAddress() {
    const given = parse(location.hash);
    if (format(given) === this.address()) return;
    const isOther = ["puzzle", "board", "settings"].some(name => JSON.stringify(given[name]) !== JSON.stringify(this.choice[name]));
    if (isOther) this.board = this.boardKey = null;
    this.turn += 1;
    this.drop(); // at once: nothing of it is to stand under another heading
    this.choice = { ...given, view: VIEWS.includes(given.view) ? given.view : "choose" };
    await this.enterLesson();
    const unread = await this.receiveCode();
    this.choice.puzzle ??= this.catalog.puzzles[0].name;
    this.onView(this.choice.view, unread);
  }

  /** Show a view, and change the choice; back leads to the one before. */
  show(view, changes = {}) {
    this.choose({ ...changes, view }, { push: view !== this.choice.view || Object.keys(changes).length > 0 });
    this.onView(view);
  }

  /** End whatever runs, at once. */
  end() {
    this.drop("Stopped.");
    return this.during(this.ask.end());
  }

  /** Say something to readers who do not see the page. */
  say(text) {
    if (this.voice) write(this.voice, text);
  }
}

function usesOwnCode({ heuristic }) {
  return Boolean(heuristic?.includes("mine.py:"));
}

async function readLessons() {
  const answer = await fetch("./lessons.json").catch(() => null);
  if (!answer?.ok) throw new Error("the lessons cannot be read: there is no lessons.json next to this page; export the page again");
  return answer.json();
}
