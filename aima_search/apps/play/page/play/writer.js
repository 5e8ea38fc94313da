// The hand for boards that are written on: clicks cycle through few texts, a menu offers many, drags paint.

import { keyOf } from "./board.js";

const FEW = 2; // texts that clicks cycle through
const TOGETHER = 1500; // two keys within these milliseconds make one text

/**
 * `write(cells, text)` writes ("" erases), and `note(cells, text)` writes a small note.
 *
 * `reserved` matches the keys that the page uses.
 */
export class Writer {
  /**
   * @param {import("./board.js").Board} board
   * @param {{write: (cells: Cell[], text: string) => unknown, note?: ((cells: Cell[], text: string) => unknown) | null}} acts
   * @param {RegExp | null} reserved
   */
  constructor(board, { write, note = null }, reserved = null) {
    this.board = board;
    this.write = write;
    this.note = note;
    this.reserved = reserved;
    /** @type {Map<string, string[]>} */
    this.texts = new Map();
    /** @type {Map<string, string>} */
    this.names = new Map();
    /** @type {Map<string, string>} */
    this.written = new Map();
    this.showsSame = true; // the cells with the text of the current cell
    this.notes = false; // whether texts are written as notes
    /** @type {string | null} */
    this.brush = null; // what a click paints, null: the next text
    this.empty = ""; // the text that erasing writes
    /** @type {any} the cells that a drag has passed */
    this.painting = null;
    this.typed = { key: "", at: 0 };
  }

  /** Set what can be written: `cells` are row, column, name and the index of the cell's texts in `kinds`. */
  learn({ kinds, cells }) {
    this.texts = new Map(cells.map(([row, column, , kind]) => [keyOf(row, column), kinds[kind]]));
    this.names = new Map(cells.map(([row, column, name]) => [keyOf(row, column), name]));
  }

  /** Set the texts that are written on the board. */
  show({ written }) {
    this.written = new Map(written.map(([row, column, text]) => [keyOf(row, column), text]));
  }

  get canDrag() {
    return this.brush !== null || [...this.texts.values()].some(texts => texts.length <= FEW);
  }

  /** The text that a click writes into a cell, undefined for a cell with a menu. */
  next(key, isRight) {
    const texts = this.texts.get(key) ?? [], now = this.written.get(key) ?? this.empty;
    if (isRight) {
      const last = this.brush === null && texts.length <= FEW ? texts.at(-1) : this.empty;
      return now === last ? this.empty : last;
    }
    if (this.brush !== null) return texts.includes(this.brush) && now !== this.brush ? this.brush : this.empty;
    if (texts.length > FEW) return undefined;
    return texts[texts.indexOf(now) + 1] ?? this.empty;
  }

  press(cell, isRight) {
    const key = keyOf(...cell);
    const text = this.texts.has(key) ? this.next(key, isRight) : undefined;
    this.painting = text === undefined ? null : { text, cells: new Map([[key, cell]]), last: cell };
    return this.painting !== null;
  }

  drag(cell) {
    if (!this.painting) return;
    const { text, cells, last } = this.painting;
    for (const passed of between(last, cell)) {
      const texts = this.texts.get(keyOf(...passed));
      if (texts && (text === this.empty || texts.includes(text))) cells.set(keyOf(...passed), passed);
    }
    this.painting.last = cell;
  }

  release(cell, pressed) {
    const { painting } = this;
    this.painting = null;
    if (painting) this.send([...painting.cells.values()], painting.text);
    else if (cell && keyOf(...cell) === keyOf(...pressed)) this.act(cell);
  }

  offers(cell) {
    return this.texts.has(keyOf(...cell));
  }

  /** Act on a cell as a click does. */
  act(cell) {
    const key = keyOf(...cell);
    if (!this.texts.has(key)) return this.refuse(cell);
    const text = this.next(key, false);
    if (text !== undefined) return this.send([cell], text);
    const choices = (this.texts.get(key) ?? []).map(one => ({ label: `${this.names.get(key)} = ${one}`, short: one, text: one }));
    if (this.written.has(key)) choices.push({ label: "erase", short: "✕", text: this.empty });
    return this.board.offer(choices, cell, choice => this.put(cell, choice.text));
  }

  /** Write a text, or a note if notes are on. */
  put(cell, text, isNote = this.notes) {
    const key = keyOf(...cell);
    if (!this.texts.has(key)) return this.refuse(cell);
    if (!isNote || text === this.empty) return this.send([cell], text);
    if (!this.written.has(key)) return this.note?.([cell], text);
    return this.board.showBubble(cell, "this cell is filled: notes go into empty cells");
  }

  /** Write a text and remember it for the next click. */
  send(cells, text) {
    for (const cell of cells) {
      if (text === this.empty) this.written.delete(keyOf(...cell));
      else this.written.set(keyOf(...cell), text);
    }
    return this.write(cells, text);
  }

  refuse(cell) {
    this.board.showBubble(cell, "this cell is given and cannot be changed");
  }

  drop() {
    this.painting = null;
  }

  key(event, cell) {
    const isNote = event.shiftKey && /^(Digit|Numpad)\d$/.test(event.code);
    const key = isNote ? event.code.at(-1) : event.key;
    const text = this.textOf(cell, key);
    if (text !== null && !(this.reserved?.test(key))) this.put(cell, text, this.notes || (isNote && this.note !== null));
    else if (/^(Delete|Backspace|0|\.)$/.test(key)) this.put(cell, this.empty);
    else if (/^\d$/.test(key)) this.refuseDigit(cell, key);
    else return false;
    return true;
  }

  /** Show the reason why a digit cannot be written. */
  refuseDigit(cell, key) {
    const texts = this.texts.get(keyOf(...cell));
    if (!texts) return this.refuse(cell);
    return this.board.showBubble(cell, `no ${key} here: ${texts[0]} to ${texts.at(-1)}`);
  }

  /** The text that a key writes: the key, the last text with one more digit, or the only text that begins with the key. */
  textOf(cell, key) {
    if (!/^[\w#~.]$/.test(key)) return null;
    const place = keyOf(...cell), texts = this.texts.get(place) ?? [], now = performance.now();
    const isMore = this.typed.key === place && now - this.typed.at < TOGETHER;
    this.typed = { key: place, at: now };
    const more = isMore ? (this.written.get(place) ?? "") + key : "";
    if (more && texts.includes(more)) return more;
    const same = texts.filter(text => text.toLowerCase() === key.toLowerCase());
    const begun = texts.filter(text => !/^\d/.test(text) && text.toLowerCase().startsWith(key.toLowerCase()));
    return same[0] ?? (begun.length === 1 ? begun[0] : null);
  }

  words(cell) {
    const key = keyOf(...cell), texts = this.texts.get(key);
    if (!texts) return "given";
    return [this.written.get(key), texts.length <= FEW ? texts.join(" or ") : `${texts[0]} to ${texts.at(-1)}`].filter(Boolean).join(", ");
  }

  squares() {
    return this.painting ? [...this.painting.cells.keys()].map(key => [key, this.painting.text === this.empty ? "erasing" : "target over"]) : [];
  }
}

/** The cells of a straight line without its first cell: a fast mouse does not report all cells. */
function between([row, column], [toRow, toColumn]) {
  const count = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: count }, (_, at) => [row + Math.round((toRow - row) * (at + 1) / count),
    column + Math.round((toColumn - column) * (at + 1) / count)]);
}
