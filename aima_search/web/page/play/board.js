// The board that is played on: by click, drag, touch and keys.

import { Cells, keyOf } from "./cells.js";
import { ending, makeMenu } from "./menu.js";
import { draw, put } from "../parts/dom.js";
import { makePicture } from "../parts/picture.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A board with a cell cursor; `act(action)` does what was chosen, `say(text)` tells of it. */
export class Board {
  constructor(act, say) {
    Object.assign(this, { act, say });
    this.place = makePicture({ name: "the board" });
    this.frame = this.place.frame;
    this.marks = draw("g", { class: "marks", "aria-hidden": "true", "data-own": "" });
    this.cells = new Cells([]);
    this.cursor = [0, 0];
    this.held = null;
    this.hinted = [];
    this.over = null;
    this.menu = makeMenu(this.place.element, action => this.do(action), refocus => refocus && this.frame.focus());
    this.place.element.append(this.menu.element);
    this.place.element.classList.add("playable");
    for (const [name, value] of Object.entries({ tabindex: "0", role: "application", "aria-roledescription": "board",
      "aria-label": "Board: arrow keys move the cursor, Enter acts, H hints, U undoes" })) this.frame.setAttribute(name, value);
    this.listen();
  }

  get element() {
    return this.place.element;
  }

  listen() {
    const on = (name, does) => this.frame.addEventListener(name, does.bind(this));
    on("pointerdown", this.press);
    on("pointermove", this.move);
    on("pointerup", this.release);
    on("pointercancel", () => this.drop());
    on("pointerleave", () => this.hover(null));
    on("keydown", this.key);
    on("focus", this.mark);
    on("blur", this.mark);
  }

  /** Show a view: its picture, and what can be done on it. */
  show(view) {
    this.menu.close(false);
    this.cells = new Cells(view.actions);
    this.held = this.dragged = this.over = null;
    this.hinted = [];
    this.place.show(view.picture);
    const { rows, columns } = view.picture;
    this.cursor = [Math.min(this.cursor[0], (rows ?? 1) - 1), Math.min(this.cursor[1], (columns ?? 1) - 1)];
    this.place.svg?.append(this.marks);
    this.frame.classList.toggle("drags", this.cells.canDrag);
    this.mark();
  }

  /** Show the cells of a hint. */
  hint(cells) {
    this.hinted = cells;
    this.mark();
  }

  cellAt(event) {
    const { svg, picture } = this.place;
    if (!svg || picture.rows === null) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const row = Math.floor(point.y - picture.top), column = Math.floor(point.x - picture.left);
    return row >= 0 && column >= 0 && row < picture.rows && column < picture.columns ? [row, column] : null;
  }

  press(event) {
    const cell = event.button === 0 ? this.cellAt(event) : null;
    if (!cell || this.menu.element.contains(event.target)) return;
    this.cursor = cell;
    const key = keyOf(...cell);
    this.dragged = this.cells.isStart(key) && !this.cells.at(key, this.held).length ? key : null;
    this.wasHeld = this.held;
    if (this.dragged) {
      this.held = key;
      this.frame.setPointerCapture(event.pointerId);
    }
    this.pressed = key;
    this.mark();
  }

  move(event) {
    this.hover(this.cellAt(event));
  }

  hover(cell) {
    const key = cell && keyOf(...cell);
    if (key === this.over) return;
    this.over = key;
    const offers = key !== null && (this.cells.at(key, this.held).length > 0 || this.cells.isStart(key));
    this.frame.classList.toggle("offers", offers);
    this.mark();
  }

  release(event) {
    const cell = this.cellAt(event), { dragged, pressed } = this;
    this.dragged = this.pressed = null;
    if (!pressed) return;
    if (!cell) return this.drop();
    const key = keyOf(...cell);
    if (dragged && key !== dragged) return this.putDown(cell);
    if (dragged) return this.wasHeld === key ? this.drop() : this.mark(); // a click takes up, a second puts back
    if (key === pressed) this.click(cell);
  }

  /** Act on a cell as a click does. */
  click(cell) {
    const key = keyOf(...cell);
    const offered = this.cells.at(key, this.held);
    if (!offered.length && this.cells.isStart(key) && this.held !== key) {
      this.held = key;
      this.tell(cell, `taken up, ${this.cells.targets(key).length} places`);
      return this.mark();
    }
    if (this.held) return this.putDown(cell);
    if (this.cells.isStart(key) && offered.some(action => !action.origins.length)) {
      this.held = key;
      return this.mark();
    }
    return this.offer(offered, cell);
  }

  putDown(cell) {
    const offered = this.cells.at(keyOf(...cell), this.held);
    if (!offered.length) {
      this.say("not there");
      return this.drop();
    }
    return this.offer(offered, cell);
  }

  offer(offered, cell) {
    if (offered.length === 1) this.do(offered[0]);
    else if (offered.length) this.menu.open(offered, this.boxOf(cell));
    else this.tell(cell, "no action");
  }

  do(action) {
    this.drop();
    this.act(action);
  }

  drop() {
    this.held = this.dragged = null;
    this.mark();
  }

  /** Take a key; the menu has its own. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ARROWS[event.key];
    if (by) this.step(by);
    else if (event.key === "Enter" || event.key === " ") this.click(this.cursor);
    else if (event.key === "Escape" && this.held) this.drop();
    else if (/^[0-9a-z]$/i.test(event.key) && !/^[urh]$/i.test(event.key) && this.type(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step([down, right]) {
    const { rows, columns } = this.place.picture;
    if (rows === null) return;
    this.cursor = [(this.cursor[0] + down + rows) % rows, (this.cursor[1] + right + columns) % columns];
    this.mark();
    this.tell(this.cursor);
  }

  type(key) {
    const offered = this.cells.at(keyOf(...this.cursor), this.held);
    const action = ending(offered, key);
    if (action) this.do(action);
    else if (offered.length) this.tell(this.cursor, `no action ends in ${key}`);
    return offered.length > 0;
  }

  /** Say what stands on a cell and what it offers. */
  tell([row, column], more = "") {
    const key = keyOf(row, column);
    const offered = this.cells.at(key, this.held);
    const words = [textAt(this.place, row, column) || "empty", `row ${row + 1}, column ${column + 1}`];
    if (more) words.push(more);
    else if (this.cells.isStart(key) && !this.held) words.push("can be taken up");
    else if (offered.length) words.push(offered.length === 1 ? offered[0].label : `${offered.length} actions`);
    this.say(words.join(", "));
  }

  boxOf([row, column]) {
    const { svg, picture } = this.place;
    const matrix = svg.getScreenCTM();
    const from = new DOMPoint(picture.left + column, picture.top + row).matrixTransform(matrix);
    return new DOMRect(from.x, from.y, matrix.a, matrix.d);
  }

  /** Draw the cursor, what is held and where it can go, and the hint. */
  mark() {
    const { picture } = this.place;
    if (!picture || picture.rows === null) return put(this.marks);
    const square = (key, name) => {
      const [row, column] = key.split(",").map(Number);
      return draw("rect", { x: picture.left + column + 0.06, y: picture.top + row + 0.06, width: 0.88, height: 0.88, rx: 0.12, class: name });
    };
    const targets = this.held ? this.cells.targets(this.held) : [];
    const offers = this.over && !this.held && (this.cells.isStart(this.over) || this.cells.at(this.over).length);
    return put(this.marks, targets.map(key => square(key, key === this.over ? "target over" : "target")),
      offers ? square(this.over, "offer") : null, this.hinted.map(cell => square(keyOf(...cell), "hinted")),
      this.held ? square(this.held, "held") : null,
      document.activeElement === this.frame ? square(keyOf(...this.cursor), "cursor") : null);
  }
}

/** Return the text that a picture shows in a cell. */
function textAt({ svg, picture }, row, column) {
  const texts = [...(svg?.querySelectorAll("text") ?? [])].filter(text =>
    Math.floor(Number(text.getAttribute("x")) - picture.left) === column &&
    Math.floor(Number(text.getAttribute("y")) - 0.1 - picture.top) === row);
  return texts.map(text => text.textContent).join(" ");
}
