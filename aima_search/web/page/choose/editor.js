// A heuristic of one's own: Python, kept in the browser's storage, known as mine.py.

import { button, field, make, put } from "../parts/dom.js";

const EXAMPLE = `def h(node):
    """Estimate the cost from node.state to a goal."""
    return 0


def counted(problem):
    """Built once per problem; may prepare what h needs."""
    def h(node):
        return 0 if problem.goal_test(node.state) else 1
    return h
`;

/** Return the editor; `use(name)` chooses one of its functions as the heuristic. */
export function makeEditor(app, use) {
  const text = make("textarea", { class: "code", rows: "14", spellcheck: "false", autocapitalize: "off", wrap: "off" });
  const names = make("div", { class: "row" });
  const details = make("details", { class: "card editor" },
    make("summary", {}, make("h2", {}, "My own heuristic")),
    make("p", { class: "note" }, "h(node), or a function of the problem that returns one. It is kept in this browser only."),
    field("Python", text, "Tab indents; Escape, then Tab leaves the field"), names);

  let leaves = false;
  const keydown = event => {
    if (event.key === "Escape") leaves = true;
    else if (event.key === "Tab" && !leaves) indent(event, text);
    else if (event.key === "Enter" && !event.shiftKey) breakLine(event, text);
    else if (event.key !== "Shift") leaves = false;
  };
  const showNames = () => put(names, namesIn(text.value).map(name =>
    button(`Use mine.py:${name}`, () => use(`mine.py:${name}`), { kind: "quiet" })));
  const keep = () => {
    app.source = text.value;
    app.store.write("heuristics", text.value);
    showNames();
  };
  text.addEventListener("keydown", keydown);
  text.addEventListener("input", keep);
  text.addEventListener("focus", () => {
    leaves = false;
  });
  return {
    element: details,
    refresh() {
      if (document.activeElement !== text) text.value = app.source || EXAMPLE;
      app.source = text.value;
      showNames();
    },
    show(line) {
      details.open = true;
      const lines = text.value.split("\n");
      const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      text.focus();
      text.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
      text.scrollIntoView({ block: "center" });
    },
  };
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
