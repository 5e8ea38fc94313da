// The search tree around the current node: its ancestors, its siblings, its children; never the whole tree.

import { draw, make, put, section } from "../parts/dom.js";
import { actionOf, count, fateOf, sum } from "../parts/numbers.js";
import { swatch } from "./frontier.js";

const STEP = 44; // pixels from one level to the next
const GAP = 38; // pixels from one node to the next
const RADIUS = 14;
const LEAST_ROW = 5, MOST_ROW = 11; // nodes in a row
const LEAST_WIDTH = 8; // the least width of the tree, in nodes
const LETTER = 7; // pixels for each letter next to the ancestors
const ABOVE = 3; // ancestors that are drawn

/** Return the tree; `inspect(node)` shows a node. */
export function makeTree(inspect) {
  const frame = make("div", { class: "scroll" });
  const last = make("ol", { class: "chips", "aria-label": "Last expansions, the latest first" });
  const before = make("div", { hidden: true }, make("h3", {}, "Last expansions"), last);
  const element = section("Search tree around the node", { class: "card tree" }, frame, before);
  return {
    element,
    clear() {
      put(frame);
      before.hidden = true;
    },
    show(data, range) {
      const fitting = Math.floor(frame.clientWidth / GAP) - 3;
      const most = Math.min(Math.max(fitting, LEAST_ROW), MOST_ROW);
      put(frame, drawTree(data, most, range, inspect));
      before.hidden = !data.last.length;
      put(last, data.last.map(node => make("li", {}, chip(node, range, inspect))));
    },
  };
}

function chip(node, range, inspect) {
  return make("button", { type: "button", class: "chip", title: sum(node), on: { click: () => inspect(node) } },
    swatch(node.f, range), `${count(node.f)}  ${actionOf(node)}`);
}

function drawTree({ path, siblings, children }, most, range, inspect) {
  if (!path.length) return make("p", { class: "note" }, "No node is expanded yet: press Step forward.");
  const hand = path[path.length - 1];
  const above = path.slice(0, -1).slice(-ABOVE);
  const level = ordered([hand, ...siblings.filter(one => one.id !== hand.id)], hand, most);
  const below = ordered(children, null, most);
  const wide = Math.max(level.shown.length + (level.more ? 1.6 : 0), below.shown.length + (below.more ? 1.6 : 0), LEAST_WIDTH);
  const longest = Math.max(0, ...above.map(node => actionOf(node).length));
  const width = Math.max((wide + 0.4) * GAP, 2 * (RADIUS + 8 + longest * LETTER)), middle = width / 2;
  const hidden = path.length - 1 - above.length;
  const height = (above.length + (below.shown.length ? 2 : 1)) * STEP + (hidden ? 16 : 0);
  const lines = draw("g", { class: "edges" });
  const nodes = draw("g", {});
  const tree = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "search-tree", role: "group",
    "aria-label": `${path.length - 1} nodes above, ${level.all - 1} siblings, ${children.length} children` }, lines, nodes);

  let y = STEP / 2 + (hidden ? 16 : 0);
  if (hidden) nodes.append(draw("text", { x: middle, y: 12, class: "more" }, `${count(hidden)} more above`));
  /** @type {number[] | null} */
  let parent = null;
  const row = (shown, more, at) => {
    const left = middle - ((shown.length - 1) * GAP) / 2;
    /** @type {number[] | null} */
    let handAt = null;
    shown.forEach((node, index) => {
      const x = left + index * GAP;
      if (parent) lines.append(edge(parent, [x, at], node === hand));
      nodes.append(circle(node, x, at, node === hand, range, inspect));
      if (node === hand) handAt = [x, at];
    });
    if (more) nodes.append(draw("text", { x: left + shown.length * GAP - 8, y: at + 4, class: "more start" }, `+${count(more)}`));
    return handAt;
  };
  for (const node of above) {
    row([node], 0, y);
    nodes.append(draw("text", { x: middle + RADIUS + 8, y: y + 4, class: "label" }, actionOf(node)));
    parent = [middle, y];
    y += STEP;
  }
  parent = row(level.shown, level.more, y);
  row(below.shown, below.more, y + STEP);
  return tree;
}

/** The nodes that fit into a row, in their order, the current node among them. */
function ordered(nodes, hand, most) {
  const all = [...nodes].sort((a, b) => a.id - b.id);
  const at = Math.max(hand ? all.indexOf(hand) : 0, 0);
  const from = Math.max(Math.min(at - Math.floor(most / 2), all.length - most), 0);
  const shown = all.slice(from, from + most);
  return { shown, all: all.length, more: all.length - shown.length };
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {boolean} isOnPath
 */
function edge([x1, y1], [x2, y2], isOnPath) {
  const bend = (y1 + y2) / 2;
  return draw("path", { d: `M${x1} ${y1}C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}`, class: isOnPath ? "on-path" : "" });
}

function circle(node, x, y, isInHand, range, inspect) {
  const shape = draw("circle", { cx: x, cy: y, r: RADIUS, class: isInHand ? "in-hand" : "" });
  shape.style.stroke = range.colour(node.f);
  const label = short(node.f);
  const text = draw("text", { x, y: y + 4, class: label.length > 3 ? "small" : "" }, label);
  const act = event => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    inspect(node);
  };
  const name = `${label}: ${actionOf(node)}, ${sum(node)}, ${fateOf(node)}`; // the name begins with the visible label
  return draw("g", { class: `tree-node ${isInHand ? "in-hand" : ""} fate-${node.fate.split(" ")[0]}`, tabindex: "0", role: "button",
    "aria-label": name, on: { click: act, keydown: act } }, draw("title", {}, name), shape, text);
}

function short(f) {
  const text = count(f) || "·";
  return text.length > 4 && typeof f === "number" ? count(Math.round(f)) : text;
}
