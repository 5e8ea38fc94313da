// A small menu at a cell, for a choice among several actions.

import { focusedIn, make, put } from "../parts/dom.js";

/** Return a menu inside `frame`; `open(actions, box, choose)` shows it at a rectangle of the screen. */
export function makeMenu(frame, closed) {
  const element = make("div", { class: "menu", role: "menu", hidden: true, on: { keydown, focusout: leave } });
  let actions = [], choose = _action => {};
  const focus = at => /** @type {HTMLElement} */ (element.children[at]).focus();

  function open(offered, box, chosen) {
    actions = offered;
    choose = chosen;
    const shorts = offered.every(action => action.short) ? offered.map(action => action.short) : shorten(offered.map(action => action.label));
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
    focus(0);
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
    const items = [...element.children], at = items.indexOf(focusedIn(element));
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) focus((at + by + items.length) % items.length);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(items.length - 1);
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (/^\w$/.test(event.key)) {
      const action = ending(actions, event.key) ?? placed(actions, event.key);
      if (action) pick(action);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { element, open, close, get isOpen() {
    return !element.hidden;
  } };
}

/** Return the only action whose label ends with this key as a word, or null. */
export function ending(actions, key) {
  const found = actions.filter(action => lastWord(action) === key.toLowerCase());
  return found.length === 1 ? found[0] : null;
}

/** Return the action with the number of a digit key, unless labels end with digits. */
function placed(actions, key) {
  return actions.some(action => lastWord(action).length === 1) ? null : actions[Number(key) - 1] ?? null;
}

const lastWord = action => action.label.split(/\s+/).at(-1).toLowerCase();

/** Return labels without their common first words. */
function shorten(labels) {
  const words = labels.map(label => label.split(" "));
  let same = 0;
  while (words.every(one => one.length > same + 1 && one[same] === words[0][same])) same += 1;
  return words.map(one => one.slice(same).join(" "));
}
