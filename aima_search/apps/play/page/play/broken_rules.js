// The rules that the board breaks: rules that stay broken are marked at once, others when the reader opens the list.

import { make, put, write } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";

const FEW = 4; // the list opens if at most this number of rules stay broken

/** The list of the rules that a board breaks. */
export class BrokenRules {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {GameView | null} */
    this.view = null;
    this.hasAsked = false; // whether the reader wants to see rules that open cells can still fulfil
    this.openWords = ""; // the name of these rules in the title
    this.rules = make("ul", {});
    this.title = make("summary", { "aria-live": "polite", on: { click: () => this.ask() } });
    this.element = make("details", { class: "broken", on: { toggle: () => this.list() } }, this.title, this.rules);
  }

  /** Begin with a new board, on which open rules are not marked until the reader opens the list. */
  start() {
    this.hasAsked = false;
    this.element.open = false;
  }

  /** Show the broken rules of a view; return those that are marked on the board. */
  show(view) {
    this.view = view;
    if (view.layout) this.openWords = view.layout.open_words;
    const broken = view.solved ? [] : view.broken;
    const open = broken.filter(one => one.is_open).length, certain = broken.length - open;
    if (certain && certain <= FEW && view.moves) this.element.open = true;
    this.element.hidden = !broken.length;
    this.element.classList.toggle("certain", certain > 0);
    write(this.title, [certain && counted(certain, "broken rule"), open && `${open} ${this.openWords}`].filter(Boolean).join(", "));
    this.list();
    return this.hasAsked ? broken : broken.filter(one => !one.is_open);
  }

  /** Mark all rules from now on. */
  ask() {
    if (!this.view || this.hasAsked) return;
    this.hasAsked = true;
    const { cells, where } = this.board.hinted;
    this.board.show(this.view.picture, this.show(this.view));
    this.board.hint(cells, where);
  }

  /** List the rules if the list is open: a large board begins with hundreds. */
  list() {
    const broken = this.view && !this.view.solved ? this.view.broken : [];
    put(this.rules, this.element.open ? broken.map(({ words, cells }) => {
      const mark = () => this.board.hint(cells);
      return make("li", {}, cells.length ? make("button", { type: "button", class: "linklike", on: { click: mark, mouseenter: mark, focus: mark } }, words) : words);
    }) : null);
  }
}
