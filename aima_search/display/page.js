"use strict";
for (const head of document.querySelectorAll("th[scope=col]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const row = /** @type {HTMLElement} */ (head.parentElement);
    const place = [...row.children].indexOf(head);
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of row.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const body = /** @type {HTMLTableElement} */ (row.closest("table")).tBodies[0];
    const number = head.classList.contains("number");
    const key = line => line.children[place].dataset.key;
    const compare = (a, b) => number ? key(a) - key(b) : key(a).localeCompare(key(b));
    const sorted = [...body.rows].sort((a, b) => {
      if ((key(a) === "") !== (key(b) === "")) return key(a) === "" ? 1 : -1;
      return up ? compare(a, b) : compare(b, a);
    });
    body.append(...sorted);
  });
}
