// A small menu on a cell: which of several actions is meant.

import { make, put } from "../parts/dom.js";

/** Return a menu inside `frame`; `open(actions, box)` shows it at a box of the screen. */
export function makeMenu(frame, choose, closed) {
  const element = make("div", { class: "menu", role: "menu", hidden: true, on: { keydown, focusout: leave } });
  let actions = [];

  function open(offered, box) {
    actions = offered;
    const shorts = shorten(offered.map(action => action.label));
    const isShort = shorts.every(text => text.length <= 2);
    element.classList.toggle("grid", isShort);
    element.style.gridTemplateColumns = isShort ? `repeat(${Math.min(offered.length, 3)}, 44px)` : "";
    put(element, offered.map((action, index) => make("button", { type: "button", role: "menuitem", class: "menu-item",
      tabindex: "-1", "aria-label": action.label, title: action.label, on: { click: () => pick(action) } },
    isShort || index > 8 ? null : make("span", { class: "digit", "aria-hidden": "true" }, String(index + 1)), shorts[index])));
    element.hidden = false;
    const around = frame.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - element.offsetWidth / 2, around.left), around.right - element.offsetWidth);
    element.style.left = `${Math.max(left - around.left, 0)}px`;
    element.style.top = `${box.bottom - around.top + 6}px`;
    element.firstChild.focus();
  }
  function close(refocus = true) {
    if (element.hidden) return;
    element.hidden = true;
    closed(refocus);
  }
  function pick(action) {
    close();
    choose(action);
  }
  function leave(event) {
    if (!element.contains(event.relatedTarget)) close(false);
  }
  function keydown(event) {
    const items = [...element.children], at = items.indexOf(document.activeElement);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) items[(at + by + items.length) % items.length].focus();
    else if (event.key === "Home") items[0].focus();
    else if (event.key === "End") items[items.length - 1].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (/^\w$/.test(event.key)) {
      const action = typed(actions, event.key);
      if (action) pick(action);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { element, open, close, get isOpen() {
    return !element.hidden;
  } };
}

/** Return the action that a key stands for: its label ends so, or it is at that place. */
export function typed(actions, key) {
  const ending = actions.filter(action => action.label.split(/\s+/).at(-1).toLowerCase() === key.toLowerCase());
  if (ending.length === 1) return ending[0];
  return ending.length ? null : actions[Number(key) - 1] ?? null;
}

/** Return labels without the words that all of them begin with. */
function shorten(labels) {
  const words = labels.map(label => label.split(" "));
  let same = 0;
  while (words.every(one => one.length > same + 1 && one[same] === words[0][same])) same += 1;
  return words.map(one => one.slice(same).join(" "));
}
