// An error, shown next to its cause.

import { button, make, put } from "./dom.js";
import { faultOf, isNeedless } from "./queue.js";

/**
 * Return a place for one error: `show(error)`, `clear()`; `edit(line)` opens the reader's own code.
 *
 * @param {((line: number) => void) | null} edit
 */
export function makeFaults(edit = null) {
  const element = make("div", { class: "fault", role: "alert", hidden: true });
  return {
    element,
    clear() {
      element.hidden = true;
      put(element);
    },
    /** Show a message with a button that does something about it. */
    offer(text, action, act) {
      put(element, make("p", {}, text), button(action, act));
      element.hidden = false;
    },
    show(error) {
      if (isNeedless(error)) return;
      const fault = faultOf(error);
      const where = fault.line !== undefined ? `${fileOf(fault)}line ${fault.line}: ` : "";
      const message = make("p", {}, where ? make("b", {}, where) : null, fault.message);
      const isOwn = edit !== null && fault.line !== undefined && fault.row === undefined;
      const control = isOwn ? button(`Show line ${fault.line}`, () => edit(fault.line ?? 1)) : null;
      put(element, message, control);
      element.hidden = false;
    },
  };
}

function fileOf(fault) {
  const name = (fault.file ?? "").split(/[\\/]/).pop();
  return name && !name.startsWith("<") ? `${name}, ` : "";
}
