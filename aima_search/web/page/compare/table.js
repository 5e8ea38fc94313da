// The table of the searches that have ended, as `compare` prints it.

import { make, put, section, write } from "../parts/dom.js";

/** Return the table; `load(lanes)` asks for it if one of them has ended. */
export function makeTable(app) {
  const frame = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison" });
  const notes = make("div", {});
  const element = section("Comparison", { class: "card", hidden: true }, frame, notes);
  return {
    element,
    async load(lanes) {
      const ended = lanes.filter(lane => lane.position?.ended && !lane.position.message);
      element.hidden = !ended.length;
      if (!ended.length) return;
      const told = await app.ask("table", { lanes: ended.map(lane => lane.number) }, { key: "table" });
      element.hidden = !told.rows.length;
      put(frame, drawTable(told));
      put(notes, told.notes.map(note => write(make("p", { class: "note" }), note)));
    },
  };
}

function drawTable({ title, columns, rows, best }) {
  const head = columns.map(({ name, is_numeric: isNumeric }) => make("th", { scope: "col", class: isNumeric ? "number" : "" }, name));
  const body = rows.map((row, at) => make("tr", {}, row.map((text, place) =>
    make("td", { class: `${columns[place].is_numeric ? "number" : ""} ${best[at][place] ? "best" : ""}`.trim() }, text))));
  return make("table", {}, make("caption", { class: "unseen" }, title), make("thead", {}, make("tr", {}, head)), make("tbody", {}, body));
}
