// One of the searches that are compared: its board, its current node, its counts.

import { LETTERS, letterOf } from "./configurations.js";
import { make, put, write } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { actionOf, count, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { Flood } from "../watch/flood.js";

/** Return the card of a search; `show(search, parts)` shows the search at its step. */
export function makeCard(app, index, withContours) {
  const place = makePicture({ name: `the board of search ${LETTERS[index]}`, withText: false });
  const flood = new Flood(place, { withContours });
  const faults = makeFaults(line => app.edit(line));
  const title = make("span", {});
  const status = make("span", { class: "badge", hidden: true });
  const node = make("p", { class: "node-line" });
  const counts = make("p", { class: "card-counts" });
  const note = make("p", { class: "note", hidden: true });
  const element = make("article", { class: "card search-card", "aria-label": `Search ${LETTERS[index]}` },
    make("h2", {}, letterOf(index), title, status), place.element, node, counts, note, faults.element);
  return {
    element,
    faults,
    place,
    name: text => write(title, text),
    flood,
    clear() {
      if (app.board) place.show(app.board.picture);
      else place.clear();
      faults.clear();
      flood.end();
      note.hidden = status.hidden = true;
      put(node);
      put(counts);
    },
    show(search, parts) {
      const { position } = search;
      if (search.fault) faults.show({ fault: search.fault });
      else faults.clear();
      write(counts, `${count(position.expanded)} expanded, ${count(position.generated)} generated, ${count(position.frontier)} in the frontier`);
      note.hidden = !position.note;
      write(note, position.note);
      status.hidden = !position.ended;
      write(status, position.status ?? "ended");
      put(node, position.node ? [make("b", {}, actionOf(position.node)), ` ${sum(position.node)}`] : "not started");
      if (flood.isFlood) flood.show(search, parts.flood);
      else if (parts.picture !== undefined) place.show(parts.picture ?? app.board.picture);
    },
  };
}
