// A heuristic of one's own: Python, kept in the browser's storage, known as mine.py.

import { makeDraft } from "./draft.js";
import { markPlace } from "./place.js";
import { button, field, make, put, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const EXAMPLE = `def h(node):
    """Estimate the cost from node.state to a goal."""
    return 0


def counted(problem):
    """Built once per problem; may prepare what h needs."""
    def h(node):
        return 0 if problem.goal_test(node.state) else 1
    return h
`;

const PAUSE = 300; // milliseconds without a key, after which the text is looked at

/** Return the editor; `use(name)` chooses one of its functions as the heuristic. */
export function makeEditor(app, use) {
  const text = make("textarea", { class: "code", rows: "14", spellcheck: "false", autocapitalize: "off", wrap: "off" });
  const fault = make("div", { class: "fault", role: "status", hidden: true });
  const names = make("div", { class: "functions" });
  const size = make("p", { class: "note" });
  const offer = make("div", { class: "card offer", hidden: true });
  const draft = makeDraft(app, line => show(line));
  const example = makeExample(app);
  const details = make("details", { class: "card editor", on: { toggle: () => lookAgain() } },
    make("summary", {}, make("h2", {}, "My own heuristic")),
    make("p", { class: "note" }, "h(node), or a function of the problem that returns one. It is kept in this browser only."), example.element,
    field("Python", text, "Tab indents; Escape, then Tab leaves the field; Control + Enter tries the first function"), fault, names, draft.element, size);

  let leaves = false, typed = 0, looked = null, problem = null;
  const keydown = event => {
    if (event.key === "Escape") leaves = true;
    else if (event.key === "Tab" && !leaves) indent(event, text);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) tryFirst(event);
    else if (event.key === "Enter" && !event.shiftKey) breakLine(event, text);
    else if (event.key !== "Shift") leaves = false;
  };
  const tryFirst = event => {
    event.preventDefault();
    const [name] = namesIn(text.value);
    if (name) draft.attempt(name);
  };
  const showNames = () => put(names, namesIn(text.value).map(name => make("div", { class: "row" },
    button(`Use mine.py:${name}`, () => use(`mine.py:${name}`), { kind: "quiet" }),
    button("Try", () => draft.attempt(name), { name: `Try mine.py:${name}`, kind: "small", title: "Run it: h of the start, and along an optimal way" }),
    button("Admissible?", () => draft.judge(name), { name: `Is mine.py:${name} admissible?`, kind: "small", title: "Compare it with h* on every state of this board" }))));
  const tellSize = () => write(size, app.own.packed ? `A link with it has ${count(app.own.packed.length)} more characters.` : "");
  const keep = async () => {
    showNames();
    draft.clear();
    clearTimeout(typed);
    typed = setTimeout(look, PAUSE);
    await app.own.keep(text.value);
    if (app.runsOwnCode) app.writeAddress(false);
    tellSize();
  };
  /** Let the text be parsed, which runs nothing, and say what is wrong with it. */
  async function look() {
    clearTimeout(typed);
    looked = text.value;
    try {
      const told = await app.ask("syntax", { source: text.value }, { key: "syntax" });
      fault.hidden = !told.fault;
      if (!told.fault) return put(fault);
      const { line, column, message } = told.fault;
      return put(fault, make("p", {}, make("b", {}, `line ${line}, column ${column}: `), message), markPlace(text.value, { line, character: column }));
    } catch (error) {
      if (!isNeedless(error)) throw error;
      return null;
    }
  }
  const accept = async () => {
    await app.own.accept();
    text.value = app.own.source;
    if (app.wanted && app.wanted !== "choose") app.show(app.wanted);
    else refresh();
  };
  const refuse = () => {
    app.own.refuse();
    refresh();
  };
  const takeBack = async () => {
    await app.own.takeBack();
    text.value = app.own.source;
    refresh();
  };
  function showOffer() {
    offer.hidden = app.own.offered === null;
    if (!offer.hidden) {
      details.open = true;
      put(offer, make("p", {}, make("b", {}, "This link brings a heuristic in Python."), " Nothing of it has run. Read it before you run it."),
        make("pre", {}, app.own.offered), make("div", { class: "row" },
          button("Run this code", accept, { kind: "primary" }), button("Leave it", refuse)));
    } else if (app.own.before !== null) {
      offer.hidden = false;
      put(offer, make("p", {}, "The code that you had here is kept."),
        button("Take my own code back", takeBack));
    } else put(offer);
  }
  text.addEventListener("keydown", keydown);
  text.addEventListener("input", keep);
  text.addEventListener("focus", () => {
    leaves = false;
  });
  function refresh() {
    if (document.activeElement !== text) text.value = app.own.source || EXAMPLE;
    if (!app.own.source) app.own.source = text.value;
    if (!app.own.packed) app.own.pack().then(tellSize);
    showNames();
    showOffer();
    tellSize();
    example.refresh();
    const now = JSON.stringify(app.problem());
    if (now !== problem) draft.clear();
    problem = now;
    lookAgain();
  }
  const lookAgain = () => details.open && looked !== text.value && look();
  function show(line) {
    details.open = true;
    const lines = text.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    text.scrollIntoView({ block: "center" });
  }
  return { element: details, offer, refresh, show };
}

/** What a state of this board is: asked when it is opened. */
function makeExample(app) {
  const told = make("div", {});
  const element = make("details", { class: "example", on: { toggle: () => load() } }, make("summary", {}, "What is node.state here?"), told);
  let known = null;
  async function load() {
    const key = JSON.stringify(app.problem());
    if (!element.open || key === known) return;
    known = key;
    const { state, grid, actions } = await app.ask("example", app.problem(), { key: "example" });
    put(told, make("p", {}, "At the start, ", make("code", {}, "node.state"), " is"), make("pre", {}, state),
      make("p", {}, "and ", make("code", {}, "problem.grid(node.state)"), " has the rows"), make("pre", {}, grid),
      actions.length ? make("p", {}, "Actions, as ", make("code", {}, "problem.actions(node.state)"), " has them: ", make("code", {}, actions.join(", ")), " …") : null);
  }
  return { element, refresh: load };
}

/** Return the names of the functions that a Python text defines at its top. */
function namesIn(source) {
  return [...source.matchAll(/^def\s+([A-Za-z_]\w*)\s*\(/gm)].map(([, name]) => name)
    .filter(name => !name.startsWith("_"));
}

function indent(event, text) {
  event.preventDefault();
  const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const end = text.selectionEnd;
  if (!event.shiftKey && text.selectionStart === end) return insert(text, "    ");
  const block = text.value.slice(start, end);
  const moved = event.shiftKey ? block.replace(/^ {1,4}/gm, "") : block.replace(/^/gm, "    ");
  text.setSelectionRange(start, end);
  insert(text, moved);
  text.setSelectionRange(start, start + moved.length);
}

function breakLine(event, text) {
  event.preventDefault();
  const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
  const line = text.value.slice(start, text.selectionStart);
  insert(text, `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? "    " : ""}`);
}

/** Put text at the cursor so that the browser's undo knows of it, if the browser can. */
function insert(text, added) {
  if (!document.execCommand("insertText", false, added)) {
    text.setRangeText(added, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
