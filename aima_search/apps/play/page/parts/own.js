// The reader's own code: each tab has its own code, links carry it, and code of a link is shown before it can run.

import { pack, unpack } from "./code.js";

const NAME = "heuristics";

/** The reader's own code; `offered` is the code of a link, until the reader runs or discards it. */
export class OwnCode {
  /** @param {ReturnType<typeof import("./storage.js").makeStore>} store */
  constructor(store) {
    this.store = store;
    const last = store.read(NAME); // the newest code of any tab
    const mine = store.draft(NAME);
    this.source = mine ?? last ?? "";
    /** @type {string | null} what another tab has written since */
    this.elsewhere = mine !== null && last !== null && last !== mine ? last : null;
    this.packed = "";
    /** @type {string | null} */
    this.offered = null;
    this.offeredPacked = "";
    this.before = store.read("heuristics.before"); // the code that other code has replaced, or null
  }

  /** Store a text for this tab, for new tabs, and packed for links. */
  async keep(text) {
    this.source = text;
    this.store.keepDraft(NAME, text);
    this.store.write(NAME, text);
    await this.pack();
  }

  async pack() {
    const { source } = this;
    const packed = await pack(source).catch(() => ""); // an old browser cannot pack: its links have no code
    if (this.source === source) this.packed = packed;
  }

  /** Read the code of a link. */
  async receive(packed) {
    this.offer(await unpack(packed), packed);
  }

  /** Offer the code of a link, unless it is the reader's own code. */
  offer(text, packed) {
    if (text === this.source) this.packed = packed;
    else Object.assign(this, { offered: text, offeredPacked: packed });
  }

  /** The packed code for a link: the offered code, or the reader's own. */
  get carried() {
    return this.offered === null ? this.packed : this.offeredPacked;
  }

  /** The source to run; raises an error as long as offered code has not been read. */
  get seen() {
    if (this.offered === null) return this.source;
    throw new Error("this link contains code: read it under Choose, then run or discard it");
  }

  async accept() {
    if (this.source) this.store.write("heuristics.before", (this.before = this.source));
    const text = this.offered;
    this.offered = null;
    await this.keep(text);
  }

  refuse() {
    this.offered = null;
  }

  async takeBack() {
    const text = this.before;
    this.before = null;
    this.store.write("heuristics.before", "");
    await this.keep(text);
  }

  /** Use the draft of the other tab; the replaced code is stored and can be restored. */
  async takeElsewhere() {
    const text = this.elsewhere;
    this.elsewhere = null;
    this.store.write("heuristics.before", (this.before = this.source));
    await this.keep(text);
  }
}
