// The page in a cell of a notebook: requests go to the kernel as messages.

import { mount } from "../../page/main.js";
import { ended, errorOf } from "../../page/parts/queue.js";

const VERSION = 1;
const PATIENCE = 3000; // milliseconds until a reader sees that an answer is late

/** Return `ask` for a widget's model; `late(isLate)` is called when an answer is late, and again when it arrives. */
function makeAsk(model, late) {
  const mine = crypto.randomUUID(); // other views of the widget get the same answers
  const waiting = new Map();
  let asked = 0;

  const settle = (id, act) => {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    clearTimeout(one.clock);
    act(one);
    late(false);
  };
  const hear = content => {
    if (content.reader !== mine) return;
    const { answer } = content;
    settle(answer.id, one => (answer.error ? one.reject(errorOf(answer.error)) : one.resolve(answer.answer)));
  };
  const ask = request => new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject, clock: setTimeout(() => late(true), PATIENCE) });
    model.send({ reader: mine, request: { version: VERSION, id, ...request } });
  });
  ask.end = async () => {
    if (waiting.size) await model.widget_manager?.kernel?.interrupt?.().catch(() => {}); // a notebook may hide its kernel
    for (const id of [...waiting.keys()]) settle(id, one => one.reject(ended()));
  };
  ask.where = "notebook";
  ask.close = () => {
    model.off("msg:custom", hear);
    for (const { clock } of waiting.values()) clearTimeout(clock);
  };
  model.on("msg:custom", hear);
  return ask;
}

/** Show a widget in an element; return a function that removes it. */
function render({ model, el }) {
  el.addEventListener("focusin", ({ target }) => {
    target.dataset.lmSuppressShortcuts = "true"; // for JupyterLab, where "dd" deletes a cell
  });
  const note = document.createElement("p");
  note.className = "aima-late";
  note.hidden = true;
  note.textContent = "The kernel does not answer yet: it is busy with another cell, or it has ended. Interrupt the kernel to stop a heuristic that hangs; if the kernel has ended, run this cell again.";
  const ask = makeAsk(model, isLate => {
    note.hidden = !isLate;
  });
  const unmount = mount(el, ask, model.get("page"));
  el.append(note);
  return () => {
    unmount();
    ask.close();
    note.remove();
  };
}

export const widget = { render };
