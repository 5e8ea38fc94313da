// The frontier as a table: sorted, a page at a time.

import { button, make, put, section, write } from "../parts/dom.js";
import { actionOf, count } from "../parts/numbers.js";

const COLUMNS = [["f", "f"], ["g", "g"], ["h", "h"], ["depth", "depth"], ["id", "node"]];

/** Return the table of a frontier; `inspect(node)` shows a node; `turned()` is called when another page or order is wanted. */
export function makeFrontier(inspect, turned) {
  let order = "f", page = 0;
  const total = make("span", { class: "of" });
  const rows = make("tbody", {});
  const heads = COLUMNS.map(([name, text]) => {
    const sort = make("button", { type: "button", on: { click: () => turn({ order: name, page: 0 }) } }, text);
    return make("th", { scope: "col", class: "number", "data-order": name }, sort);
  });
  const head = make("tr", {}, heads, make("th", { scope: "col" }, make("span", {}, "action")));
  const caption = make("caption", { class: "unseen" }, "Nodes in the frontier");
  const table = make("table", {}, caption, make("thead", {}, head), rows);
  const place = make("span", {});
  const previous = button("‹", () => turn({ page: page - 1 }), { name: "Previous page", kind: "quiet" });
  const next = button("›", () => turn({ page: page + 1 }), { name: "Next page", kind: "quiet" });
  const pager = make("div", { class: "row pager", hidden: true }, previous, place, next);
  const element = section("Frontier", { class: "card frontier" },
    make("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "Nodes in the frontier" }, table), pager);
  element.querySelector("h2")?.append(" ", total);

  function turn(wanted) {
    ({ order = order, page = page } = wanted);
    turned();
  }

  function show(data, range) {
    ({ page } = data); // fewer pages than there were end before it
    write(total, count(data.total));
    for (const one of heads) {
      if (one.dataset.order === order) one.setAttribute("aria-sort", "ascending");
      else one.removeAttribute("aria-sort");
    }
    put(rows, data.nodes.length ? data.nodes.map(node => row(node, range)) : emptyRow());
    pager.hidden = data.pages < 2;
    write(place, `page ${page + 1} of ${count(data.pages)}`);
    previous.disabled = page === 0;
    next.disabled = page + 1 >= data.pages;
  }

  function row(node, range) {
    const action = make("button", { type: "button", class: "linklike", on: { click: () => inspect(node) } }, actionOf(node));
    return make("tr", {}, make("td", { class: "number" }, swatch(node.f, range), count(node.f)),
      ["g", "h", "depth", "id"].map(name => make("td", { class: "number" }, count(node[name]))),
      make("td", {}, action));
  }
  function clear() {
    for (const one of [total, rows]) put(one);
    pager.hidden = true;
  }
  return { element, show, clear, wants: () => ({ page, order }) };
}

function emptyRow() {
  return make("tr", {}, make("td", { colspan: "6", class: "note" }, "empty"));
}

/** Return a small square in the colour of f; the number is next to it. */
export function swatch(f, range) {
  const square = make("span", { class: "swatch", "aria-hidden": "true" });
  square.style.backgroundColor = range.colour(f);
  return square;
}
