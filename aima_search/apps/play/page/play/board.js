// The board of a game: its cursor, its marks, and its input by mouse, touch and keys.

import { makeMenu } from "./menu.js";
import { draw, focusedIn, make, put, write } from "../parts/dom.js";
import { cellName, makePicture } from "../parts/picture.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const REST = 300; // milliseconds that a finger rests on a cell before it paints up and down
const LONG = 800; // milliseconds that a finger rests on its cell to take a move back

/** Return the key of a cell. */
export const keyOf = (row, column) => `${row},${column}`;

/**
 * Return the cell of a key.
 *
 * @param {string} key
 * @returns {Cell}
 */
export function cellOf(key) {
  const [row, column] = key.split(",");
  return [Number(row), Number(column)];
}

/**
 * A hand that does nothing: the board is only shown.
 *
 * @type {Hand}
 */
export const STILL = { canDrag: false, press: () => false, drag() {}, release() {}, drop() {}, act() {}, key: () => false, showsSame: false,
  offers: () => false, words: () => "", squares: () => [] };

/**
 * A board with a cell cursor; `announce(text)` speaks to screen readers. Actions of a hand during `isBusy()` are done
 * `later`. A finger that rests on its cell undoes a move (`back`).
 *
 * A hand acts on it, a `Mover` or a `Writer`: `hold(hand)` gives it to a hand.
 */
export class Board {
  /**
   * @param {(text: string) => void} announce
   * @param {{label?: string, isBusy?: () => boolean, later?: (act: () => void) => unknown, back?: (() => void) | null}} options
   */
  constructor(announce, { label = "Board: arrow keys move the cursor, Enter acts, H hints, U undoes", isBusy = () => false, later = act => act(), back = null } = {}) {
    this.announce = announce;
    this.isBusy = isBusy;
    this.later = later;
    this.back = back;
    /** @type {any} */
    this.waiting = null; // the cells of a stroke that was made while the board was busy
    this.place = makePicture({ name: "the board" });
    this.frame = this.place.frame;
    this.faults = draw("g");
    this.marks = draw("g");
    this.layer = draw("svg", { class: "marks", "aria-hidden": "true" }, this.faults, this.marks); // a separate picture, so that the browser does not lay out a large board again
    this.bubble = make("div", { class: "bubble", hidden: true });
    /** @type {Hand} */
    this.hand = STILL;
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {{cells: Cell[], where: Cell[]}} */
    this.hinted = { cells: [], where: [] };
    /** @type {string | null} */
    this.over = null;
    /** @type {Cell | null} */
    this.pressed = null;
    /** @type {Cell | null} the cell of the bubble */
    this.bubbleCell = null;
    this.since = 0; // the time of the press
    this.keepsCursor = false; // whether the cursor is shown without the focus, too
    this.stays = false; // whether the finger has not moved since the press
    /** @type {Map<string, string> | null} */
    this.texts = null;
    this.onCursor = () => {}; // called after the keys have moved the cursor
    this.menu = makeMenu(this.place.element, refocus => refocus && this.frame.focus());
    this.frame.after(this.bubble);
    this.place.element.append(this.menu.element);
    this.place.element.classList.add("playable");
    for (const [name, value] of Object.entries({ tabindex: "0", role: "application", "aria-roledescription": "board",
      "aria-label": label })) this.frame.setAttribute(name, value);
    this.listen();
  }

  get element() {
    return this.place.element;
  }

  listen() {
    const on = (name, does, options) => this.frame.addEventListener(name, does.bind(this), options);
    on("pointerdown", this.press);
    on("pointermove", this.move);
    on("touchmove", this.preventScroll, { passive: false });
    on("pointerup", this.release);
    on("pointercancel", this.drop);
    on("pointerleave", () => this.hover(null));
    on("contextmenu", event => event.preventDefault());
    on("keydown", this.key);
    on("focus", this.mark);
    on("blur", this.mark);
  }

  /** The element with the focus, also inside a notebook's shadow root. */
  get focused() {
    return focusedIn(this.frame);
  }

  /** Let a hand act on the board. */
  hold(hand) {
    this.hand = hand;
    this.frame.classList.toggle("drags", hand.canDrag);
  }

  /**
   * Show a picture, and the broken rules of what it shows.
   *
   * @param {Picture} picture
   * @param {GameView["broken"]} broken
   */
  show(picture, broken = []) {
    this.menu.close(false);
    this.over = null;
    if (!this.hand.painting) this.pressed = null; // a stroke continues while the last answer arrives
    this.hinted = { cells: [], where: [] };
    this.showBubble(null);
    this.place.show(picture);
    this.texts = null; // the texts by cell, computed when they are needed
    const { rows, columns } = picture;
    this.cursor = [Math.min(this.cursor[0], (rows ?? 1) - 1), Math.min(this.cursor[1], (columns ?? 1) - 1)];
    if (this.place.svg) this.frame.append(this.layer);
    this.layer.setAttribute("viewBox", this.place.svg?.getAttribute("viewBox") ?? "0 0 1 1");
    const [open, wrong] = [true, false].map(isOpen => broken.filter(one => one.is_open === isOpen).flatMap(one => one.cells));
    put(this.faults, open.length ? draw("path", { class: "open", d: open.map(cell => this.underline(cell)).join("") }) : null,
      wrong.map(cell => this.square(cell, "wrong")));
    this.mark();
  }

  /** Show no board. */
  clear() {
    this.hold(STILL);
    this.menu.close(false);
    this.showBubble(null);
    this.place.clear();
    this.mark();
  }

  /**
   * Mark the cells that a hint changes, and the cells that show why.
   *
   * @param {Cell[]} cells
   * @param {Cell[]} where
   */
  hint(cells, where = []) {
    this.hinted = { cells, where };
    this.mark();
  }

  /** Mark a cell and show a text about it below the board; hide the text if there is no cell. */
  showBubble(cell, text = "") {
    this.bubbleCell = cell;
    this.bubble.hidden = cell === null;
    if (cell === null) return;
    this.mark();
    write(this.bubble, text);
    const box = this.boxOf(cell), around = this.element.getBoundingClientRect();
    const most = around.width - this.bubble.offsetWidth;
    const left = box.left + box.width / 2 - around.left - this.bubble.offsetWidth / 2;
    this.bubble.style.left = `${Math.max(Math.min(left, most), 0)}px`;
    this.announce(text);
  }

  /** @returns {Cell | null} */
  cellAt(event) {
    const { svg, picture } = this.place;
    if (!svg || picture.rows === null) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const row = Math.floor(point.y - picture.top), column = Math.floor(point.x - picture.left);
    return row >= 0 && column >= 0 && row < picture.rows && column < picture.columns ? [row, column] : null;
  }

  press(event) {
    const cell = event.button === 0 || event.button === 2 ? this.cellAt(event) : null;
    if (!cell || this.menu.element.contains(event.target)) return undefined;
    this.showBubble(null);
    this.cursor = cell;
    this.pressed = cell;
    this.since = event.timeStamp;
    this.stays = event.pointerType === "touch" && this.back !== null;
    this.waiting = this.isBusy() ? { isRight: event.button === 2, cells: [cell] } : null;
    if (this.waiting) return this.frame.classList.add("waits");
    if (this.hand.press(cell, event.button === 2)) this.frame.setPointerCapture(event.pointerId);
    return this.mark();
  }

  move(event) {
    const cell = this.cellAt(event);
    this.stays &&= String(cell) === String(this.pressed);
    if (this.waiting && cell) this.waiting.cells.push(cell);
    else if (this.pressed && cell) this.hand.drag(cell);
    this.hover(cell);
  }

  /** Prevent a finger from scrolling while it holds a piece, or after it has rested. */
  preventScroll(event) {
    const isHeld = this.hand.dragged || event.timeStamp - this.since > REST;
    if (this.pressed && isHeld && event.cancelable && event.touches.length === 1) event.preventDefault();
  }

  hover(cell) {
    const key = cell && keyOf(...cell);
    if (key === this.over) return;
    this.over = key;
    this.frame.classList.toggle("offers", cell !== null && this.hand.offers(cell));
    this.mark();
  }

  release(event) {
    const cell = this.cellAt(event), { pressed } = this;
    if (pressed && this.stays && event.timeStamp - this.since > LONG) {
      this.drop();
      this.back?.();
      return;
    }
    this.pressed = null;
    if (!pressed) return;
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.later(() => this.repeat(waiting, cell));
    else this.hand.release(cell, pressed);
    this.mark();
  }

  /** Repeat a press that came while the board was busy. */
  repeat({ isRight, cells: [first, ...others] }, last) {
    this.frame.classList.remove("waits");
    this.hand.press(first, isRight);
    for (const cell of others) this.hand.drag(cell);
    this.hand.release(last, first);
    this.mark();
  }

  drop() {
    this.pressed = this.waiting = null;
    this.frame.classList.remove("waits");
    this.hand.drop();
    this.mark();
  }

  /** Offer choices at a cell in a menu; each has a label. */
  offer(choices, cell, choose) {
    this.menu.open(choices, this.boxOf(cell), choose);
  }

  /** Handle a key; an open menu handles its own keys. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ARROWS[event.key];
    if (by) this.step(by);
    else if (event.key === "Enter" || event.key === " ") this.hand.act(this.cursor);
    else if (!this.hand.key(event, this.cursor)) return;
    this.mark();
    event.preventDefault();
    event.stopPropagation();
  }

  step([down, right]) {
    const { rows, columns } = this.place.picture ?? {};
    if (!rows) return;
    this.showBubble(null);
    this.cursor = [(this.cursor[0] + down + rows) % rows, (this.cursor[1] + right + columns) % columns];
    this.announceCell(this.cursor);
    this.onCursor();
  }

  /** Announce the content of a cell, and what can be done there. */
  announceCell([row, column], more = "") {
    this.texts ??= textsOf(this.place);
    const words = [this.texts.get(keyOf(row, column)) || "empty", cellName(this.place.picture, row, column)];
    this.announce([...words, more || this.hand.words([row, column])].filter(Boolean).join(", "));
  }

  boxOf([row, column]) {
    const { svg, picture } = this.place;
    const matrix = svg.getScreenCTM();
    const from = new DOMPoint(picture.left + column, picture.top + row).matrixTransform(matrix);
    return new DOMRect(from.x, from.y, matrix.a, matrix.d);
  }

  /** Draw the cursor, the held cell, the possible target cells, and the hint. */
  mark() {
    const { picture } = this.place;
    if (!picture || picture.rows === null) return put(this.marks);
    const all = (cells, name) => cells.map(cell => this.square(cell, name));
    const over = this.over === null ? null : cellOf(this.over);
    return put(this.marks, all(this.same(), "same"), all(this.hinted.where, "reason"), this.hand.squares(this.over).map(([key, name]) => this.square(cellOf(key), name)),
      over && this.hand.offers(over) ? this.square(over, "offer") : null, this.bubbleCell ? this.square(this.bubbleCell, "explained") : null, all(this.hinted.cells, "hinted"),
      this.focused === this.frame || this.keepsCursor ? this.square(this.cursor, "cursor") : null);
  }

  /** The other cells with the same text as the cursor's cell, on boards that the reader writes on. */
  same() {
    if (!this.hand.showsSame || !this.element.contains(this.focused)) return [];
    this.texts ??= textsOf(this.place);
    const text = this.texts.get(keyOf(...this.cursor));
    return text ? [...this.texts].filter(([key, one]) => one === text && key !== keyOf(...this.cursor)).map(([key]) => cellOf(key)) : [];
  }

  square([row, column], name) {
    const { left, top } = this.place.picture;
    return draw("rect", { x: left + column + 0.06, y: top + row + 0.06, width: 0.88, height: 0.88, rx: 0.12, class: name });
  }

  underline([row, column]) {
    return `M${this.place.picture.left + column + 0.3} ${this.place.picture.top + row + 0.88}h.4`;
  }
}

/** Return the texts that a picture shows, by cell. */
function textsOf({ svg, picture }) {
  const found = new Map();
  for (const text of svg?.querySelectorAll("text") ?? []) {
    const row = Math.floor(Number(text.getAttribute("y")) - 0.1 - picture.top), column = Math.floor(Number(text.getAttribute("x")) - picture.left);
    if (row < 0 || column < 0 || row >= picture.rows || column >= picture.columns) continue; // a label at the edge
    const key = keyOf(row, column);
    found.set(key, found.has(key) ? `${found.get(key)} ${text.textContent}` : text.textContent);
  }
  return found;
}
