// The help: what the keys do and what the words mean.

import { make } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ["Everywhere", [
    ["1, 2, …", "the views, in their order"],
    ["L", "a lecture: the whole window, large type"],
    ["N, B", "in a lesson: the next step, the step before"],
    ["?", "this help"],
    ["Tab", "the next control"],
  ]],
  ["Watch and compare", [
    ["Space", "play or pause"],
    ["→ or .", "a step on"],
    ["← or ,", "a step back"],
    ["Shift + → ←", "ten steps"],
    ["Home, End", "the first, the last step seen"],
    ["+ −", "faster, slower"],
    ["F, G", "watch: on to another f, to a goal that is generated"],
    ["[ ]", "watch: a line of the algorithm back, on"],
    ["O, A", "watch: on to a reopened state, to an h above h*"],
    ["Shift + F, G, O, A", "back to the last such step"],
  ]],
  ["Play (the board in focus)", [
    ["Arrows", "move the cell cursor"],
    ["Enter or Space", "act on the cell; on a piece: take it up, on its target: put it down"],
    ["Digits, letters", "write them, or do the action of this cell that ends so, or take an entry of the menu"],
    ["Delete, Backspace, 0", "erase"],
    ["Shift + digit, P", "a small note; notes instead of digits"],
    ["Escape", "put down, close the menu"],
    ["U, R", "undo, redo"],
    ["H", "a hint; again: more of it"],
    ["+ −", "a large board: larger, smaller"],
  ]],
];

const WORDS = [
  ["expanded", "nodes whose successors were generated"],
  ["frontier", "nodes that were generated and wait to be expanded"],
  ["g", "the cost of the way to a node"],
  ["h", "the heuristic's estimate of the cost to go"],
  ["f", "what the frontier is sorted by: g + h in A*; its colour runs from blue (low) to yellow (high)"],
  ["h*", "the true cost to go; an h above it is not admissible and may mislead A*"],
];

/** Return what the help dialog holds. */
export function helpContent() {
  const keys = KEYS.map(([title, rows]) => [
    make("h3", {}, title),
    make("dl", { class: "keys" }, rows.map(([key, does]) => [
      make("dt", {}, make("kbd", {}, key)), make("dd", {}, does),
    ])),
  ]);
  const words = make("dl", {}, WORDS.map(([word, means]) => [make("dt", {}, word), make("dd", {}, means)]));
  return [...keys.flat(), make("h3", {}, "Words"), words];
}
