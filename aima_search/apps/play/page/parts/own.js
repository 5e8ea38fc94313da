// The reader's own code: kept by the browser, carried by links, never run before it was seen.

import { pack, unpack } from "./code.js";

/** Own code; `offered` is what a link brought, until the reader runs it or leaves it. */
export class OwnCode {
  constructor(store) {
    this.store = store;
    this.source = store.read("heuristics") ?? "";
    this.packed = "";
    this.offered = null;
    this.before = store.read("heuristics.before"); // the code that another took the place of, or null
  }

  /** Keep a text, and what a link carries of it. */
  async keep(text) {
    this.source = text;
    this.store.write("heuristics", text);
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
}
