// The gallery: the puzzles, each as a picture of a board.

import { make } from "../parts/dom.js";
import { makePicture } from "../parts/picture.js";

/** Return the puzzles, each as a picture of a board; the pictures come when nobody waits for anything else. */
export function makeGallery(app, choose) {
  const element = make("div", { class: "gallery", role: "radiogroup", "aria-label": "Puzzle" });
  const cards = new Map();

  function add(name) {
    const place = makePicture({ name, withText: false });
    const thumb = make("span", { class: "thumb", "aria-hidden": "true" }, place.element);
    const card = radio([thumb, name], name, () => name !== app.choice.puzzle && choose(name));
    cards.set(name, { card, place });
    element.append(card);
  }

  async function load(name, one) {
    if (one.isAsked) return;
    one.isAsked = true;
    try {
      one.place.show(await app.ask("thumbnail", { puzzle: name }, { later: true }));
    } catch { // it was ended: it is asked for again; or it draws nothing, and is chosen by its name
      one.isAsked = false;
    }
  }
  return {
    element,
    refresh() {
      for (const { name } of app.catalog.puzzles) if (!cards.has(name)) add(name);
      for (const [name, one] of cards) {
        const isOn = name === app.choice.puzzle;
        one.card.setAttribute("aria-checked", String(isOn));
        one.card.tabIndex = isOn ? 0 : -1;
        load(name, one);
      }
    },
  };
}

/** A button of a group, in which one button is on; arrow keys go on to the next. */
function radio(content, name, pick) {
  const keydown = event => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...event.currentTarget.parentElement.children];
    const next = all[(all.indexOf(event.currentTarget) + by + all.length) % all.length];
    next.focus();
    next.click();
  };
  return make("button", { type: "button", class: "choice", role: "radio", "aria-label": name, on: { click: pick, keydown } }, content);
}
