// Play: the reader's own moves on the board.

import { Board } from "./board.js";
import { makeHint } from "./hint.js";
import { Mover } from "./mover.js";
import { makeReplay } from "./replay.js";
import { makeTimer } from "./timer.js";
import { makeScore } from "./score.js";
import { Writer } from "./writer.js";
import { makeRandom, selectLevel } from "../choose/board_form.js";
import { makeDialog } from "../parts/dialog.js";
import { button, field, make, put, section, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count, counted } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";
import { makeRules } from "../parts/rules.js";

const MOST_LISTED = 60;
const PATIENCE = 1000; // milliseconds in which the optimum is waited for, once the board is solved
const FEW = 4; // broken rules that are listed without being asked for

/** Return the view in which a board is played. */
export function makePlay(app) {
  const faults = makeFaults();
  const failed = error => faults.show(error);
  const board = new Board(text => app.say(text), { isBusy: () => app.working !== null, later: act => app.later(act), back: () => undo.click() });
  const asked = (name, request = {}, how = {}) => app.ask(name, { ...request, epoch, at: view?.at }, how); // of the game as it is shown
  const why = (start, end) => asked("why_not", { start, end }, { key: "why" }).then(({ text }) => text, () => "");
  const mover = new Mover(board, action => change("do", { action: action.index }), why);
  const writer = new Writer(board, { write: (cells, text) => enter("write", cells, text), note: (cells, text) => enter("note", cells, text) }, /^[urhp]$/i);
  const hint = makeHint(asked, { mark: (cells, where) => board.hint(cells, where), act: index => change("do", { action: index }), again: () => ask.click() }, failed);
  const score = makeScore(app, asked, failed);
  const replay = makeReplay(asked, board, () => resume(), failed);
  const rulesCard = makeRules(app, "play");
  const message = make("p", { class: "message", role: "status" });
  const rules = make("ul", {});
  const broken = make("details", { class: "broken", on: { toggle: () => view && listBroken() } }, make("summary", { "aria-live": "polite" }), rules);
  const undo = button("Undo", () => change("undo"), { key: "u", title: "Take the last move back (U)" });
  const redo = button("Redo", () => change("redo"), { key: "r", title: "Do it again (R)" });
  const restart = button("Restart", () => change("restart"));
  const ask = button("Hint", () => tried(hint.show), { key: "h", title: "A hint; again: more of it (H)" });
  const pencil = button("Pencil", () => usePencil(!writer.notes), { key: "p", title: "Small notes instead of digits (P, or Shift and a digit)" });
  const explain = button("How it is solved", () => guarded(explained), { title: "The deductions that solve the board, step by step" });
  const fresh = button("New", () => dialog.show(random.element), { title: "A board at random: its size, kind, difficulty, seed" });
  const next = () => app.boards[app.boards.indexOf(app.choice.board) + 1]; // undefined after the last
  const further = button("Next level", () => next() !== undefined && choose({ board: next() }));
  const dialog = makeDialog("New board");
  const random = makeRandom(app, changes => {
    dialog.close();
    return choose(changes);
  });
  const timer = makeTimer(app.store);
  const level = make("div", {});
  const goal = make("p", { class: "task" });
  const seen = make("p", { class: "note seen" });
  const moves = make("ol", { class: "moves" });
  const movesCard = section("Moves", { class: "card" }, moves);
  const actions = make("div", { class: "chips" });
  const actionsTitle = make("summary", {});
  const actionsCard = make("details", { class: "card" }, actionsTitle, actions);
  let view = null, opened = null, epoch = 0;

  function show(told) {
    const wasSolved = view?.solved ?? true;
    view = told;
    faults.clear();
    hint.clear();
    const hand = view.sheet ? writer : mover;
    if (view.layout) {
      writer.learn(view.layout);
      pencil.hidden = !view.layout.has_notes;
    }
    hand.show(view.sheet ?? view.actions);
    board.hold(hand);
    board.show(view.picture, view.solved ? [] : view.broken);
    if (!view.sheet) pencil.hidden = true;
    explain.hidden = !view.explains;
    write(seen, view.sheet?.seen ? `As the search sees it: ${view.sheet.seen}.` : "");
    undo.disabled = restart.disabled = view.moves === 0;
    redo.disabled = view.can_redo === 0;
    ask.disabled = view.solved;
    showBroken(view.solved ? [] : view.broken);
    if (!view.solved) tellHow();
    write(goal, view.goal ?? "");
    timer.run(!view.solved);
    board.element.classList.toggle("celebrates", view.solved && !wasSolved);
    list();
    app.choose({ moves: view.indices });
    const scored = score.show(view);
    const tellIts = () => view === told && tellHow(); // another game may be opening by then
    if (view.solved) Promise.race([scored, pause(PATIENCE)]).then(tellIts);
    scored.then(tellIts);
  }

  function tellHow() {
    write(message, said());
    message.classList.toggle("solved", view.solved);
  }

  function showBroken(wrong) {
    if (broken.hidden || !view.moves) broken.open = wrong.length <= FEW;
    broken.hidden = !wrong.length;
    const open = wrong.filter(one => one.is_open).length;
    const told = [open < wrong.length && counted(wrong.length - open, "broken rule"), open && `${counted(open, "rule")} still open`];
    write(broken.firstChild, told.filter(Boolean).join(", "));
    listBroken();
  }

  /** List the broken rules for who has opened their list: a large sheet begins with hundreds. */
  function listBroken() {
    put(rules, broken.open && !view.solved ? view.broken.map(({ words, cells }) => {
      const mark = () => board.hint(cells);
      return make("li", {}, cells.length ? make("button", { type: "button", class: "linklike", on: { click: mark, mouseenter: mark, focus: mark } }, words) : words);
    }) : null);
  }

  function usePencil(isOn) {
    writer.notes = isOn;
    pencil.setAttribute("aria-pressed", String(isOn));
  }

  /** Write or note, and say which rule the last cell breaks then. */
  const enter = (name, cells, text) => guarded(async () => {
    show(await asked(name, { cells, text }));
    const last = cells.at(-1);
    const fault = view.broken.find(one => !one.is_open && one.cells.some(cell => String(cell) === String(last)));
    if (fault && text) board.tellAt(last, fault.words);
  });

  async function explained() {
    hint.clear();
    await replay.open();
    element.classList.add("replays");
    replay.element.scrollIntoView({ block: "nearest" });
  }

  function resume() {
    element.classList.remove("replays");
    replay.close();
    show(view);
    board.frame.focus();
  }

  function said() {
    if (view.solved) {
      const least = score.optimum;
      const compared = least === null || view.cost === null ? "" : view.cost === least ? ": the optimum" : `; the optimum is ${count(least)}`;
      return `Solved in ${counted(view.moves, "move")}${compared}.`;
    }
    return view.is_stuck && !view.sheet ? "Nothing can be done from here: undo." : "";
  }

  function list() {
    put(moves, view.path.map(label => make("li", {}, label)));
    movesCard.hidden = !view.path.length;
    write(actionsTitle, counted(view.actions.length, "legal action"));
    const shown = view.actions.slice(0, MOST_LISTED);
    const rest = view.actions.length - shown.length;
    put(actions, shown.map(action => make("button", { type: "button", class: "chip",
      on: { click: () => change("do", { action: action.index }) } }, action.label)),
    rest ? make("span", { class: "note" }, `and ${count(rest)} more on the board`) : null);
    actionsCard.open = actionsCard.open || view.picture.svg === null;
  }

  /** Do something with the game; a game that is gone at the other end is begun again first. */
  async function tried(work) {
    try {
      if (opened === null) await open();
      await work();
    } catch (error) {
      failed(error);
    }
  }
  const guarded = work => app.run(() => tried(work));
  const change = (name, request = {}) => guarded(async () => show(await asked(name, request)));

  /** Play another board. */
  const choose = changes => app.run(async () => {
    try {
      await app.attempt({ settings: undefined, ...changes });
      await begin();
    } catch (error) {
      failed(error);
    }
  });

  /** Begin the game that is chosen, with the moves of the address. */
  async function open() {
    const key = JSON.stringify(app.isFixed ? "given" : app.problem());
    const wanted = app.choice.moves ?? [];
    if (opened === key && view && (app.isFixed || String(view.indices) === String(wanted))) return;
    if (opened !== key) {
      view = null;
      timer.start();
      board.cursor = [0, 0];
    }
    score.start();
    if (!app.isFixed) epoch = app.epochs += 1;
    const mine = epoch;
    const ask = request => (app.isFixed ? app.ask("view", { epoch }) : app.ask("play", { ...app.problem(), epoch, ...request }));
    const told = await ask({ moves: wanted }).catch(async error => {
      if (!wanted.length || isNeedless(error)) throw error;
      failed(error);
      return ask();
    });
    if (mine !== epoch) return; // another game was begun meanwhile
    opened = key;
    show(told);
  }

  async function begin() {
    if (!app.isFixed) await app.load();
    if (replay.isOpen) resume();
    await open();
    rulesCard.refresh();
    fresh.hidden = app.isFixed || !app.facts.can_generate;
    further.hidden = app.isFixed || next() === undefined;
    level.hidden = app.isFixed;
    if (app.isFixed) return;
    put(level, field("Level", selectLevel(app, chosen => choose({ board: chosen }))));
    random.refresh();
  }

  const tools = make("div", { class: "row tools-row" }, undo, redo, restart, ask, pencil, explain, further, fresh, dialog.element);
  const left = make("div", { class: "stage" }, board.element, tools,
    make("div", { class: "tray" }, message, hint.element, faults.element));
  const right = make("div", { class: "panels" }, replay.element, make("div", { class: "card" }, goal, score.element, timer.element, seen, broken, level), rulesCard.element, movesCard, actionsCard);
  const keys = { u: () => undo.click(), r: () => redo.click(), h: () => ask.click(), p: () => pencil.hidden || pencil.click() };
  const element = make("div", { class: "view play" }, left, right);
  return {
    element,
    takesDigits: true,
    show: begin,
    hide() {
      timer.run(false);
      score.leave();
      if (replay.isOpen) resume();
    },
    drop(reason) {
      if (reason) opened = null; // whatever ran has been ended, and the game with it
    },
    key(event) {
      if (replay.isOpen) return replay.key(event);
      const does = keys[event.key.toLowerCase()];
      if (does) does();
      return Boolean(does);
    },
    download: () => ({ picture: board.place.picture }),
  };
}

const pause = milliseconds => new Promise(resolve => {
  setTimeout(resolve, milliseconds);
});
