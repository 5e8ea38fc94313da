// The problem: puzzle, level, the reader's own board, the board's options, a random board.

import { Drawing } from "./drawing.js";
import { makeGallery } from "./gallery.js";
import { makeInput } from "./inputs.js";
import { makeLevels } from "./levels.js";
import { OwnBoard } from "./own_board.js";
import { RandomBoard } from "./random_board.js";
import { keepFocus, make, put, section, write } from "../parts/dom.js";
import { faultOf, isNeedless } from "../parts/queue.js";

/**
 * Return the form of the problem; `change(changesOf, where)` chooses, and shows faults `where`.
 *
 * @param {import("../app.js").App} app
 * @param {(changesOf: ChangesOf, where?: any) => unknown} change
 */
export function makeBoardForm(app, change) {
  const gallery = makeGallery(app, name => change({ puzzle: name, board: undefined, settings: undefined, searches: undefined }));
  const summary = make("p", { class: "note" });
  const level = makeLevels(app, board => change({ board }));
  const own = new OwnBoard(app, change);
  const drawing = new Drawing(app, change);
  const settings = makeSettings(app, change);
  const random = new RandomBoard(app, change);
  const randomBoard = make("details", {}, make("summary", {}, "Random board"), random.element);
  const element = section("Problem", { class: "card" }, gallery.element, summary, level.element, drawing.element, own.element,
    settings.element, randomBoard);

  const refresh = () => {
    gallery.refresh();
    write(summary, app.facts.summary);
    level.refresh();
    drawing.refresh();
    own.refresh();
    settings.refresh();
    randomBoard.hidden = !app.facts.generate.length;
    random.refresh();
  };
  return { element, refresh };
}

function makeSettings(app, change) {
  const fields = make("div", { class: "fields" });
  const fault = make("p", { class: "fault", role: "alert", hidden: true });
  const where = {
    clear: () => {
      fault.hidden = true;
    },
    show: error => {
      write(fault, faultOf(error).message);
      fault.hidden = isNeedless(error);
    },
  };
  const element = make("details", {}, make("summary", {}, "Board options"), fields, fault);
  let shown = "", inputs = new Map();
  const choose = name => value => change(choice => {
    const { [name]: _, ...others } = choice.settings ?? {};
    return { settings: value ? { ...others, [name]: value } : others };
  }, where);
  return {
    element,
    refresh() {
      const { name: puzzle, settings } = app.facts;
      element.hidden = !settings.length;
      if (shown !== puzzle) {
        shown = puzzle;
        where.clear();
        inputs = new Map(settings.map(option => [option.name, makeInput(option, choose(option.name))]));
        keepFocus(fields, () => put(fields, [...inputs.values()].map(input => input.element)));
      }
      for (const [name, input] of inputs) input.show(app.choice.settings?.[name] ?? "", app.board?.settings[name] ?? "");
    },
  };
}
