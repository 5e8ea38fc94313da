// The hand for boards that are played by actions: it picks up a piece, puts it down, or chooses from a menu.

import { cellOf, keyOf } from "./board.js";
import { Cells } from "./cells.js";
import { ending } from "./menu.js";
import { counted } from "../parts/numbers.js";

/** The actions of a game on its board; `act(action)` does an action, `why(start, end)` returns why no action leads there. */
export class Mover {
  /**
   * @param {import("./board.js").Board} board
   * @param {(action: GameAction) => unknown} act
   * @param {(start: Cell, end: Cell) => Promise<string>} why
   */
  constructor(board, act, why) {
    this.board = board;
    this.does = act;
    this.why = why;
    this.cells = new Cells([]);
    /** @type {string | null} the cell of the piece in hand */
    this.held = null;
    /** @type {string | null} the cell that a drag began at */
    this.dragged = null;
    /** @type {string | null} */
    this.wasHeld = null;
  }

  /** Set the actions that are possible now. */
  show(actions) {
    this.cells = new Cells(actions);
    this.held = this.dragged = null;
  }

  get canDrag() {
    return this.cells.canDrag;
  }

  press(cell, isRight) {
    const key = keyOf(...cell);
    this.wasHeld = this.held;
    this.dragged = !isRight && this.cells.isStart(key) && !this.cells.at(key, this.held).length ? key : null;
    if (this.dragged) this.held = key;
    return Boolean(this.dragged);
  }

  drag() {}

  release(cell, pressed) {
    const { dragged } = this;
    this.dragged = null;
    if (!cell) return this.drop();
    const key = keyOf(...cell);
    if (dragged && key !== dragged) return this.putDown(cell);
    if (dragged) return this.wasHeld === key ? this.drop() : undefined; // a click picks the piece up, a second click puts it back
    return key === keyOf(...pressed) ? this.act(cell) : this.refuse(pressed, cell);
  }

  offers(cell) {
    const key = keyOf(...cell);
    return this.cells.at(key, this.held).length > 0 || (!this.held && this.cells.isStart(key));
  }

  /** Act on a cell as a click does. */
  act(cell) {
    const key = keyOf(...cell);
    const offered = this.cells.at(key, this.held);
    if (!offered.length && this.cells.isStart(key) && this.held !== key) {
      this.held = key;
      return this.board.announceCell(cell, `picked up, ${counted(this.cells.targets(key).length, "target")}`);
    }
    if (this.held) return this.putDown(cell);
    if (this.cells.isStart(key) && offered.some(action => !action.origins.length)) {
      this.held = key;
      return undefined;
    }
    return this.offer(offered, cell);
  }

  putDown(cell) {
    const offered = this.cells.at(keyOf(...cell), this.held);
    if (offered.length || this.held === keyOf(...cell)) return offered.length ? this.offer(offered, cell) : this.drop();
    const start = cellOf(this.held ?? keyOf(...cell));
    this.drop();
    return this.refuse(start, cell, "no action leads here");
  }

  offer(offered, cell) {
    if (offered.length === 1) return this.do(offered[0]);
    if (offered.length) return this.board.offer(offered, cell, action => this.do(action));
    return this.refuse(cell, cell, "nothing to do here");
  }

  /** Show at a cell why no action is possible. */
  async refuse(start, end, usual = "") {
    const text = (await this.why(start, end)) || usual;
    if (text) this.board.showBubble(end, text);
  }

  do(action) {
    this.drop();
    this.does(action);
  }

  drop() {
    this.held = this.dragged = null;
  }

  key(event, cell) {
    if (event.key === "Escape" && this.held) this.drop();
    else if (!/^[0-9a-z]$/i.test(event.key) || /^[urh]$/i.test(event.key)) return false;
    else {
      const offered = this.cells.at(keyOf(...cell), this.held);
      const action = ending(offered, event.key);
      if (action) this.do(action);
      else if (offered.length) this.board.showBubble(cell, `no action here for the key ${event.key}`);
      return offered.length > 0;
    }
    return true;
  }

  words(cell) {
    const key = keyOf(...cell);
    if (this.cells.isStart(key) && !this.held) return "can be picked up";
    const offered = this.cells.at(key, this.held);
    return offered.length === 1 ? offered[0].label : offered.length ? `${offered.length} actions` : "";
  }

  squares(over) {
    const targets = this.held ? this.cells.targets(this.held) : [];
    return [...targets.map(key => [key, key === over ? "target over" : "target"]), ...(this.held ? [[this.held, "held"]] : [])];
  }
}
