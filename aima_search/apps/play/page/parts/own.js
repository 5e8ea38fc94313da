// The reader's own code: each tab has its own, links carry it, and it never runs before it was seen.

import { pack, unpack } from "./code.js";

const NAME = "heuristics";

/** Own code; `offered` is what a link brought, until the reader runs it or leaves it. */
export class OwnCode {
  /** @param {ReturnType<typeof import("./storage.js").makeStore>} store */
  constructor(store) {
    this.store = store;
    const last = store.read(NAME); // what was written last, in any tab
    const mine = store.draft(NAME);
    this.source = mine ?? last ?? "";
    /** @type {string | null} what another tab has written since */
    this.elsewhere = mine !== null && last !== null && last !== mine ? last : null;
    this.packed = "";
    /** @type {string | null} */
    this.offered = null;
    this.offeredPacked = "";
    this.before = store.read("heuristics.before"); // the code that another took the place of, or null
  }

  /** Keep a text for this tab, as the last one for new tabs, and what a link carries of it. */
  async keep(text) {
    this.source = text;
    this.store.keepDraft(NAME, text);
    this.store.write(NAME, text);
    await this.pack();
  }

  async pack() {
    const { source } = this;
    const packed = await pack(source).catch(() => ""); // an old browser cannot: its links carry no code
    if (this.source === source) this.packed = packed;
  }

  /** Take what a link brings. */
  async receive(packed) {
    this.offer(await unpack(packed), packed);
  }

  /** Offer code, packed as a link has it; the reader's own code is no news. */
  offer(text, packed) {
    if (text === this.source) this.packed = packed;
    else Object.assign(this, { offered: text, offeredPacked: packed });
  }

  /** What a link carries: the code that is in hand, seen or not. */
  get carried() {
    return this.offered === null ? this.packed : this.offeredPacked;
  }

  /** The source to be run; an error while there is code that nobody has looked at. */
  get seen() {
    if (this.offered === null) return this.source;
    throw new Error("this link brings code of somebody's: read it under Choose, then run it or leave it");
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

  /** Take the draft of the other tab; one's own is kept, to be taken back. */
  async takeElsewhere() {
    const text = this.elsewhere;
    this.elsewhere = null;
    this.store.write("heuristics.before", (this.before = this.source));
    await this.keep(text);
  }
}
