// A board that is drawn by mouse and keys: its cells, its size, and its text.

import { button, field, make, preformatted, put, write } from "../parts/dom.js";
import { cellName } from "../parts/picture.js";
import { faultOf, isNeedless } from "../parts/queue.js";
import { Board } from "../play/board.js";
import { Writer } from "../play/writer.js";

const LABEL = "Board to draw on: arrow keys move the cursor, Enter or a key writes, Delete erases";

/** The editor of a board; `change(changes)` chooses the drawn board. */
export class Drawing {
  /**
   * @param {import("../app.js").App} app
   * @param {(changesOf: ChangesOf) => unknown} change
   */
  constructor(app, change) {
    this.app = app;
    this.change = change;
    /** @type {any} the draft as Python has read it: rows, choices, text, picture, id */
    this.drawn = null;
    /** @type {string[][][]} the rows before each change */
    this.past = [];
    /** @type {any} the problem whose rules the draft has */
    this.base = null;
    this.turn = 0; // counts the requests: only the answer to the newest is shown
    this.board = new Board(text => app.announce(text), { label: LABEL });
    this.board.frame.dataset.now = ""; // a cell is drawn at once, even during other work
    this.writer = new Writer(this.board, { write: (cells, text) => this.edit(rows => cells.forEach(([row, column]) => {
      rows[row][column] = text;
    })) });
    this.palette = make("div", { class: "row palette", role: "group", "aria-label": "What a click draws" });
    this.size = ["rows", "columns"].map(name => make("input", { type: "number", min: "1", max: "40", step: "1", "aria-label": name,
      on: { change: () => this.resize() } }));
    this.fault = make("p", { class: "fault", role: "status", hidden: true });
    this.text = preformatted("", "The drawn board as text", { class: "drawn-text" });
    this.worth = make("p", { class: "note worth", role: "status" });
    this.elsewhere = make("span", {}, " Values that are not in a cell are options of the board, below.");
    this.use = button("Use the drawn board", () => this.take(), { kind: "primary" });
    this.undo = button("Undo", () => this.back());
    const empty = button("Clear", () => this.edit(rows => rows.forEach(row => row.fill(this.writer.empty))));
    this.controls = [...this.size, this.undo, empty, this.use];
    /** @type {HTMLDetailsElement} */
    this.element = make("details", { class: "drawing", on: { toggle: () => this.element.open && this.begin() } }, make("summary", {}, "Draw a board"),
      make("p", { class: "note" }, "Choose what to draw, then click or drag; a second click, or the right button, empties a cell. Keys write into the cell of the cursor.", this.elsewhere),
      this.palette, this.board.element, this.fault,
      make("div", { class: "row" }, field("rows", this.size[0]), field("columns", this.size[1]), this.undo, empty, this.use), this.worth, this.text);
  }

  show(drawn) {
    const { writer, board } = this;
    this.drawn = drawn;
    const cells = drawn.rows.flatMap((row, r) => row.map((_, c) => [r, c, cellName(drawn.picture, r, c), 0]));
    const [first] = drawn.choices;
    writer.empty = first;
    if (!drawn.choices.includes(writer.brush)) writer.brush = drawn.choices[1] ?? first;
    writer.learn({ kinds: [drawn.choices], cells });
    writer.show({ written: cells.map(([r, c]) => [r, c, drawn.rows[r][c]]).filter(([, , one]) => one !== first) });
    board.hold(writer);
    board.show(drawn.picture);
    this.showPalette();
    write(this.fault, drawn.fault?.message ?? "");
    this.fault.hidden = !drawn.fault;
    [this.size[0].value, this.size[1].value] = [drawn.rows.length, drawn.rows[0].length].map(String);
    write(this.text, drawn.text);
    for (const control of this.controls) control.disabled = false;
    this.undo.disabled = !this.past.length;
    this.use.disabled = !drawn.id;
    this.weigh(drawn.id);
  }

  /** Show what the drawn board's solution costs, once no other request waits. */
  async weigh(id) {
    const mine = this.turn;
    write(this.worth, id ? "Searching for a solution …" : "");
    if (!id) return;
    try {
      const answer = await this.app.ask("worth", { ...this.base, board: id }, { key: "worth", later: true });
      if (mine === this.turn) write(this.worth, answer.text);
    } catch (error) {
      if (mine === this.turn) write(this.worth, isNeedless(error) ? "" : faultOf(error).message);
    }
  }

  /** The text of a choice on its button. */
  nameOf(choice) {
    return choice === this.writer.empty ? "empty" : choice;
  }

  showPalette() {
    put(this.palette, this.drawn.choices.map(one => make("button", { type: "button", class: "button", "data-now": "",
      "aria-pressed": String(one === this.writer.brush), on: { click: () => this.pick(one) } }, this.nameOf(one))));
  }

  pick(choice) {
    this.writer.brush = choice;
    for (const control of this.palette.children) control.setAttribute("aria-pressed", String(control.textContent === this.nameOf(choice)));
  }

  /** Request a draft and show it, unless it is refused or replaced by a newer request; presses wait for it. */
  draft(request) {
    return this.app.during(this.ask(request));
  }

  async ask(request) {
    this.turn += 1;
    const mine = this.turn;
    try {
      const drawn = await this.app.ask("draw", { ...this.base, ...request }, { key: "draw" });
      if (mine === this.turn) this.show(drawn);
    } catch (error) {
      if (isNeedless(error) || mine !== this.turn) return;
      write(this.fault, faultOf(error).message);
      this.fault.hidden = false;
    }
  }

  /** Show no board until the current board is known. */
  clear() {
    this.turn += 1;
    this.drawn = null;
    this.past = [];
    this.board.clear();
    for (const one of [this.worth, this.text, this.fault]) write(one, "");
    for (const control of this.controls) control.disabled = true;
  }

  /** Draw the current board, unless it is the drawn board. */
  begin() {
    const now = this.app.problem();
    if (this.base && this.drawn && JSON.stringify(now) === JSON.stringify(this.base)) return;
    const isSame = this.drawn && this.base.board === now.board; // the options may differ, which no cell shows
    this.base = now;
    if (!isSame) this.clear();
    this.draft(isSame ? { rows: this.drawn.rows } : {});
  }

  step(rows, request = {}) {
    this.past.push(this.drawn.rows);
    this.drawn.rows = rows; // the next key does not wait for the answer
    return this.draft({ rows, ...request });
  }

  edit(work) {
    const rows = this.drawn.rows.map(row => [...row]);
    work(rows);
    return this.step(rows);
  }

  resize() {
    return this.step(this.drawn.rows, { size: this.size.map(input => Number(input.value)) });
  }

  back() {
    return this.draft({ rows: this.past.pop() });
  }

  async take() {
    const { id } = this.drawn;
    if (!id) return; // the last stroke has made the board invalid
    this.base = { ...this.base, board: id };
    await this.change({ board: id });
  }

  refresh() {
    const { facts } = this.app;
    this.element.hidden = !facts.can_draw;
    this.elsewhere.hidden = !facts.settings?.length;
    if (this.base && this.base.puzzle !== facts.name) {
      this.base = this.drawn = null;
      this.writer.brush = null;
      this.element.open = false;
    } else if (this.element.open) this.begin();
  }
}
