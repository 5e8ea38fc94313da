// The state that the views share: the choice, the facts about it, and the open searches.

import { AddressBar } from "./address_bar.js";
import { completed, requestOf, titleOf, usesOwnCode, withAlgorithm, withoutHeuristic } from "./configuration.js";
import { OpenSearches } from "./open_searches.js";
import { Acts } from "./parts/acts.js";
import { parse, VIEWS } from "./parts/address.js";
import { pack } from "./parts/code.js";
import { write } from "./parts/dom.js";
import { OwnCode } from "./parts/own.js";
import { makeQueue, superseded } from "./parts/queue.js";
import { keptBoard, makeStore } from "./parts/storage.js";

const OF_BOARD = ["puzzle", "board", "settings"];

/** The state of one page; `onView` is called to show a view. */
export class App {
  /**
   * @param {Carrier} ask
   * @param {Record<string, any>} options
   */
  constructor(ask, options) {
    this.ask = makeQueue(ask);
    this.acts = new Acts();
    this.isNotebook = ask.where === "notebook";
    this.isFixed = options.fixed ?? false;
    this.hasLink = options.link ?? !this.isNotebook;
    this.store = makeStore(!this.isNotebook);
    /** @type {any} a Choice, complete after `load` */
    this.choice = { ...(this.hasLink ? parse(location.hash) : {}), ...options.initial };
    const isNew = this.hasLink && !Object.keys(this.choice).length && this.store.read("visited") === null;
    this.choice.view = VIEWS.includes(this.choice.view) ? this.choice.view : (options.view ?? (isNew ? "learn" : "choose"));
    if (!this.choice.figure) this.store.write("visited", "yes");
    this.bar = new AddressBar(this);
    this.epochs = 0; // the last epoch that was used; the search that a notebook opens has epoch 0
    this.ids = 0; // the last id of a configuration
    /** @type {OpenSearches | null} */
    this.opening = null;
    this.own = new OwnCode(this.store);
    /** @type {any} a Catalog */
    this.catalog = null;
    /** @type {any} PuzzleFacts of the current puzzle */
    this.facts = null;
    /** @type {any} BoardFacts of the current board */
    this.board = options.board ?? null;
    this.boardKey = null;
    this.isChoosing = false; // whether a choice is being checked, which may still be refused
    this.wanted = "choose"; // the view to return to after the code of a link was read
    /** @type {any} */
    this.knownLessons = null;
    /** @type {HTMLElement | null} */
    this.liveRegion = null;
    /** @type {(name: string, wrong?: unknown) => void} */
    this.onView = () => {};
    /** @type {(why: string) => void} */
    this.onDrop = () => {};
    this.onChoice = () => {};
    /** @type {(line: number) => void} */
    this.edit = () => {};
    this.showPython = () => Promise.resolve();
  }

  /** Do something after the current work; `work` reports its own errors. See `Acts.run`. */
  run(work) {
    return this.acts.run(work);
  }

  during(work) {
    return this.acts.during(work);
  }

  /** Open the current view's searches after a press; return whether the reader is still in this view. */
  async ready(open) {
    const { turn } = this.acts;
    await this.run(open);
    return turn === this.acts.turn;
  }

  /**
   * Open searches in place of the open ones and return them; searches that are open already go on.
   *
   * @returns {Promise<OpenSearches>}
   */
  async open(requests) {
    const key = JSON.stringify(requests);
    if (this.opening && this.opening.key === key) return this.opening;
    this.drop();
    const opening = this.opening = new OpenSearches(this, requests ? (this.epochs += 1) : 0, requests);
    await opening.open();
    if (opening.all.every(search => search.isOpen)) opening.key = key; // otherwise the searches are opened again
    return opening;
  }

  /** Close the open searches, and remove everything that shows them. */
  drop(why = "") {
    this.opening = null;
    this.onDrop(why);
  }

  /** Offer code in the editor, where the reader can read it before it runs. */
  async bring(source) {
    this.own.offer(source, await pack(source));
    this.wanted = "choose";
    this.show("choose");
  }

  /** Whether a shown search uses the reader's own code. */
  get runsOwnCode() {
    const { view, searches } = this.choice;
    return Boolean(view === "compare" ? searches?.some(usesOwnCode) : searches?.[0] && usesOwnCode(searches[0]));
  }

  /** All lessons, fetched once. */
  async lessons() {
    this.knownLessons ??= await readLessons();
    return this.knownLessons;
  }

  /** The names of the bundled boards of the current puzzle, in the order in which they are played. */
  get boards() {
    const collected = Object.entries(this.facts.collections ?? {}).flatMap(([name, notes]) => notes.map((_, at) => `${name}:${at + 1}`));
    return [...this.facts.levels.map(one => one.name), ...collected];
  }

  /** The rules of the current puzzle, requested once. */
  async rules() {
    const { facts } = this;
    facts.rules ??= facts.name ? await this.ask("rules", { puzzle: facts.name }) : [];
    return facts.rules;
  }

  /** Request the facts of the chosen puzzle and board, unless they are known; stop if the choice changes meanwhile. */
  async load() {
    if (this.isFixed) return;
    const { choice } = this;
    choice.board = keptBoard(this.store, choice.board);
    const asked = async (name, request, options = {}) => {
      const answer = await this.ask(name, request, options);
      if (this.choice !== choice) throw superseded();
      return answer;
    };
    if (this.facts?.name !== choice.puzzle) {
      this.facts = await asked("puzzle", { puzzle: choice.puzzle });
      this.board = this.boardKey = null;
    }
    const isOpen = choice.board === undefined && choice.settings === undefined; // the reader has not chosen
    choice.board ??= this.facts.first ?? undefined;
    if (isOpen) choice.settings = (await asked("board", this.problem(), { key: "board" })).advice?.settings;
    const key = JSON.stringify(this.problem());
    if (this.boardKey !== key) {
      const usual = this.board?.heuristic;
      this.board = await asked("board", this.problem(), { key: "board" });
      this.boardKey = key;
      if (usual && usual !== this.board.heuristic) choice.searches = withoutHeuristic(choice.searches ?? [], usual);
    }
    choice.board ??= this.board.board;
    this.boardKey = JSON.stringify(this.problem());
    choice.searches = (choice.searches?.length ? choice.searches : [{}]).map(search => completed(search, this, this.newId()));
  }

  newId() {
    this.ids += 1;
    return this.ids;
  }

  /** The arguments of requests that name the problem. */
  problem() {
    const { puzzle, board, settings } = this.choice;
    /** @type {Record<string, any>} */
    const problem = { puzzle };
    if (board) problem.board = board;
    if (settings && Object.keys(settings).length) problem.settings = settings;
    return problem;
  }

  /** Whether the choice is complete: after a change of the address, it is not complete until its facts have arrived. */
  get isLoaded() {
    return this.board !== null && this.choice.searches?.[0]?.algorithm !== undefined;
  }

  /** @returns {AlgorithmFacts} */
  algorithm(name) {
    return this.catalog.algorithms.find(one => one.name === name) ?? { name, informed: true };
  }

  /** A configuration with another algorithm, and with the options that both algorithms have. */
  withAlgorithm(search, algorithm) {
    return withAlgorithm(search, this.algorithm(algorithm));
  }

  /** The arguments of `open` for a configuration. */
  requestOf(search) {
    return requestOf(search, this.algorithm(search.algorithm), this.problem(), this.own);
  }

  /** The title of a configuration. */
  title(search) {
    return titleOf(search, this.algorithm(search.algorithm), this.facts?.default_tie_break);
  }

  /** Change the choice and its address; `push` adds an entry to the browser's history. */
  choose(changes, { push = false } = {}) {
    this.change(changes);
    this.writeAddress(push);
  }

  /** @param {ChangesOf} changesOf */
  change(changesOf) {
    const changes = typeof changesOf === "function" ? changesOf(this.choice) : changesOf;
    const isOther = OF_BOARD.some(name => name in changes);
    if (isOther) Object.assign(this.choice, { step: undefined, moves: undefined });
    if ("searches" in changes) this.choice.step = undefined;
    if ("view" in changes && changes.view !== this.choice.view) this.acts.leave();
    if (isOther || "searches" in changes) this.drop(); // at once: its numbers must not appear under another heading
    Object.assign(this.choice, changes);
    return changes;
  }

  /**
   * Change the choice if Python accepts it; otherwise nothing changes.
   *
   * @param {ChangesOf} changesOf
   */
  async attempt(changesOf) {
    const before = this.choice;
    const mine = this.choice = { ...before };
    this.isChoosing = true;
    try {
      const changes = this.change(changesOf);
      await this.load();
      if ("searches" in changes) await this.checkHeuristics();
    } catch (error) {
      if (this.choice === mine) {
        this.choice = before;
        await this.load();
      }
      throw error;
    } finally {
      this.isChoosing = false;
    }
    this.writeAddress(true);
  }

  /** Check the chosen heuristics; an unknown name is an error. */
  async checkHeuristics() {
    const { puzzle, searches } = this.choice;
    for (const { algorithm, heuristic } of searches ?? []) {
      if (this.algorithm(algorithm).informed && heuristic) await this.ask("facts", { puzzle, heuristic });
    }
  }

  address(isWhole = false, more = {}) {
    return this.bar.address(isWhole, more);
  }

  writeAddress(push) {
    this.onChoice();
    this.bar.write(push);
  }

  /** Show a view and change the choice; "back" leads to the previous view. A pending choice is completed first. */
  show(view, changes = {}) {
    const go = () => {
      this.choose({ ...changes, view }, { push: view !== this.choice.view || Object.keys(changes).length > 0 });
      this.onView(view);
    };
    if (this.isChoosing || this.acts.waiting.length) this.run(go);
    else go();
  }

  /** Stop the running search at once. */
  end() {
    this.drop("Stopped.");
    return this.during(this.ask.end());
  }

  /** Announce something to screen readers. */
  announce(text) {
    if (this.liveRegion) write(this.liveRegion, text);
  }
}

async function readLessons() {
  const answer = await fetch("./lessons.json").catch(() => null);
  if (!answer?.ok) throw new Error("the lessons cannot be read: there is no lessons.json next to this page; export the page again");
  return answer.json();
}
