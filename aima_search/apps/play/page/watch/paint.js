// Painting on the board that is watched: walls, and start, goal or a place dragged elsewhere.

import { draw, make, put } from "../parts/dom.js";
import { cellName } from "../parts/picture.js";

const WALL = "#", FREE = ".";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * Return the switch of painting over a picture; `changed(told)` hears of the new board.
 *
 * of() is the board: how requests name it (`problem`), its `picture` and `painting`. While a stroke of a live one goes
 * on, the newest board is told again and again.
 */
export function makePaint(app, place, changed, failed, { name = "paint", of = () => ({ ...app.board, problem: app.problem() }), isLive = false } = {}) {
  const box = make("input", { type: "checkbox", on: { change: () => turn(box.checked) } });
  const help = make("span", { class: "note", hidden: true });
  const label = make("label", {}, box, ` ${name}`);
  const element = make("span", { class: "paint", hidden: true }, label, help);
  const layer = draw("svg", { class: "paint-layer", "aria-hidden": "true" });
  const drawn = Object.fromEntries(["wall", "free", "target", "cursor"].map(kind => [kind, draw("path", { class: kind })])); // a path each: a stroke is long
  layer.append(...Object.values(drawn));
  const { frame } = place;
  let told = null, picture = null; // what can be painted, and the picture that is painted on
  let stroke = null; // under way: {marks, mark} or {move}
  let cursor = 0;
  let base = null, wanted = null, isSending = false; // the board that is painted on, and what is to be told next

  const isOn = () => box.checked && told !== null;
  const column = cell => cell % picture.columns, row = cell => Math.floor(cell / picture.columns);

  /** The cell below a pointer, null outside of the board. */
  function cellAt({ clientX, clientY }) {
    const area = place.svg.getBoundingClientRect();
    const [, , width, height] = place.svg.getAttribute("viewBox").split(" ").map(Number);
    const across = Math.floor(((clientX - area.left) / area.width) * width - picture.left);
    const down = Math.floor(((clientY - area.top) / area.height) * height - picture.top);
    const isIn = across >= 0 && across < picture.columns && down >= 0 && down < picture.rows;
    return isIn ? down * picture.columns + across : null;
  }

  function begin(cell) {
    if (!isSending) base = of().problem;
    if (told.handles.includes(cell)) stroke = { move: [cell, cell] };
    else if (told.marks) stroke = { marks: { ...(isSending ? wanted?.marks : {}) }, mark: told.marks[cell] === WALL ? FREE : WALL };
    if (!stroke) return;
    show();
    reach(cell);
  }
  function reach(cell) {
    if (cell === stroke.at) return;
    stroke.at = cell;
    if (stroke.move) stroke.move = [stroke.move[0], cell];
    else if (!told.handles.includes(cell)) stroke.marks[cell] = stroke.mark;
    mark();
    if (isLive) tell();
  }
  async function end() {
    const sent = tell();
    stroke = null;
    await sent;
    show();
  }
  /** Send what the stroke has done so far, unless that is nothing. */
  function tell() {
    const { move, marks } = stroke;
    if (move ? move[0] !== move[1] : Object.keys(marks).length) return send(move ? { move } : { marks: { ...marks } });
    return null;
  }
  /** Send changes of the board; one request at a time, so that of several that wait only the last is sent. */
  async function send(changes) {
    wanted = { ...changes, isNew: true };
    if (isSending) return;
    isSending = true;
    try {
      while (wanted.isNew) {
        const { isNew, ...now } = wanted;
        wanted = now;
        await changed(await app.ask("paint", { ...base, ...now }));
      }
    } catch (error) {
      failed(error);
    } finally {
      isSending = false;
    }
  }

  /** Move the start or the goal to the cursor. */
  function moveTo(from) {
    begin(from);
    reach(cursor);
    end();
  }

  /** Lay what is drawn over the picture, wherever that is now. */
  function show() {
    if (!isOn()) return layer.remove();
    layer.setAttribute("viewBox", place.svg.getAttribute("viewBox"));
    const { parentElement } = place.svg;
    if (layer.parentElement !== parentElement) parentElement.append(layer);
    Object.assign(layer.style, { top: "0", ...(parentElement === frame ? measured() : { left: "0", width: "100%", height: "100%" }) });
    return mark();
  }
  /** Where the picture stands in its frame; below a flood nothing is measured, for which the page would be laid out. */
  function measured() {
    const area = place.svg.getBoundingClientRect();
    return { left: `${area.left - frame.getBoundingClientRect().left + frame.scrollLeft}px`, width: `${area.width}px`, height: `${area.height}px` };
  }
  /** Draw what is about to be painted, and the cursor of the keys. */
  function mark() {
    const square = cell => `M${picture.left + column(cell)} ${picture.top + row(cell)}h1v1h-1z`;
    const marks = Object.entries(stroke?.marks ?? {});
    const marked = mark => marks.filter(([, one]) => one === mark).map(([cell]) => Number(cell));
    const cells = { wall: marked(WALL), free: marked(FREE), target: stroke?.move ? [stroke.move[1]] : [],
      cursor: frame.getRootNode().activeElement === frame ? [cursor] : [] };
    for (const [kind, path] of Object.entries(drawn)) path.setAttribute("d", cells[kind].map(square).join(""));
  }

  const listeners = {
    pointerdown(event) {
      const cell = isOn() && event.isPrimary && event.button === 0 ? cellAt(event) : null;
      if (cell === null) return;
      event.preventDefault();
      frame.setPointerCapture(event.pointerId);
      cursor = cell;
      begin(cell);
    },
    pointermove(event) {
      const cell = stroke ? cellAt(event) : null;
      if (cell !== null) reach(cell);
    },
    pointerup: () => stroke && end(),
    pointercancel() {
      stroke = null;
      show();
    },
    keydown(event) {
      if (!isOn() || event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      const [start, goal] = told.handles;
      const key = event.key.toLowerCase();
      if (arrow) {
        const down = Math.min(Math.max(row(cursor) + arrow[0], 0), picture.rows - 1);
        cursor = down * picture.columns + Math.min(Math.max(column(cursor) + arrow[1], 0), picture.columns - 1);
        show();
        app.say(`${cellName(picture, row(cursor), column(cursor))}${told.marks ? `: ${told.marks[cursor] === WALL ? "wall" : "free"}` : ""}`);
      } else if ((key === " " || key === "enter") && told.marks) {
        begin(cursor);
        end();
      } else if ((key === "s" || key === "g") && told.marks) moveTo(key === "s" ? start : goal);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    focus: () => show(),
    blur: () => show(),
  };
  for (const [name, listener] of Object.entries(listeners)) frame.addEventListener(name, listener);

  function turn(isPainting) {
    frame.classList.toggle("paints", isPainting);
    help.hidden = !isPainting;
    if (isPainting) Object.entries({ tabindex: "0", role: "application", "aria-label": "Board to paint" }).forEach(([name, value]) => frame.setAttribute(name, value));
    else {
      frame.removeAttribute("role");
      place.reach();
    }
    show();
  }
  return {
    element,
    /** Take the board in hand; it may be one that cannot be painted. */
    refresh() {
      told = of().painting ?? null;
      picture = of().picture ?? null;
      element.hidden = told === null;
      put(help, told?.marks ? "drag walls, start and goal; by keys: arrows, Space, S, G" : "drag a place");
      if (told === null && box.checked) turn((box.checked = false));
    },
    show,
    turnOn() {
      box.checked = true;
      turn(true);
    },
  };
}
