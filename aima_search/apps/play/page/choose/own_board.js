// The reader's own board, as text: it is recognised while it is typed, and used after a press on the button.

import { markPlace } from "./place.js";
import { button, field, isFocused, make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { faultOf, isNeedless } from "../parts/queue.js";

const LONG = 2000; // characters of a text that takes a while to read
const PATIENCE = 250; // milliseconds between the last key and reading the text
const DRAFT = "draft.board";

/** The text of a board, and its errors. */
export class OwnBoard {
  /**
   * @param {import("../app.js").App} app
   * @param {(changesOf: ChangesOf, where?: any) => unknown} change
   */
  constructor(app, change) {
    Object.assign(this, { app, change });
    this.app = app;
    this.change = change;
    this.waits = 0;
    this.isAbout = ""; // the puzzle and the board that the text, or its fault, belongs to
    this.text = make("textarea", { rows: "7", spellcheck: "false", autocapitalize: "off", wrap: "off", on: { input: () => this.input() } });
    this.fault = make("div", { class: "fault", role: "alert", hidden: true });
    this.formats = make("p", { class: "note" });
    this.recognised = make("p", { class: "recognised", role: "status" });
    this.preview = makePicture({ name: "the board of the text", withText: false });
    const use = button("Use this board", () => this.use());
    this.element = make("details", { class: "own-board" }, make("summary", {}, "My own board"),
      field("The board as text", this.text, "rows of cells, or a short id"), this.formats, this.recognised, this.preview.element,
      this.fault, make("div", { class: "row" }, use));
  }

  async use() {
    const text = this.text.value.trim();
    if (text.length > LONG) write(this.recognised, `Opening a board of ${count(text.length)} characters …`);
    this.app.store.keepDraft(DRAFT, text); // in case the page is reloaded before the form is open
    await this.change({ board: text }, this);
    this.app.store.keepDraft(DRAFT, "");
  }

  clear() {
    this.fault.hidden = true;
    put(this.fault);
    this.text.removeAttribute("aria-invalid");
  }

  show(error) {
    if (isNeedless(error)) return;
    put(this.fault, make("p", {}, faultOf(error).message), markPlace(this.text.value, faultOf(error)));
    this.fault.hidden = false;
    this.text.setAttribute("aria-invalid", "true");
  }

  input() {
    this.clear();
    clearTimeout(this.waits);
    this.waits = setTimeout(() => this.recognise(), PATIENCE);
  }

  /** Show the board of the text. */
  async recognise() {
    const text = this.text.value.trim();
    if (text.length > LONG) write(this.recognised, `Reading ${count(text.length)} characters …`);
    try {
      const found = await this.app.ask("recognise", { ...this.app.problem(), board: text }, { key: "recognise" });
      write(this.recognised, `Recognised. It is ${found.id && found.id.length <= LONG ? found.id : "a board"}.`);
      this.preview.show(found.picture);
    } catch (error) {
      if (isNeedless(error)) return;
      write(this.recognised, text ? `Not a board yet: ${this.advice(faultOf(error).message)}` : "");
      this.preview.clear();
    }
  }

  /** Advice on a text that is not a board: a missing option is set on the page. */
  advice(message) {
    const [, name] = /such as (\w+)=/.exec(message) ?? [];
    return this.app.facts.settings.some(option => option.name === name) ? `set “${name}” under “Board options”.` : message;
  }

  refresh() {
    const { facts, choice, store } = this.app;
    const names = facts.formats ?? [];
    write(this.formats, `Paste ${[...names, "a short id"].join(" or ")}.`);
    const about = JSON.stringify([facts.name, choice.board]);
    if (about !== this.isAbout) { // the error was about another board
      this.isAbout = about;
      this.clear();
      write(this.recognised, "");
      this.preview.clear();
    }
    if (isFocused(this.text) || !this.fault.hidden) return;
    const known = facts.levels.find(level => level.name === choice.board);
    const draft = store.draft(DRAFT);
    this.text.value = draft ?? (known ? known.text : (choice.board ?? ""));
    if (draft === null) return;
    store.keepDraft(DRAFT, "");
    this.element.open = true;
    write(this.recognised, "You typed this text before the page was reloaded: press “Use this board” to open it.");
  }
}
