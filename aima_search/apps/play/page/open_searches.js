// The searches that are open together, with one number: their epoch.
//
// Everything that is shown comes from one answer, and disappears when other searches are opened.

import { ended } from "./parts/queue.js";
import { Range } from "./parts/scale.js";

/** One search: its position, and its error if it failed. */
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
    this.expanded = Math.max(this.expanded, position.expanded); // the maximum of all steps so far
  }

  get isOpen() {
    return this.position !== undefined;
  }

  /** The last step that can be shown. */
  get last() {
    const { ended: isEnded, steps, message, note } = this.position;
    return isEnded && !message && !note ? steps : steps - 1;
  }

  /** The current step: -1 before the first step. */
  get step() {
    return this.position.step ?? -1;
  }

  /** Whether the search is beyond the last recorded step. */
  get isBeyond() {
    return Boolean(this.position.note) && this.step >= this.last && this.position.expanded > this.step + 1;
  }

  /** The current step; the count continues beyond the recorded steps. */
  get at() {
    return this.isBeyond ? this.position.expanded : this.step;
  }

  get isDone() {
    return this.position.ended && this.step >= this.last;
  }
}

/** Searches as one sequence of steps: they advance together, and each stops at its end. */
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
    this.key = ""; // the key of the requests, once all searches are open
    this.range = new Range(); // the range of f
  }

  /** Open the searches; without requests, take the searches that Python has open. */
  async open() {
    const { searches } = await (this.requests ? this.ask("open", { searches: this.requests }) : this.ask("go"));
    this.all = searches.map(data => new OpenSearch(data));
  }

  /** The searches that could be opened. */
  get searches() {
    return this.all.filter(search => search.isOpen);
  }

  /** Send a request about the searches; its answer is dropped once other searches are opened. */
  async ask(name, request = {}, options = {}) {
    const isCurrent = () => this.app.opening === this;
    if (!isCurrent()) throw ended();
    const answer = await this.app.ask(name, { ...request, epoch: this.epoch }, options).catch(error => {
      throw isCurrent() ? error : ended();
    });
    if (!isCurrent()) throw ended();
    return answer;
  }

  /** Move the searches, and return everything that was requested about their new positions. */
  async go(request) {
    const answer = await this.ask("go", request);
    for (const one of answer.searches) this.all[one.search].take(one);
    return answer;
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
