// Where in a text a fault is: the line, and the cell in it.

import { make } from "../parts/dom.js";

/** Return the faulty line with its place marked, null where the fault names none. */
export function markPlace(text, fault) {
  const lines = text.split("\n");
  const line = lines[(fault.line ?? 0) - 1];
  if (line === undefined) return null;
  const head = `line ${fault.line}: `;
  const span = fault.column === undefined || fault.column === null ? null : cellOf(line, fault.column);
  if (span === null) return make("pre", { class: "place" }, head, make("mark", {}, line || " "));
  const [from, to] = span;
  return make("pre", { class: "place" }, head, line.slice(0, from),
    make("mark", {}, line.slice(from, to) || " "), line.slice(to));
}

/** Where a cell stands in its line: a word of several, else a character. */
function cellOf(line, column) {
  const words = [...line.matchAll(/\S+/g)];
  if (words.length > 1) {
    const word = words[column];
    return word ? [word.index, word.index + word[0].length] : [line.length, line.length];
  }
  const indent = line.length - line.trimStart().length;
  return [indent + column, indent + column + 1];
}
