// A pad of digits for boards that are written on: a button writes into the cell of the cursor.

import { button, make, put } from "../parts/dom.js";

const FEW = 2; // up to this number of texts, clicks go through the texts, and no pad is needed

/** The pad; `enter(text)` writes a text, "" erases. */
export class Pad {
  /** @param {(text: string) => unknown} enter */
  constructor(enter) {
    this.enter = enter;
    this.element = make("div", { class: "row pad", role: "group", "aria-label": "Write into the cell at the cursor", hidden: true });
  }

  /** Offer the longest list of texts that a cell takes. */
  learn({ kinds }) {
    const texts = [...kinds].sort((a, b) => b.length - a.length)[0] ?? [];
    this.element.hidden = texts.length <= FEW;
    put(this.element, texts.map(text => this.key(text, text)), this.key("✕", ""));
  }

  key(label, text) {
    return button(label, () => this.enter(text), { name: text ? `Write ${text}` : "Erase the cell" });
  }
}
