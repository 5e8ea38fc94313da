// The reader's own heuristic: Python code, stored in the browser under the name mine.py.

import { makeDraft } from "./draft.js";
import { makeExample } from "./example.js";
import { markPlace } from "./place.js";
import { breakLine, indent } from "./typing.js";
import { button, field, isFocused, make, preformatted, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const EXAMPLE = `def h(node):
    """Estimate the cost from node.state to a goal."""
    return 0


def counted(problem):
    """Called once per problem: prepare the data for h here."""
    def h(node):
        return 0 if problem.goal_test(node.state) else 1
    return h
`;

const PAUSE = 300; // milliseconds without a key before the text is parsed

/** The editor; `use(name)` chooses one of its functions as the heuristic. */
export class Editor {
  /**
   * @param {import("../app.js").App} app
   * @param {(heuristic: string) => unknown} use
   */
  constructor(app, use) {
    this.app = app;
    this.use = use;
    this.leaves = false; // whether Tab leaves the field
    this.typed = 0; // the timer that starts with the last key
    /** @type {string | null} the text whose functions are shown */
    this.parsed = null;
    /** @type {string[]} the functions of that text */
    this.functions = [];
    this.problem = "";
    this.text = make("textarea", { class: "code", rows: "14", spellcheck: "false", autocapitalize: "off", wrap: "off", on: {
      keydown: event => this.keydown(event),
      input: () => this.input(),
      focus: () => {
        this.leaves = false;
      },
    } });
    this.fault = make("div", { class: "fault", role: "status", hidden: true });
    this.names = make("div", { class: "functions" });
    this.others = make("ul", { class: "note others" });
    this.size = make("p", { class: "note" });
    this.offer = make("div", { class: "card offer", hidden: true });
    this.draft = makeDraft(app, line => this.show(line));
    this.example = makeExample(app);
    this.element = make("details", { class: "card editor", on: { toggle: () => this.parseAgain() } },
      make("summary", {}, make("h2", {}, "My own heuristic")),
      make("p", { class: "note" }, "Write h(node), or a function of the problem that returns such a function. Your code is stored only in this browser."), this.example.element,
      field("Python", this.text, "Tab indents; Escape, then Tab leaves the field; Control + Enter tries the first function"),
      this.fault, this.names, this.others, this.draft.element, this.size);
  }

  keydown(event) {
    if (event.key === "Escape") this.leaves = true;
    else if (event.key === "Tab" && !this.leaves) indent(event, this.text);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.tryFirst(event);
    else if (event.key === "Enter" && !event.shiftKey) breakLine(event, this.text);
    else if (event.key !== "Shift") this.leaves = false;
  }

  async tryFirst(event) {
    event.preventDefault();
    if (this.parsed !== this.text.value) await this.parse();
    if (this.functions.length) this.draft.attempt(this.functions[0]);
  }

  showNames() {
    put(this.names, this.functions.map(name => make("div", { class: "row" },
      button(`Use mine.py:${name}`, () => this.use(`mine.py:${name}`), { kind: "quiet", isNow: true }),
      button("Try", () => this.draft.attempt(name), { name: `Try mine.py:${name}`, kind: "small", title: "Compute h at the start and along an optimal path" }),
      button("Admissible?", () => this.draft.judge(name), { name: `Is mine.py:${name} admissible?`, kind: "small", title: "Compare h with h* on every state of this board" }))));
  }

  showSize() {
    write(this.size, this.app.own.packed ? `This code makes a link ${count(this.app.own.packed.length)} characters longer.` : "");
  }

  async input() {
    this.draft.clear();
    clearTimeout(this.typed);
    this.typed = setTimeout(() => this.parse(), PAUSE);
    await this.app.own.keep(this.text.value);
    if (this.app.runsOwnCode) this.app.writeAddress(false);
    this.showSize();
  }

  /** Let Python parse the text without running it, and show its functions, its other definitions, and its errors. */
  async parse() {
    clearTimeout(this.typed);
    const source = this.text.value;
    this.parsed = source;
    try {
      const { functions, others, fault } = await this.app.ask("syntax", { source }, { key: "syntax" });
      if (this.parsed !== source) return;
      if (!fault) this.functions = functions;
      this.showNames();
      put(this.others, others.map(words => make("li", {}, words)));
      this.showFault(fault);
    } catch (error) {
      this.parsed = null;
      if (!isNeedless(error)) throw error;
    }
  }

  showFault(fault) {
    this.fault.hidden = !fault;
    put(this.fault, fault && [make("p", {}, make("b", {}, `line ${fault.line}, column ${fault.column}: `), fault.message),
      markPlace(this.text.value, { line: fault.line, character: fault.column })]);
  }

  async accept() {
    await this.app.own.accept();
    this.text.value = this.app.own.source;
    if (this.app.wanted !== "choose") this.app.show(this.app.wanted);
    else this.refresh();
  }

  refuse() {
    this.app.own.refuse();
    this.refresh();
  }

  async take(bring) {
    await bring();
    this.text.value = this.app.own.source;
    this.refresh();
  }

  /** Offer the code of a link, the draft of another tab, or the reader's earlier code. */
  showOffer() {
    const { own } = this.app;
    this.offer.hidden = false;
    if (own.offered !== null) {
      this.element.open = true;
      put(this.offer, make("p", {}, make("b", {}, "This link contains a heuristic in Python."), " It has not run yet. Read it before you run it."),
        preformatted(own.offered, "The heuristic of the link"), make("div", { class: "row" },
          button("Run this code", () => this.accept(), { kind: "primary" }), button("Discard it", () => this.refuse())));
    } else if (own.before !== null) {
      put(this.offer, make("p", {}, "Your earlier code is still stored."), button("Restore my own code", () => this.take(() => own.takeBack())));
    } else if (own.elsewhere !== null) {
      put(this.offer, make("p", {}, "Another tab has a newer draft of your heuristic."), button("Take the newer draft", () => this.take(() => own.takeElsewhere())));
    } else this.offer.hidden = true;
  }

  refresh() {
    const { own } = this.app;
    if (!isFocused(this.text)) this.text.value = own.source || EXAMPLE;
    if (!own.source) own.source = this.text.value;
    if (!own.packed) own.pack().then(() => this.showSize());
    this.showOffer();
    this.showSize();
    this.example.refresh();
    const now = JSON.stringify(this.app.problem());
    if (now !== this.problem) this.draft.clear();
    this.problem = now;
    this.parseAgain();
  }

  parseAgain() {
    if (this.element.open && this.parsed !== this.text.value) this.parse();
  }

  show(line) {
    const { text } = this;
    this.element.open = true;
    const lines = text.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    text.scrollIntoView({ block: "center" });
  }
}
