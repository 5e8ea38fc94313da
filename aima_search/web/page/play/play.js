// Play: the reader's own moves on the board.

import { Board } from "./board.js";
import { makeHint } from "./hint.js";
import { makeScore } from "./score.js";
import { button, make, put, section, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { count, counted } from "../parts/numbers.js";
import { makeRules } from "../parts/rules.js";

const MOST_LISTED = 60;
const FEW = 4; // broken rules that are listed without being asked for

/** Return the view in which a board is played. */
export function makePlay(app) {
  const faults = makeFaults();
  const failed = error => faults.show(error);
  const board = new Board(action => change("do", { action: action.index }), text => app.say(text));
  const hint = makeHint(app, { mark: cells => board.hint(cells), act: index => change("do", { action: index }), again: () => ask.click() }, failed);
  const score = makeScore(app, failed);
  const rulesCard = makeRules(app, "play");
  const message = make("p", { class: "message", role: "status" });
  const rules = make("ul", {});
  const broken = make("details", { class: "broken" }, make("summary", { "aria-live": "polite" }), rules);
  const undo = button("Undo", () => change("undo"), { key: "u", title: "Take the last move back (U)" });
  const redo = button("Redo", () => change("redo"), { key: "r", title: "Do it again (R)" });
  const restart = button("Restart", () => change("restart"));
  const ask = button("Hint", () => guarded(hint.show), { key: "h", title: "A hint; again: more of it (H)" });
  const moves = make("ol", { class: "moves" });
  const movesCard = section("Moves", { class: "card" }, moves);
  const actions = make("div", { class: "chips" });
  const actionsTitle = make("summary", {});
  const actionsCard = make("details", { class: "card" }, actionsTitle, actions);
  let view = null, opened = null, isLost = false; // whether the game is gone at the other end

  function show(told) {
    const wasSolved = view?.solved ?? true;
    view = told;
    faults.clear();
    hint.clear();
    board.show(view);
    undo.disabled = restart.disabled = view.moves === 0;
    redo.disabled = view.can_redo === 0;
    ask.disabled = view.solved;
    showBroken(view.solved ? [] : view.faults);
    write(message, said());
    message.classList.toggle("solved", view.solved);
    board.element.classList.toggle("celebrates", view.solved && !wasSolved);
    list();
    app.choose({ moves: view.indices });
    score.show(view).then(() => view.solved && write(message, said()));
  }

  function showBroken(wrong) {
    if (broken.hidden || !view.moves) broken.open = wrong.length <= FEW;
    broken.hidden = !wrong.length;
    write(broken.firstChild, counted(wrong.length, "broken rule"));
    put(rules, wrong.map(fault => make("li", {}, fault)));
  }

  function said() {
    if (view.solved) {
      const least = score.optimum;
      const beside = least === null ? "" : view.cost === least ? ": the optimum" : `; the optimum is ${count(least)}`;
      return `Solved in ${counted(view.moves, "move")}${beside}.`;
    }
    return view.is_stuck ? "Nothing can be done from here: undo." : "";
  }

  function list() {
    put(moves, view.path.map(label => make("li", {}, label)));
    movesCard.hidden = !view.path.length;
    write(actionsTitle, counted(view.actions.length, "legal action"));
    const shown = view.actions.slice(0, MOST_LISTED);
    const rest = view.actions.length - shown.length;
    put(actions, shown.map(action => make("button", { type: "button", class: "chip",
      on: { click: () => change("do", { action: action.index }) } }, action.label)),
    rest ? make("span", { class: "note" }, `and ${counted(rest, "more")} on the board`.replace("mores", "more")) : null);
    actionsCard.open = actionsCard.open || view.picture.svg === null;
  }

  /** Do something with the game; a lost game is begun again first. */
  async function guarded(work) {
    try {
      if (isLost) await open();
      await work();
    } catch (error) {
      failed(error);
    }
  }
  const change = (name, request = {}) => guarded(async () => show(await app.ask(name, request)));

  /** Begin the game that is chosen, with the moves of the address. */
  async function open() {
    if (app.isFixed) return show(await app.ask("view"));
    const key = JSON.stringify(app.problem());
    const wanted = app.choice.moves ?? [];
    if (opened === key && view && String(view.indices) === String(wanted)) return undefined;
    if (opened !== key) view = null;
    score.start();
    opened = key;
    isLost = false;
    try {
      show(await app.ask("play", { ...app.problem(), moves: wanted }));
    } catch (error) {
      if (!wanted.length) throw error;
      show(await app.ask("play", app.problem()));
      failed(error);
    }
    return undefined;
  }

  const tools = make("div", { class: "row tools-row" }, undo, redo, restart, ask);
  const left = make("div", { class: "stage" }, board.element, tools,
    make("div", { class: "tray" }, message, hint.element, faults.element));
  const right = make("div", { class: "panels" }, rulesCard.element, make("div", { class: "card" }, score.element, broken), movesCard, actionsCard);
  const keys = { u: () => undo.click(), r: () => redo.click(), h: () => ask.click() };
  return {
    element: make("div", { class: "view play" }, left, right),
    takesDigits: true,
    async show() {
      if (!app.isFixed) await app.load();
      rulesCard.refresh();
      await open();
    },
    hide: () => score.leave(),
    reset() {
      opened = null;
      isLost = !app.isFixed;
    },
    key(event) {
      const does = keys[event.key.toLowerCase()];
      if (does) does();
      return Boolean(does);
    },
    download: () => ({ picture: board.place.picture }),
  };
}
