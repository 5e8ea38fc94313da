// Hints: the same hint in growing detail, each time it is asked for.

import { button, make, put } from "../parts/dom.js";
import { counted } from "../parts/numbers.js";
import { isNeedless } from "../parts/queue.js";

const MOST_DETAIL = 3;
const PATIENCE = 400; // requests of at most 50 ms each

/** Return a text with a full stop, and a capital if it begins the sentence. */
const sentence = (text, isFirst) => `${isFirst ? text.charAt(0).toUpperCase() : text.charAt(0)}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Return the place of hints; `asked(name, request)` asks about the game, `mark(cells)` shows them on the board, `act(index)` does the move, `again()` asks for more. */
export function makeHint(asked, { mark, act, again }, failed) {
  const text = make("p", {});
  const before = make("details", { class: "before" }); // closed: a hint has room below the board, its reasons have not
  const more = make("div", { class: "row" });
  const element = make("div", { class: "card hint-card", role: "status", hidden: true }, text, more, before);
  let detail = 0, turn = 0;

  async function ask(mine) {
    detail = Math.min(detail + 1, MOST_DETAIL);
    element.hidden = false;
    put(text, "thinking …");
    before.hidden = true;
    put(more);
    for (let times = 0; times < PATIENCE; times += 1) {
      const told = await asked("hint", { detail }, { key: "hint" });
      if (mine !== turn) return;
      if (told.status === "searching") continue;
      tell(told);
      return;
    }
    put(text, "No hint is found in time.");
  }

  function tell(told) {
    put(text, told.rule ? make("b", {}, `${told.rule}: `) : null, sentence(told.text, !told.rule));
    put(before, make("summary", {}, `${counted(told.before.length, "deduction")} before it`), make("ol", {}, told.before.map(note => make("li", {}, noteButton(note, told)))));
    before.open = false;
    before.hidden = !told.before.length;
    mark(told.cells, told.where);
    if (told.status === "none") detail = 0;
    else if (detail < MOST_DETAIL) put(more, button("Tell me more", again, { kind: "quiet", key: "h" }));
    else if (told.index !== null) put(more, button("Do it", () => act(told.index), { kind: "primary" }));
  }

  /** A deduction before the hint: its cells are marked while it is looked at, then those of the hint again. */
  function noteButton(note, told) {
    const [enter, leave] = [note, told].map(({ cells, where }) => () => mark(cells, where));
    return make("button", { type: "button", class: "linklike", on: { click: enter, mouseenter: enter, focus: enter, mouseleave: leave, blur: leave } }, note.text);
  }

  async function show() {
    const mine = turn += 1;
    try {
      await ask(mine);
    } catch (error) {
      if (mine === turn) element.hidden = true; // else more was asked for meanwhile, and is shown
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
