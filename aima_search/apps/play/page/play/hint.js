// Hints: each press shows the same hint in more detail.

import { button, make, put } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const MOST_DETAIL = 3;
const PATIENCE = 400; // requests of at most 50 ms each

/** Return a text with a full stop, and a capital if it begins the sentence. */
const sentence = (text, isFirst) => `${isFirst ? text.charAt(0).toUpperCase() : text.charAt(0)}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Return the card of hints; `asked(name, request)` sends a request about the game, `mark(cells, where)` marks cells on the board, `act(index)` does the move, `again()` requests more detail. */
export function makeHint(asked, { mark, act, again }, failed) {
  const text = make("p", {});
  const before = make("details", { class: "before" }); // closed, because only the hint fits below the board, not its reasons
  const more = make("div", { class: "row" });
  const element = make("div", { class: "card hint-card", role: "status", hidden: true }, text, more, before);
  let detail = 0, turn = 0;

  async function ask(mine) {
    detail = Math.min(detail + 1, MOST_DETAIL);
    element.hidden = false;
    put(text, "Searching for a hint …");
    before.hidden = true;
    put(more);
    for (let times = 0; times < PATIENCE; times += 1) {
      const hint = await asked("hint", { detail }, { key: "hint" });
      if (mine !== turn) return;
      if (hint.status === "searching") continue;
      display(hint);
      return;
    }
    put(text, "No hint was found within the time limit.");
  }

  function display(hint) {
    put(text, hint.rule ? make("b", {}, `${hint.rule}: `) : null, sentence(hint.text, !hint.rule));
    put(before, make("summary", {}, counted(hint.before.length, "earlier deduction")), make("ol", {}, hint.before.map(note => make("li", {}, noteButton(note, hint)))));
    before.open = false;
    before.hidden = !hint.before.length;
    mark(hint.cells, hint.where);
    if (hint.status === "none") detail = 0;
    else if (detail < MOST_DETAIL) put(more, button("More detail", again, { kind: "quiet", key: "h" }));
    else if (hint.index !== null) put(more, button("Do it", () => act(hint.index), { kind: "primary" }));
  }

  /** A deduction before the hint: while it has the pointer or the focus, its cells are marked instead of the hint's cells. */
  function noteButton(note, hint) {
    const [enter, leave] = [note, hint].map(({ cells, where }) => () => element.hidden || mark(cells, where)); // a hidden card still gets the events
    return make("button", { type: "button", class: "linklike", on: { click: enter, mouseenter: enter, focus: enter, mouseleave: leave, blur: leave } }, note.text);
  }

  async function show() {
    const mine = turn += 1;
    try {
      await ask(mine);
    } catch (error) {
      if (mine === turn) element.hidden = true; // otherwise a newer hint is shown
      if (!isNeedless(error)) failed(error);
    }
  }
  return {
    element,
    show,
    clear() {
      turn += 1;
      detail = 0;
      element.hidden = true;
    },
  };
}
