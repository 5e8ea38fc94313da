// The gallery: the puzzles, each as a picture of a board.

import { make } from "../parts/dom.js";
import { makeThumb } from "../parts/picture.js";

/** Return the puzzles, each as a picture of a board; the pictures are requested when no other requests wait. */
export function makeGallery(app, choose) {
  const element = make("div", { class: "gallery", role: "radiogroup", "aria-label": "Puzzle" });
  const cards = new Map();

  function add(name) {
    const { place, element: thumb } = makeThumb(name);
    const card = radio([thumb, name], name, () => name !== app.choice.puzzle && choose(name));
    cards.set(name, { card, place });
    element.append(card);
  }

  async function load(name, one) {
    if (one.isRequested) return;
    one.isRequested = true;
    try {
      one.place.show(await app.ask("thumbnail", { puzzle: name }, { later: true }));
    } catch { // stopped (the picture is requested again later), or the puzzle has no picture: show only its name
      one.isRequested = false;
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

/** A radio button; arrow keys go to the next button of the group. */
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
