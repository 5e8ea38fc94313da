// The place of a fault in a text: the line, and the cell in it.

import { make, preformatted } from "../parts/dom.js";

/** Return the faulty line with its place marked: a cell's column, or a character; null if the fault names no place. */
export function markPlace(text, fault) {
  const lines = text.split("\n");
  const at = fault.line ? fault.line - 1 : lineOf(lines, fault.row);
  const line = lines[at];
  if (line === undefined) return null;
  return preformatted([`line ${at + 1}: `, placed(line, fault)], "where the fault is", { class: "place" });
}

/** The line with the place of a fault marked: a character, the whole line, or a cell. */
function placed(line, fault) {
  if (fault.character) return marked(line, fault.character - 1, fault.character);
  if (!fault.column) return make("mark", {}, line || " ");
  return marked(line, ...cellOf(line, fault.column - 1));
}

function marked(line, from, to) {
  return [line.slice(0, from), make("mark", {}, line.slice(from, to) || " "), line.slice(to)];
}

/** The number of the line with a row of the board, or -1: comments and "name value" may come before the rows. */
function lineOf(lines, row) {
  const rows = lines.map((line, at) => [line, at]).filter(([line]) => line.trim() && !/^\s*(#|[a-z-]{3,}\s)/.test(line));
  return row && rows.length > 1 ? rows[row - 1]?.[1] ?? -1 : -1;
}

/** The place of a cell, counted from 0, in its line: one of several words, otherwise a character. */
function cellOf(line, column) {
  const words = [...line.matchAll(/\S+/g)];
  if (words.length > 1) {
    const word = words[column];
    return word ? [word.index, word.index + word[0].length] : [line.length, line.length];
  }
  const indent = line.length - line.trimStart().length;
  return [indent + column, indent + column + 1];
}
