// Painting on the board of a search: walls, and dragging the start or a goal to another cell.

import { draw, isFocused, make } from "../parts/dom.js";
import { cellName } from "../parts/picture.js";

const WALL = "#", FREE = ".";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const KINDS = ["wall", "free", "target", "cursor"];

/**
 * The switch of painting over a picture; `changed(board)` is called with the new board.
 *
 * `of()` returns the board: how requests name it (`problem`), its `picture` and `painting`. If `isLive`, the board is sent
 * during a stroke, too.
 */
export class Paint {
  /**
   * @param {import("../app.js").App} app
   * @param {PicturePlace} place
   * @param {(board: any) => any} changed
   * @param {(error: unknown) => void} failed
   * @param {{name?: string, of?: () => any, isLive?: boolean}} options
   */
  constructor(app, place, changed, failed, { name = "change the map", of = () => ({ ...app.board, problem: app.problem() }), isLive = false } = {}) {
    this.app = app;
    this.place = place;
    this.of = of;
    this.isLive = isLive;
    this.sending = new Sending(app, changed, failed);
    /** @type {Painting | null} what can be painted */
    this.painting = null;
    /** @type {any} the picture of the board, before a search shows its own */
    this.base = null;
    /** @type {any} the current stroke: {marks, mark} or {move} */
    this.stroke = null;
    this.cursor = 0;
    this.box = make("input", { type: "checkbox", on: { change: () => this.turn(this.box.checked) } });
    this.help = make("span", { class: "note", hidden: true }, "drag walls, the start or the goal; keys: arrows, Space, S, G");
    this.element = make("span", { class: "paint", hidden: true }, make("label", {}, this.box, ` ${name}`), this.help);
    this.layer = draw("svg", { class: "paint-layer", "aria-hidden": "true" });
    this.paths = Object.fromEntries(KINDS.map(kind => [kind, draw("path", { class: kind })])); // a path for each kind
    this.layer.append(...Object.values(this.paths));
    this.listen();
  }

  listen() {
    const { frame } = this.place;
    const listeners = {
      pointerdown: event => this.press(event),
      pointermove: event => this.move(event),
      pointerup: () => this.stroke && this.end(),
      pointercancel: () => {
        this.stroke = null;
        this.show();
      },
      keydown: event => this.key(event),
      focus: () => this.show(),
      blur: () => this.show(),
    };
    for (const [name, listener] of Object.entries(listeners)) frame.addEventListener(name, listener);
  }

  /** The picture that is painted on: the shown picture, because the margins of a map depend on its labels. */
  get picture() {
    return this.place.picture?.columns ? this.place.picture : this.base;
  }

  get isOn() {
    return this.box.checked && this.painting !== null && this.place.svg !== null;
  }

  column(cell) {
    return cell % this.picture.columns;
  }

  row(cell) {
    return Math.floor(cell / this.picture.columns);
  }

  /** The cell below a pointer, null outside of the board. */
  cellAt({ clientX, clientY }) {
    const { place: { svg }, picture } = this;
    const area = svg.getBoundingClientRect();
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const across = Math.floor(((clientX - area.left) / area.width) * width - picture.left);
    const down = Math.floor(((clientY - area.top) / area.height) * height - picture.top);
    const isIn = across >= 0 && across < picture.columns && down >= 0 && down < picture.rows;
    return isIn ? down * picture.columns + across : null;
  }

  press(event) {
    const cell = this.isOn && event.isPrimary && event.button === 0 ? this.cellAt(event) : null;
    if (cell === null) return;
    event.preventDefault();
    this.place.frame.setPointerCapture(event.pointerId);
    this.cursor = cell;
    this.begin(cell);
  }

  move(event) {
    const cell = this.stroke ? this.cellAt(event) : null;
    if (cell !== null) this.reach(cell);
  }

  begin(cell) {
    const { handles, marks } = /** @type {Painting} */ (this.painting), { sending } = this;
    sending.begin(this.of().problem);
    if (handles.includes(cell)) this.stroke = { move: [cell, cell] };
    else this.stroke = { marks: { ...sending.marks }, mark: marks[cell] === WALL ? FREE : WALL };
    this.show();
    this.reach(cell);
  }

  reach(cell) {
    const { stroke } = this;
    if (cell === stroke.at) return;
    stroke.at = cell;
    if (stroke.move) stroke.move = [stroke.move[0], cell];
    else if (!this.painting?.handles.includes(cell)) stroke.marks[cell] = stroke.mark;
    this.mark();
    if (this.isLive) this.send();
  }

  async end() {
    const sent = this.send();
    this.stroke = null;
    await sent;
    this.show();
  }

  /** Send the changes of the stroke so far, if there are any. */
  send() {
    const { move, marks } = this.stroke;
    if (move ? move[0] === move[1] : !Object.keys(marks).length) return null;
    return this.sending.send(move ? { move } : { marks: { ...marks } });
  }

  /** Put the painted cells over the picture, at its current position. */
  show() {
    const { layer, place: { svg, frame } } = this;
    if (!this.isOn) return layer.remove();
    layer.setAttribute("viewBox", svg.getAttribute("viewBox"));
    const { parentElement } = svg;
    if (layer.parentElement !== parentElement) parentElement.append(layer);
    Object.assign(layer.style, { top: "0", ...(parentElement === frame ? this.measured() : { left: "0", width: "100%", height: "100%" }) });
    return this.mark();
  }

  /** The place of the picture in its frame. Under a flood nothing is measured, because measuring lays out the page. */
  measured() {
    const { svg, frame } = this.place, area = svg.getBoundingClientRect();
    return { left: `${area.left - frame.getBoundingClientRect().left + frame.scrollLeft}px`, width: `${area.width}px`, height: `${area.height}px` };
  }

  /** Draw the cells of the stroke, and the keyboard cursor. */
  mark() {
    const { stroke, picture, place: { frame } } = this;
    const square = cell => `M${picture.left + this.column(cell)} ${picture.top + this.row(cell)}h1v1h-1z`;
    const marks = Object.entries(stroke?.marks ?? {});
    const marked = mark => marks.filter(([, one]) => one === mark).map(([cell]) => Number(cell));
    const cells = { wall: marked(WALL), free: marked(FREE), target: stroke?.move ? [stroke.move[1]] : [],
      cursor: isFocused(frame) ? [this.cursor] : [] };
    for (const [kind, path] of Object.entries(this.paths)) path.setAttribute("d", cells[kind].map(square).join(""));
  }

  key(event) {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey) return;
    const { handles: [start, goal], marks } = /** @type {Painting} */ (this.painting);
    const arrow = ARROWS[event.key], key = event.key.toLowerCase();
    if (arrow) this.step(arrow, marks);
    else if (key === " " || key === "enter") {
      this.begin(this.cursor);
      this.end();
    } else if (key === "s" || key === "g") {
      this.begin(key === "s" ? start : goal);
      this.reach(this.cursor);
      this.end();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the cursor, and announce what is below it. */
  step([down, across], marks) {
    const { picture } = this;
    const row = Math.min(Math.max(this.row(this.cursor) + down, 0), picture.rows - 1);
    const column = Math.min(Math.max(this.column(this.cursor) + across, 0), picture.columns - 1);
    this.cursor = row * picture.columns + column;
    this.show();
    this.app.announce(`${cellName(picture, row, column)}: ${marks[this.cursor] === WALL ? "wall" : "free"}`);
  }

  turn(isPainting) {
    const { place, help } = this;
    place.frame.classList.toggle("paints", isPainting);
    help.hidden = !isPainting;
    if (isPainting) Object.entries({ tabindex: "0", role: "application", "aria-label": "Map to change" }).forEach(pair => place.frame.setAttribute(...pair));
    else {
      place.frame.removeAttribute("role");
      place.reach();
    }
    this.show();
  }

  /** Take the current board, which may not be paintable. */
  refresh() {
    const { painting = null, picture = null } = this.of();
    this.painting = painting;
    this.base = picture;
    this.element.hidden = painting === null;
    if (painting === null && this.box.checked) this.turn((this.box.checked = false));
  }

  turnOn() {
    this.box.checked = true;
    this.turn(true);
  }
}

/** Sends changes of a board one after the other; if several changes wait, only the last is sent. */
class Sending {
  constructor(app, changed, failed) {
    this.app = app;
    this.changed = changed;
    this.failed = failed;
    this.isBusy = false;
    /** @type {any} the board that is painted on */
    this.base = null;
    /** @type {any} the change to send next */
    this.next = null;
    /** @type {any} the change that was sent last */
    this.sent = null;
  }

  /** Paint on a board; while an answer is pending, the last stroke continues. */
  begin(problem) {
    if (!this.isBusy) this.base = problem;
  }

  /** The marks that a stroke starts with. */
  get marks() {
    return this.isBusy ? (this.next ?? this.sent)?.marks : {};
  }

  async send(changes) {
    this.next = changes;
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.next) {
        this.sent = this.next;
        this.next = null;
        await this.changed(await this.app.ask("paint", { ...this.base, ...this.sent }));
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.isBusy = false;
    }
  }
}
