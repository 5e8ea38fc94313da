// What the views share: the choice, what is known of it, and the address that keeps it.

import { format, parse } from "./parts/address.js";
import { write } from "./parts/dom.js";
import { makeQueue } from "./parts/queue.js";
import { makeStore } from "./parts/storage.js";
import { Lane } from "./watch/lane.js";

export const VIEWS = ["choose", "play", "watch", "compare"];
const MOST_LANES = 4;

/** The state of one page; `onView` is called to show a view. */
export class App {
  constructor(ask, options) {
    this.ask = makeQueue(ask);
    this.isNotebook = ask.where === "notebook";
    this.isFixed = options.fixed ?? false;
    this.hasLink = options.link ?? !this.isNotebook;
    this.store = makeStore(!this.isNotebook);
    this.choice = { ...(this.hasLink ? parse(location.hash) : {}), ...options.initial };
    this.choice.view = VIEWS.includes(this.choice.view) ? this.choice.view : (options.view ?? "choose");
    this.lanes = Array.from({ length: MOST_LANES }, (_, number) => new Lane(this, number));
    this.source = this.store.read("heuristics") ?? "";
    this.facts = null; // of the puzzle in hand
    this.board = options.board ?? null; // of the board in hand: its picture, id, advice
    this.onView = () => {};
    this.onReset = () => {};
    this.onChoice = () => {};
    this.voice = null;
  }

  /** Learn what can be chosen and complete the choice; a fixed page has no choice. Return what was wrong with it, or null. */
  async start() {
    if (this.isFixed) {
      this.take();
      return null;
    }
    this.catalog = await this.ask("catalog");
    if (!this.choice.puzzle) this.choice.puzzle = await this.firstPuzzle();
    try {
      await this.load();
    } catch (error) { // the address names what there is not: what there is can be chosen
      const puzzle = this.facts ? this.choice.puzzle : await this.firstPuzzle();
      this.choice = { puzzle, view: "choose" };
      await this.load();
      return error;
    }
    return null;
  }

  /** Show what is given, with nothing to choose. */
  take() {
    this.catalog = { puzzles: [], algorithms: [] };
    this.facts = { levels: [], heuristics: [] };
    this.choice.lanes ??= [{}];
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

  /** Ask about the puzzle and the board in hand, unless they are known already. */
  async load() {
    if (this.isFixed) return;
    const { choice } = this;
    if (this.facts?.name !== choice.puzzle) {
      this.facts = await this.ask("puzzle", { puzzle: choice.puzzle });
      this.board = null;
    }
    choice.board ??= this.facts.levels[0]?.name;
    const key = JSON.stringify(this.problem());
    if (this.boardKey !== key) {
      this.board = await this.ask("board", this.problem(), { key: "board" });
      this.boardKey = key;
    }
    choice.board ??= this.board.board;
    this.boardKey = JSON.stringify(this.problem());
    choice.lanes = (choice.lanes?.length ? choice.lanes : [{}]).map(lane => this.completed(lane));
  }

  /** A configuration with nothing left open. */
  completed(lane) {
    const names = this.board.algorithms;
    const usual = names.includes("astar") ? "astar" : names[0];
    return {
      algorithm: lane.algorithm || usual,
      heuristic: lane.heuristic || this.facts.default_heuristic,
      ties: lane.ties || this.facts.default_tie_break,
      options: lane.options ?? {},
    };
  }

  /** A configuration with another algorithm, and with the options that both algorithms have. */
  withAlgorithm(lane, algorithm) {
    const known = new Set((this.algorithm(algorithm).options ?? []).map(one => one.name));
    const kept = Object.entries(lane.options ?? {}).filter(([name]) => known.has(name));
    return { ...lane, algorithm, options: Object.fromEntries(kept) };
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
  search(lane) {
    const told = { ...this.problem(), algorithm: lane.algorithm };
    const facts = this.algorithm(lane.algorithm);
    if (facts.informed && lane.heuristic) told.heuristic = lane.heuristic;
    if (told.heuristic?.includes("mine.py:")) told.source = this.source;
    if (facts.best_first && lane.ties) told.tie_break = lane.ties;
    if (Object.keys(lane.options ?? {}).length) told.options = lane.options;
    return told;
  }

  /** What a configuration is called: its algorithm and what that was given. */
  title(lane) {
    const facts = this.algorithm(lane.algorithm);
    const usual = this.facts?.default_tie_break;
    const parts = [lane.algorithm, ...Object.entries(lane.options ?? {}).map(([name, value]) => `${name} ${value}`)];
    if (facts.informed) parts.push(lane.heuristic);
    if (facts.best_first && lane.ties !== usual) parts.push(lane.ties);
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
    if ("lanes" in changes) this.choice.step = undefined;
    Object.assign(this.choice, changes);
  }

  /** Change the choice if the other end accepts it; otherwise nothing changes. */
  async attempt(changes) {
    const before = this.choice;
    this.choice = { ...before };
    this.change(changes);
    try {
      await this.load();
    } catch (error) {
      this.choice = before;
      await this.load();
      throw error;
    }
    this.writeAddress(true);
  }

  writeAddress(push) {
    this.onChoice();
    if (!this.hasLink) return;
    const address = format(this.choice);
    if (address === location.hash) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Go where the address points, after back, forward or a pasted link. */
  async readAddress() {
    const given = parse(location.hash);
    if (format(given) === format(this.choice)) return;
    this.choice = { ...given, view: VIEWS.includes(given.view) ? given.view : "choose" };
    this.choice.puzzle ??= this.catalog.puzzles[0].name;
    this.onView(this.choice.view);
  }

  /** Show a view; back leads to the one before. */
  show(view) {
    this.choose({ view }, { push: view !== this.choice.view });
    this.onView(view);
  }

  /** End whatever runs, at once; every lane is closed by it, first of all for whoever asks here. */
  async end() {
    this.forget();
    await this.ask.end();
  }

  /** Forget what was open at the other end. */
  forget() {
    for (const lane of this.lanes) lane.forget();
    this.onReset();
  }

  /** Say something to readers who do not see the page. */
  say(text) {
    if (this.voice) write(this.voice, text);
  }
}
