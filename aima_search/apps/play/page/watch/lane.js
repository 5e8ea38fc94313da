// A lane: one search at the other end, and where it stands.

import { ended, isNeedless } from "../parts/queue.js";

const MOST_PICTURES = 300;

/** A search that is opened, gone through and closed; `position` is the last one told. */
export class Lane {
  constructor(app, number) {
    this.app = app;
    this.number = number;
    this.forget();
  }

  /** Know nothing more: what was open is closed at the other end. */
  forget() {
    this.key = null;
    this.opening = false; // or the promise of it
    this.position = null;
    this.expanded = 0; // the most that was told, wherever it stands
    this.pictures = new Map();
  }

  /** Ask about the search that is open; once it is closed, nobody waits for the answer any more. */
  async ask(name, request = {}, how = {}) {
    const { pictures } = this; // others for every search
    if (this.key === null) throw ended();
    const isOther = () => this.pictures !== pictures;
    const told = await this.send(name, request, how).catch(error => {
      throw isOther() ? ended() : error; // the other end may have had no such search any more
    });
    if (isOther()) throw ended();
    return told;
  }

  send(name, request = {}, how = {}) {
    const key = how.key === undefined ? undefined : `${this.number} ${how.key}`;
    return this.app.ask(name, { ...request, lane: this.number }, { ...how, key });
  }

  /** Open a search, unless it is open already. Return whether it is a new search. */
  async open(request) {
    const key = JSON.stringify(request);
    if (this.key === key) return this.opening; // by somebody else who waits for it
    this.forget();
    this.key = key;
    this.opening = this.begin(request);
    return this.opening;
  }

  async begin(request) {
    const { key } = this;
    try {
      const position = await this.send("open", request);
      if (this.key !== key) return false; // another was opened meanwhile
      this.position = position;
    } catch (error) {
      if (this.key === key) this.forget();
      throw error;
    }
    this.opening = false;
    return true;
  }

  /** Take the search that is open at the other end. Return whether it is new here. */
  async adopt() {
    if (this.position) return false;
    this.position = await this.send("position");
    this.key = "given";
    this.expanded = this.position.expanded;
    return true;
  }

  async close() {
    if (this.key === null) return;
    this.forget();
    await this.send("close");
  }

  /** The last step that there is to stand at. */
  get last() {
    if (this.position === null) return -1;
    const { ended, steps, message, note } = this.position;
    return ended && !message && !note ? steps : steps - 1;
  }

  /** Where it stands: -1 before the first step. */
  get step() {
    return this.position?.step ?? -1;
  }

  /** Whether it stands at the last step that is kept of a search that has gone on. */
  get isBeyond() {
    return Boolean(this.position?.note) && this.step >= this.last && this.position.expanded > this.step + 1;
  }

  get isDone() {
    return this.position !== null && this.position.ended && this.step >= this.last;
  }

  async advance(count) {
    try {
      this.position = await this.ask("advance", { count });
    } catch (error) {
      if (!isNeedless(error)) this.position = await this.ask("position"); // ended, and it says how
      throw error;
    }
    this.expanded = Math.max(this.expanded, this.position.expanded);
    return this.position;
  }

  /** Stand at a step that was seen. */
  async rewind(step) {
    this.position = await this.ask("rewind", { step }, { key: "rewind" });
    return this.position;
  }

  /** Go to a step, seen or not; `told` hears of every stop on the way and may end it by `false`. */
  async go(step, told = () => true) {
    if (step <= this.last) return this.rewind(step);
    while (this.step < step && !this.isDone) {
      const before = this.position;
      await this.advance(step - (before.step ?? -1));
      if ((await told(this.position)) === false) break;
      const stands = before.step === this.position.step && before.expanded === this.position.expanded;
      if (stands && this.position.note) break; // counted, and no step of the history any more
    }
    return this.position;
  }

  /** Go on to an event, for a moment; return what was found, null to ask again. */
  async jump(to, how) {
    const { event, ...position } = await this.ask("jump", { to, ...how });
    this.position = position;
    this.expanded = Math.max(this.expanded, position.expanded);
    return event;
  }

  /** Return the picture of a node; the last pictures are kept. */
  async picture(node) {
    const known = this.pictures.get(node);
    if (known) return known;
    const { pictures } = this;
    const picture = await this.ask("picture", { node }, { key: "picture" });
    if (pictures.size >= MOST_PICTURES) pictures.delete(pictures.keys().next().value);
    pictures.set(node, picture);
    return picture;
  }
}
