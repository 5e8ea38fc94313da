// The searches that are open together, under one number: their epoch.
//
// All that is shown of them was told by one answer, and goes when something else is opened.

import { ended } from "./parts/queue.js";
import { Range } from "./parts/scale.js";

/** One search: where it stands, and what it failed on. */
class OpenSearch {
  constructor({ search, position, floods, fault }) {
    this.number = search;
    /** @type {any} a Position, undefined if the search could not be opened */
    this.position = position;
    this.floods = floods;
    this.fault = fault;
    this.expanded = position?.expanded ?? 0;
  }

  take({ position, fault }) {
    this.position = position;
    this.fault = fault ?? (position.message ? this.fault : null);
    this.expanded = Math.max(this.expanded, position.expanded); // the most, wherever it stands
  }

  get isOpen() {
    return this.position !== undefined;
  }

  /** The last step that there is to stand at. */
  get last() {
    const { ended: isEnded, steps, message, note } = this.position;
    return isEnded && !message && !note ? steps : steps - 1;
  }

  /** Where it stands: -1 before the first step. */
  get step() {
    return this.position.step ?? -1;
  }

  /** Whether it has gone on beyond the last step that is kept, and stands there. */
  get isBeyond() {
    return Boolean(this.position.note) && this.step >= this.last && this.position.expanded > this.step + 1;
  }

  /** Where it stands, counted on beyond the steps that are kept. */
  get at() {
    return this.isBeyond ? this.position.expanded : this.step;
  }

  get isDone() {
    return this.position.ended && this.step >= this.last;
  }
}

/** Searches as one course of steps: each goes on until it ends, all of them in step. */
export class OpenSearches {
  /**
   * @param {any} app
   * @param {number} epoch
   * @param {any[] | null} requests
   */
  constructor(app, epoch, requests) {
    this.app = app;
    this.epoch = epoch;
    this.requests = requests;
    /** @type {OpenSearch[]} */
    this.all = [];
    this.key = ""; // of the requests, once all are open
    this.range = new Range(); // of f
  }

  /** Open the searches; without requests, take the searches that the other end has open. */
  async open() {
    const { searches } = await (this.requests ? this.ask("open", { searches: this.requests }) : this.ask("go"));
    this.all = searches.map(told => new OpenSearch(told));
  }

  /** The searches that could be opened. */
  get searches() {
    return this.all.filter(search => search.isOpen);
  }

  /** Ask about the searches; nobody waits for the answer once something else is opened. */
  async ask(name, request = {}, how = {}) {
    const isCurrent = () => this.app.opening === this;
    if (!isCurrent()) throw ended();
    const told = await this.app.ask(name, { ...request, epoch: this.epoch }, how).catch(error => {
      throw isCurrent() ? error : ended();
    });
    if (!isCurrent()) throw ended();
    return told;
  }

  /** Move, and return all that is wanted of where the searches stand then. */
  async go(request) {
    const told = await this.ask("go", request);
    for (const one of told.searches) this.all[one.search].take(one);
    return told;
  }

  get step() {
    return Math.max(-1, ...this.searches.map(search => search.step));
  }

  get last() {
    return Math.max(-1, ...this.searches.map(search => search.last));
  }

  get at() {
    return Math.max(-1, ...this.searches.map(search => search.at));
  }

  get isBeyond() {
    return this.searches.some(search => search.isBeyond && search.step === this.step);
  }

  get expanded() {
    return Math.max(0, ...this.searches.map(search => search.expanded));
  }

  get isDone() {
    return this.searches.every(search => search.isDone);
  }
}
