// The table of the searches that have ended, as `compare` prints it.

import { make, put, section, write } from "../parts/dom.js";

/** Return the table of the ended searches. */
export function makeTable() {
  const frame = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "The table of the searches" });
  const notes = make("div", {});
  const element = section("Comparison", { class: "card", hidden: true }, frame, notes);
  return {
    element,
    clear() {
      element.hidden = true;
    },
    show(comparison) {
      element.hidden = !comparison.rows.length;
      put(frame, drawTable(comparison));
      put(notes, comparison.notes.map(note => write(make("p", { class: "note" }), note)));
    },
  };
}

/** The table; its column heads sort it. */
function drawTable({ title, columns, rows, best }) {
  const body = make("tbody", {});
  const lines = rows.map((row, at) => ({ row, element: make("tr", {}, row.map((text, place) =>
    make("td", { class: `${columns[place].is_numeric ? "number" : ""} ${best[at][place] ? "best" : ""}`.trim() }, text))) }));
  let sorted = { place: null, sign: 1 };
  const sort = place => {
    sorted = { place, sign: sorted.place === place ? -sorted.sign : 1 };
    heads.forEach((head, at) => {
      if (at === place) head.setAttribute("aria-sort", sorted.sign > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    put(body, [...lines].sort((a, b) => sorted.sign * inOrder(a.row[place], b.row[place], columns[place].is_numeric)).map(line => line.element));
  };
  const heads = columns.map(({ name, is_numeric: isNumeric }, place) => make("th", { scope: "col", class: isNumeric ? "number" : "" },
    make("button", { type: "button", on: { click: () => sort(place) } }, name)));
  put(body, lines.map(line => line.element));
  return make("table", {}, make("caption", { class: "unseen" }, title), make("thead", {}, make("tr", {}, heads)), body);
}

/** Compare two cells for sorting; numbers come before other texts. */
function inOrder(one, other, isNumeric) {
  if (!isNumeric) return one.localeCompare(other);
  const [a, b] = [one, other].map(text => Number.parseFloat(text.replaceAll(",", "")));
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || a - b || 0;
}
