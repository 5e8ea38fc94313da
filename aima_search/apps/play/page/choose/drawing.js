// A board drawn by hand: its cells by mouse and keys, its size, and the text that comes out.

import { button, field, make, put, write } from "../parts/dom.js";
import { cellName } from "../parts/picture.js";
import { faultOf, isNeedless } from "../parts/queue.js";
import { Board } from "../play/board.js";
import { Writer } from "../play/writer.js";

const LABEL = "Board to draw on: arrow keys move the cursor, Enter or a key writes, Delete erases";

/** Return the place where a board is drawn; `change(changes, where)` chooses it. */
export function makeDrawing(app, change) {
  const board = new Board(text => app.say(text), { label: LABEL });
  const writer = new Writer(board, { write: (cells, text) => edit(rows => cells.forEach(([row, column]) => {
    rows[row][column] = text;
  })) });
  const palette = make("div", { class: "row palette", role: "group", "aria-label": "What a click draws" });
  const size = ["rows", "columns"].map(name => make("input", { type: "number", min: "1", max: "40", step: "1", "aria-label": name,
    on: { change: () => resize() } }));
  const fault = make("p", { class: "fault", role: "status", hidden: true });
  const text = make("pre", { class: "drawn-text" });
  const worth = make("p", { class: "note worth", role: "status" });
  const elsewhere = make("span", {}, " What is in no cell is an option below.");
  const use = button("Use the drawn board", () => take(), { kind: "primary" });
  const undo = button("Undo", () => back());
  const empty = button("Empty it", () => edit(rows => rows.forEach(row => row.fill(writer.empty))));
  const element = make("details", { class: "drawing", on: { toggle: () => element.open && begin() } }, make("summary", {}, "Draw a board"),
    make("p", { class: "note" }, "Choose what to draw, then click or drag; a second click, or the right button, empties a cell. Keys write into the cell of the cursor.", elsewhere),
    palette, board.element, fault,
    make("div", { class: "row" }, field("rows", size[0]), field("columns", size[1]), undo, empty, use), worth, text);
  const controls = [...size, undo, empty, use];
  let drawn = null, past = [], base = null, turn = 0;

  const show = told => {
    drawn = told;
    const cells = told.rows.flatMap((row, r) => row.map((_, c) => [r, c, cellName(told.picture, r, c), 0]));
    const [first] = told.choices;
    writer.empty = first;
    if (!told.choices.includes(writer.brush)) writer.brush = told.choices[1] ?? first;
    writer.learn({ kinds: [told.choices], cells });
    writer.show({ written: cells.map(([r, c]) => [r, c, told.rows[r][c]]).filter(([, , text]) => text !== first) });
    board.hold(writer);
    board.show(told.picture);
    showPalette();
    write(fault, told.fault?.message ?? "");
    fault.hidden = !told.fault;
    size[0].value = told.rows.length;
    size[1].value = told.rows[0].length;
    write(text, told.text);
    for (const one of controls) one.disabled = false;
    undo.disabled = !past.length;
    use.disabled = !told.id;
    weigh(told.id);
  };

  /** Say what the drawn board's solution costs, once nothing else is asked. */
  async function weigh(id) {
    const mine = turn;
    write(worth, id ? "Looking for a solution …" : "");
    if (!id) return;
    try {
      const told = await app.ask("worth", { ...base, board: id }, { key: "worth", later: true });
      if (mine === turn) write(worth, told.text);
    } catch (error) {
      if (mine === turn) write(worth, isNeedless(error) ? "" : faultOf(error).message);
    }
  }

  const showPalette = () => put(palette, drawn.choices.map(one => make("button", { type: "button", class: "button",
    "aria-pressed": String(one === writer.brush), on: { click: () => choose(one) } }, one === writer.empty ? "empty" : one)));

  function choose(one) {
    writer.brush = one;
    for (const control of palette.children) control.setAttribute("aria-pressed", String(control.textContent === (one === writer.empty ? "empty" : one)));
  }

  /** Ask for a draft; null if it is refused, or a newer one is on its way. */
  async function ask(request) {
    turn += 1;
    const mine = turn;
    try {
      const told = await app.ask("draw", { ...base, ...request }, { key: "draw" });
      return mine === turn ? told : null;
    } catch (error) {
      if (!isNeedless(error) && mine === turn) {
        write(fault, faultOf(error).message);
        fault.hidden = false;
      }
      return null;
    }
  }

  /** Draw nothing until the board in hand is known: nothing of another is to be drawn on. */
  function clear() {
    turn += 1;
    drawn = null;
    past = [];
    board.clear();
    for (const one of [worth, text, fault]) write(one, "");
    for (const one of controls) one.disabled = true;
  }

  /** Draw the board in hand, unless it is what is drawn. */
  async function begin() {
    const now = app.problem();
    if (base && drawn && JSON.stringify(now) === JSON.stringify(base)) return;
    const isSame = drawn && base.board === now.board; // under other options, which say what is in no cell
    base = now;
    if (!isSame) clear();
    const told = await ask(isSame ? { rows: drawn.rows } : {});
    if (told) show(told);
  }

  async function step(rows, request = {}) {
    past.push(drawn.rows);
    drawn.rows = rows; // for the next key, which does not wait for the answer
    const told = await ask({ rows, ...request });
    if (told) show(told);
  }

  function edit(work) {
    const rows = drawn.rows.map(row => [...row]);
    work(rows);
    return step(rows);
  }

  const resize = () => step(drawn.rows, { size: size.map(input => Number(input.value)) });

  async function back() {
    const told = await ask({ rows: past.pop() });
    if (told) show(told);
  }

  async function take() {
    base = { ...base, board: drawn.id };
    await change({ board: drawn.id });
  }
  return {
    element,
    refresh() {
      element.hidden = !app.facts.can_draw;
      elsewhere.hidden = !app.facts.settings?.length;
      if (base && base.puzzle !== app.facts.name) {
        base = drawn = null;
        writer.brush = null;
        element.open = false;
      } else if (element.open) begin();
    },
  };
}
