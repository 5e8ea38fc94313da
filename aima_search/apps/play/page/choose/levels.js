// The bundled boards of a puzzle: a list of their titles, and their pictures below it.

import { field, make, put, select, setChoices } from "../parts/dom.js";
import { makeThumb } from "../parts/picture.js";

/** Return the list of the bundled boards, with their pictures; `choose(name)` opens a board. */
export function makeLevels(app, choose) {
  const list = select(name => name && choose(name));
  const gallery = make("div", { class: "gallery levels" });
  const pictures = make("details", { on: { toggle: () => showPictures() } }, make("summary", {}, "Pictures of the levels"), gallery);
  let shown = ""; // the puzzle whose levels are in the gallery

  function showPictures() {
    const { name, levels } = app.facts;
    if (!pictures.open || shown === name) return;
    shown = name;
    put(gallery, levels.map(level => makeCard(app, level.name, choose)));
  }
  return {
    element: make("div", {}, field("Level", list), pictures),
    refresh() {
      const names = app.boards, { board } = app.choice, isKnown = names.includes(board);
      const choices = names.map(name => [name, titleOf(name, app.facts.collections)]);
      setChoices(list, isKnown ? choices : [...choices, ["", "my own board"]], isKnown ? board : "");
      pictures.hidden = app.facts.levels.length < 2;
      showPictures();
    },
  };
}

/** Return a button with the picture of a level; the picture is requested when no other requests wait. */
function makeCard(app, level, choose) {
  const thumb = makeThumb(level);
  const request = { puzzle: app.facts.name, board: level };
  app.ask("thumbnail", request, { later: true }).then(picture => thumb.place.show(picture), () => {}); // without a picture the title remains
  return make("button", { type: "button", class: "choice", title: level, on: { click: () => choose(level) } }, thumb.element, titleOf(level));
}

/** Return the title of a level: "9 x 9, hidden singles" for 09x09-1-hidden-singles; the board's note if it is in a collection. */
function titleOf(name, collections = {}) {
  const [, collection = "", number = ""] = /^(.+):(\d+)$/.exec(name) ?? [];
  if (collection) return [`${collection} ${number}`, collections[collection]?.[Number(number) - 1]].filter(Boolean).join(": ");
  const [size = "", rows, columns] = /^0*(\d+)x0*(\d+)-?/.exec(name) ?? [];
  const words = name.slice(size.length).replace(/^\d+-(?=[a-z])/, "").replaceAll("-", " ");
  const title = [size && `${rows} x ${columns}`, words].filter(Boolean).join(", ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}
