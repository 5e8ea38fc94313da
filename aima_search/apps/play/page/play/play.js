// Play: the reader's own moves on the board.

import { Board } from "./board.js";
import { makeHint } from "./hint.js";
import { Mover } from "./mover.js";
import { Pad } from "./pad.js";
import { makeReplay } from "./replay.js";
import { BrokenRules } from "./broken_rules.js";
import { makeTimer } from "./timer.js";
import { Score } from "./score.js";
import { Writer } from "./writer.js";
import { Zoom } from "./zoom.js";
import { makeLevels } from "../choose/levels.js";
import { RandomBoard } from "../choose/random_board.js";
import { makeDialog } from "../parts/dialog.js";
import { button, make, put, section, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count, counted } from "../parts/numbers.js";
import { makeRules } from "../parts/rules.js";
import { pause } from "../watch/walker.js";

const LARGE = 20; // a board with this number of rows gets more of the page
const MOST_LISTED = 60;
const PATIENCE = 1000; // milliseconds to wait for the optimum once the board is solved

/** The view in which a board is played. */
export class Play {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.takesDigits = true;
    /** @type {GameView | null} */
    this.view = null;
    /** @type {string | null} the problem that is played */
    this.opened = null;
    this.epoch = 0;
    this.faults = makeFaults();
    const asked = (...request) => this.asked(...request);
    const failed = error => this.faults.show(error);
    this.board = new Board(text => app.announce(text), { isBusy: () => app.acts.isBusy, later: act => app.run(act), back: () => this.undo.click() });
    const why = (start, end) => this.asked("why_not", { start, end }, { key: "why" }).then(({ text }) => text, () => "");
    this.mover = new Mover(this.board, action => this.change("do", { action: action.index }), why);
    this.writer = new Writer(this.board, { write: (cells, text) => this.enter("write", cells, text), note: (cells, text) => this.enter("note", cells, text) }, /^[urhp]$/i);
    this.hint = makeHint(asked, { mark: (cells, where) => this.board.hint(cells, where), act: index => this.change("do", { action: index }), again: () => this.ask.click() }, failed);
    this.zoom = new Zoom(this.board);
    this.score = new Score(app, asked, failed);
    this.replay = makeReplay(asked, this.board, () => this.resume(), failed);
    this.broken = new BrokenRules(this.board);
    this.undo = button("Undo", () => this.change("undo"), { key: "u", title: "Take the last move back (U)" });
    this.redo = button("Redo", () => this.change("redo"), { key: "r", title: "Do the move again (R)" });
    this.restart = button("Restart", () => this.change("restart"));
    this.ask = button("Hint", () => this.tried(() => this.hint.show()), { key: "h", title: "A hint; press again for more detail (H)" });
    this.pad = new Pad(text => this.writer.put(this.board.cursor, text));
    this.pencil = button("Pencil", () => this.usePencil(!this.writer.notes), { key: "p", title: "Small notes instead of digits (P, or Shift and a digit)" });
    this.explain = button("How it is solved", () => this.guarded(() => this.explained()), { title: "The deductions that solve the board, step by step" });
    this.fresh = button("New", () => this.dialog.show(this.random.element), { title: "A random board: choose its size and difficulty" });
    this.further = button("Next level", () => this.choose(() => (this.next === undefined ? {} : { board: this.next })));
    this.dialog = makeDialog("New board");
    this.random = new RandomBoard(app, changes => {
      this.dialog.close();
      return this.choose(changes);
    });
    this.timer = makeTimer(app.store);
    this.rules = makeRules(app, "play");
    this.level = makeLevels(app, board => this.choose({ board }));
    this.message = make("p", { class: "message", role: "status" });
    this.goal = make("p", { class: "task" });
    this.seen = make("p", { class: "note seen" });
    this.moves = make("ol", { class: "moves" });
    this.movesCard = section("Moves", { class: "card" }, this.moves);
    this.actions = make("div", { class: "chips" });
    this.actionsTitle = make("summary", {});
    this.actionsCard = make("details", { class: "card" }, this.actionsTitle, this.actions);
    this.keys = { u: this.undo, r: this.redo, h: this.ask, p: this.pencil, "+": this.zoom.in, "-": this.zoom.out };
    this.element = this.layOut();
  }

  layOut() {
    const tools = make("div", { class: "row tools-row" }, this.undo, this.redo, this.restart, this.ask, this.pencil, this.explain, this.further, this.fresh, this.zoom.element, this.dialog.element);
    const left = make("div", { class: "stage" }, this.board.element, this.pad.element, tools,
      make("div", { class: "tray" }, this.message, this.hint.element, this.faults.element));
    const right = make("div", { class: "panels" }, this.replay.element, make("div", { class: "card" }, this.goal, this.score.element, this.timer.element,
      this.seen, this.broken.element, this.level.element), this.rules.element, this.movesCard, this.actionsCard);
    return make("div", { class: "view play" }, left, right);
  }

  /** Send a request about the current position of the game. */
  asked(name, request = {}, options = {}) {
    return this.app.ask(name, { ...request, epoch: this.epoch, at: this.view?.at }, options);
  }

  /** The next level, undefined after the last. */
  get next() {
    const { boards, choice } = this.app;
    return boards[boards.indexOf(choice.board) + 1];
  }

  /** Show the position of the game. */
  draw(view) {
    const wasSolved = this.view?.solved ?? true;
    this.view = view;
    this.faults.clear();
    this.hint.clear();
    this.drawBoard(view, wasSolved);
    this.drawTools(view);
    if (!view.solved) this.writeMessage();
    write(this.goal, view.goal ?? "");
    write(this.seen, view.sheet?.seen ? `In the search: ${view.sheet.seen}.` : "");
    this.list(view);
    this.timer.run(!view.solved);
    this.app.choose({ moves: view.indices });
    const scored = this.score.show(view);
    const writeIts = () => this.view === view && this.writeMessage(); // another game may be shown when the answer arrives
    if (view.solved) Promise.race([scored, pause(PATIENCE)]).then(writeIts);
    scored.then(writeIts);
  }

  drawBoard(view, wasSolved) {
    const { board, writer } = this;
    const hand = view.sheet ? writer : this.mover;
    if (view.layout) {
      writer.learn(view.layout);
      this.pencil.hidden = !view.layout.has_notes;
      this.pad.learn(view.layout);
      board.keepsCursor = !this.pad.element.hidden;
    }
    if (!view.sheet) {
      this.pencil.hidden = this.pad.element.hidden = true;
      board.keepsCursor = false;
    }
    hand.show(view.sheet ?? view.actions);
    board.hold(hand);
    board.show(view.picture, this.broken.show(view));
    this.zoom.show(view.picture);
    this.element.classList.toggle("large", view.picture.rows > LARGE);
    this.element.style.setProperty("--rows", String(view.picture.rows ?? 0));
    board.element.classList.toggle("celebrates", view.solved && !wasSolved);
  }

  drawTools(view) {
    this.explain.hidden = !view.explains;
    this.undo.disabled = this.restart.disabled = view.moves === 0;
    this.redo.disabled = view.can_redo === 0;
    this.ask.disabled = view.solved;
  }

  writeMessage() {
    const { view } = this;
    write(this.message, view ? this.messageOf(view) : "");
    this.message.classList.toggle("solved", Boolean(view?.solved));
  }

  messageOf(view) {
    if (view.solved) {
      const { optimum } = this.score;
      const compared = optimum === null || view.cost === null ? "" : view.cost === optimum ? ", which is optimal" : `; the optimum is ${count(optimum)}`;
      return `Solved in ${counted(view.moves, "move")}${compared}.`;
    }
    return view.is_stuck && !view.sheet ? "No action is possible here: press Undo." : "";
  }

  list(view) {
    put(this.moves, view.path.map(label => make("li", {}, label)));
    this.movesCard.hidden = !view.path.length;
    write(this.actionsTitle, counted(view.actions.length, "legal action"));
    const shown = view.sheet ? [] : view.actions.slice(0, MOST_LISTED); // a board to write on has its pad and its cells
    const rest = view.actions.length - shown.length;
    put(this.actions, shown.map(action => make("button", { type: "button", class: "chip",
      on: { click: () => this.change("do", { action: action.index }) } }, action.label)),
    rest && !view.sheet ? make("span", { class: "note" }, `and ${count(rest)} more on the board`) : null);
    this.actionsCard.hidden = Boolean(view.sheet);
    this.actionsCard.open = this.actionsCard.open || view.picture.svg === null;
  }

  usePencil(isOn) {
    this.writer.notes = isOn;
    this.pencil.setAttribute("aria-pressed", String(isOn));
  }

  /** Write or note, and show which rule the last cell breaks. */
  enter(name, cells, text) {
    return this.guarded(async () => {
      this.draw(await this.asked(name, { cells, text }));
      const last = cells.at(-1);
      const fault = this.view?.broken.find(one => !one.is_open && one.cells.some(cell => String(cell) === String(last)));
      if (fault && text) this.board.showBubble(last, fault.words);
    });
  }

  async explained() {
    this.hint.clear();
    await this.replay.open();
    this.element.classList.add("replays");
    this.replay.element.scrollIntoView({ block: "nearest" });
  }

  resume() {
    this.element.classList.remove("replays");
    this.replay.close();
    if (this.view) this.draw(this.view);
    this.board.frame.focus();
  }

  /** Do something with the game; if Python has lost the game, begin it again first. */
  async tried(work) {
    try {
      if (this.opened === null) await this.open();
      await work();
    } catch (error) {
      this.faults.show(error);
    }
  }

  guarded(work) {
    return this.app.run(() => this.tried(work));
  }

  change(name, request = {}) {
    return this.guarded(async () => this.draw(await this.asked(name, request)));
  }

  /**
   * Play another board.
   *
   * @param {ChangesOf} changesOf
   */
  choose(changesOf) {
    return this.app.run(async () => {
      try {
        await this.app.attempt(choice => ({ settings: undefined, ...(typeof changesOf === "function" ? changesOf(choice) : changesOf) }));
        await this.show();
      } catch (error) {
        this.faults.show(error);
      }
    });
  }

  /** Begin the game that is chosen, with the moves of the address. */
  async open() {
    const { app, view } = this;
    const key = JSON.stringify(app.isFixed ? "given" : app.problem());
    const moves = app.choice.moves ?? [];
    if (this.opened === key && view && (app.isFixed || String(view.indices) === String(moves))) return;
    if (this.opened !== key) {
      this.view = null;
      this.timer.start();
      this.broken.start();
      this.board.cursor = [0, 0];
    }
    this.score.start();
    if (!app.isFixed) this.epoch = app.epochs += 1;
    const mine = this.epoch;
    const begun = await (app.isFixed ? app.ask("view", { epoch: mine }) : app.ask("play", { ...app.problem(), epoch: mine, moves }));
    if (mine !== this.epoch) return; // another game was begun meanwhile
    this.opened = key;
    this.draw(begun);
    if (begun.refused) this.faults.show(new Error(begun.refused));
  }

  async show() {
    const { app } = this;
    if (!app.isFixed) await app.load();
    if (this.replay.isOpen) this.resume();
    await this.open();
    this.rules.refresh();
    this.fresh.hidden = app.isFixed || !app.facts.can_generate;
    this.further.hidden = app.isFixed || this.next === undefined;
    this.level.element.hidden = app.isFixed;
    if (app.isFixed) return;
    this.level.refresh();
    this.random.refresh();
  }

  hide() {
    this.timer.run(false);
    this.score.leave();
    if (this.replay.isOpen) this.resume();
  }

  drop(reason) {
    if (reason) this.opened = null; // Python was stopped, and has lost the game
  }

  key(event) {
    if (this.replay.isOpen) return this.replay.key(event);
    const control = this.keys[event.key.toLowerCase()];
    if (control && !control.hidden) control.click();
    return Boolean(control);
  }

  download() {
    return { picture: this.board.place.picture };
  }
}
