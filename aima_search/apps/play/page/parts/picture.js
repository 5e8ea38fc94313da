// A picture of a state: SVG that is cleaned first, or text if a problem draws nothing.

import { make, preformatted, put, write } from "./dom.js";
import { patch } from "./patch.js";

const DROPPED = "script, foreignObject, iframe, object, embed, use, image, a, style, animate, set";

/** Return an SVG text as an element without anything that could run or load, null if it is not an SVG text. */
function readSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const element of root.querySelectorAll(DROPPED)) element.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) {
      if (/^on|href$|^style$/i.test(name)) element.removeAttribute(name);
    }
  }
  root.replaceChildren(...root.children); // without the line breaks between them
  return document.importNode(root, true);
}

/** The name of a cell: from the labels at the picture's edges or, without labels, from numbers that start at 1. */
export function cellName({ row_labels: rows, column_labels: columns }, row, column) {
  return `row ${rows?.[row] ?? row + 1}, column ${columns?.[column] ?? column + 1}`;
}

/** Scroll a map that is wider than its element to the current node. */
function follow({ svg, frame }) {
  const piece = svg.querySelector(".road ~ .piece")?.getBoundingClientRect();
  if (!piece) return; // a large board is not measured, because measuring would lay it out
  const area = frame.getBoundingClientRect();
  if (piece.left < area.left || piece.right > area.right) frame.scrollLeft += (piece.left + piece.right - area.left - area.right) / 2;
}

/** Return a small element for the picture of a choice, whose name is shown next to it. */
export function makeThumb(name) {
  const place = makePicture({ name, withText: false });
  return { place, element: make("span", { class: "thumb", "aria-hidden": "true" }, place.element) };
}

/**
 * Return a place for pictures: `show(picture)` and `clear()`.
 *
 * @returns {PicturePlace}
 */
export function makePicture({ name = "board", withText = true } = {}) {
  const frame = make("div", { class: "picture" });
  const text = preformatted("", `${name}, in characters`);
  const details = make("details", { class: "as-text" }, make("summary", {}, "Board as text"), text);
  const element = make("div", { class: "board" }, frame, withText ? details : null);
  /** @type {string | null} */
  let shown = null;

  /** @type {PicturePlace} */
  const place = {
    element,
    frame,
    svg: null,
    picture: null,
    show(picture) {
      place.picture = picture;
      write(text, picture.text);
      details.hidden = picture.svg === null;
      if (picture.svg === shown && shown !== null) return;
      const before = shown;
      shown = picture.svg;
      if (place.svg && before && shown && patch(place.svg, before, shown, readSvg)) {
        follow(place);
        return;
      }
      place.svg = shown === null ? null : readSvg(shown);
      if (place.svg === null) {
        put(frame, preformatted(picture.text, name, { class: "text-board" }));
        return;
      }
      place.svg.removeAttribute("width");
      place.svg.removeAttribute("height");
      place.svg.setAttribute("aria-label", name);
      const [, , width, height] = place.svg.getAttribute("viewBox").split(" ").map(Number);
      frame.style.setProperty("--ratio", String(width / height));
      put(frame, place.svg);
      place.reach();
      follow(place);
    },
    /** Let keys move a map, which may be wider than its place; a frame with another use has a role of its own. */
    reach() {
      if (frame.getAttribute("role") === "application") return;
      const isMap = Boolean(place.svg?.querySelector(".road")) && !frame.closest("[aria-hidden=true]");
      for (const [key, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", `${name}: a map`]]) {
        if (isMap) frame.setAttribute(key, value);
        else frame.removeAttribute(key);
      }
    },
    clear() {
      shown = null;
      place.svg = place.picture = null;
      put(frame);
      write(text, "");
      details.hidden = true;
    },
  };
  place.clear();
  return place;
}
