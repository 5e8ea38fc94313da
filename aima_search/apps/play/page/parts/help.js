// The help: what the keys do and what the words mean.

import { make } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ["Everywhere", [
    ["1, 2, …", "go to a view"],
    ["L", "lecture mode: the whole window, large type"],
    ["N, B", "in a lesson: next step, previous step"],
    ["?", "open this help"],
    ["Tab", "go to the next control"],
  ]],
  ["Watch and compare", [
    ["Space", "play or pause"],
    ["→ or .", "step forward"],
    ["← or ,", "step back"],
    ["Shift + → ←", "ten steps forward, back"],
    ["Home, End", "go to the first, the last stored step"],
    ["+ −", "faster, slower"],
    ["F, G", "in Watch: go to the next step with a different f, with a goal"],
    ["[ ]", "in Watch: previous, next line of the algorithm"],
    ["O, A", "in Watch: go to the next reopened state, to the next h above h*"],
    ["Shift + F, G, O, A", "go back to the previous step of this kind"],
  ]],
  ["Play (the board in focus)", [
    ["Arrows", "move the cell cursor"],
    ["Enter or Space", "use the cell: pick up a piece, put it down, or choose an action"],
    ["Digits, letters", "write into the cell, do the action whose name ends in this key, or choose from the menu"],
    ["Delete, Backspace, 0", "erase the cell"],
    ["Shift + digit, P", "write a small note; switch to notes"],
    ["Escape", "put the piece down, close the menu"],
    ["U, R", "undo, redo"],
    ["H", "show a hint; press again for more detail"],
    ["+ −", "zoom a large board in, out"],
  ]],
];

const WORDS = [
  ["expanded", "the number of nodes whose successors were generated"],
  ["frontier", "the nodes that were generated and are not expanded yet"],
  ["g", "the cost of the path to a node"],
  ["h", "the heuristic's estimate of the cost from a node to the goal"],
  ["f", "the value that orders the frontier, for example g + h in A*; its colours go from blue (low) to yellow (high)"],
  ["h*", "the true cost from a node to the goal; an h above h* is not admissible and can mislead A*"],
];

/** Return the content of the help dialog. */
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
