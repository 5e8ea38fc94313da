// The algorithms as pseudocode: the lines of each, and which of them a step of its search executes.
//
// A line is [depth, text]. `lines` of a figure are the indices that a trail uses; isNegative: the check leaves a child out.

import { annealingTrail, climbingTrail } from "./trails.js";

const GRAPH = [
  [0, "frontier ← the start; reached ← the start"],
  [0, "while frontier is not empty:"],
  [1, "node ← take the node with the lowest f out of frontier"],
  [1, "if node is a goal: return node"],
  [1, "for each action in node:"],
  [2, "child ← the node that the action leads to"],
  [2, "if child's state is new in reached, or child is cheaper:"],
  [3, "put child into reached and into frontier"],
  [0, "return failure"],
];
const LATE = { start: 0, take: 2, test: 3, child: 5, check: 6, add: 7, found: 3, failure: 8 };

/** Graph search: it remembers the reached states, and takes the nodes in an order. */
const ordered = (take, check = GRAPH[6][1]) => ({
  code: GRAPH.map(([depth, text], at) => [depth, { 2: `node ← take ${take} out of frontier`, 6: check }[at] ?? text]),
  lines: LATE,
});

/** Tree search: it does not remember states. */
const tree = take => ({
  code: [[0, "frontier ← the start"], GRAPH[1], [1, `node ← take ${take} out of frontier`], GRAPH[3], GRAPH[4], GRAPH[5], [2, "put child into frontier"], GRAPH[8]],
  lines: { ...LATE, check: null, add: 6, failure: 7 },
});

const BREADTH_FIRST = {
  code: [[0, "if the start is a goal: return it"], [0, "frontier ← a queue with the start; reached ← the start"], GRAPH[1],
    [1, "node ← take the oldest node out of frontier"], GRAPH[4], GRAPH[5], [2, "if child's state is new in reached:"],
    [3, "if child is a goal: return child"], [3, "put child into reached and into frontier"], GRAPH[8]],
  lines: { first: 0, start: 1, take: 3, test: null, child: 5, check: 6, early: 7, add: 8, found: 7, failure: 9 },
};

const DEEPENING = {
  code: [[0, "for limit ← 1, 2, 3, …:"], [1, "walk from the start, always to a child first:"], [2, "for each action in node:"],
    [3, "child ← the node that the action leads to"], [3, "if child's state is on the path to node: leave it out"],
    [3, "if child is a goal: return child"], [3, "if child is at the limit: do not go on from it"],
    [3, "else: go on from child, come back to node later"], [1, "if no child was at the limit: return failure"]],
  lines: { start: 0, round: 0, take: 2, test: null, child: 3, check: 4, isNegative: true, early: 5, beyond: 6, add: 7, found: 5, again: 8, failure: 8 },
};

const IDA_STAR = {
  code: [[0, "limit ← f of the start"], [0, "repeat with this limit:"], [1, "walk from the start, always to a child first:"], [2, "for each action in node:"],
    [3, "child ← the node that the action leads to"], [3, "if child's state is on the path to node: leave it out"],
    [3, "if f of child is above limit: remember the lowest such f"], [3, "else if child is a goal: return child"],
    [3, "else: go on from child, come back to node later"], [1, "limit ← the lowest remembered f; if there is none: return failure"]],
  lines: { start: 0, round: 1, again: 9, take: 3, test: null, child: 4, check: 5, isNegative: true, beyond: 6, early: 7, add: 8, found: 7, failure: 9 },
};

const CLIMBING = {
  code: [[0, "current ← the start"], [0, "repeat:"], [1, "best ← the neighbour of current with the best value"],
    [1, "if best is not better than current: return current"], [1, "current ← best"]],
  lines: { start: 0, best: 2, test: 3, move: 4 },
  makeTrail: climbingTrail,
};

const ANNEALING = {
  code: [[0, "current ← the start"], [0, "for t ← 1, 2, 3, …:"], [1, "T ← the temperature at time t; T = 0: return current"],
    [1, "next ← a random neighbour of current"], [1, "d ← how much better next is than current"],
    [1, "if d > 0, otherwise with probability e^(d/T): current ← next"]],
  lines: { start: 0, temperature: 2, next: 3, gain: 4, move: 5 },
  makeTrail: annealingTrail,
};

const F = { astar: "f = g + h", "weighted-astar": "f = g + weight · h", greedy: "f = h", "uniform-cost": "f = g" };

/** @type {Record<string, {code: any[][], lines: Record<string, any>, makeTrail?: Function}>} */
const FIGURES = {
  astar: ordered("the node with the lowest f"), "weighted-astar": ordered("the node with the lowest f"),
  greedy: ordered("the node with the lowest f"), "uniform-cost": ordered("the node with the lowest f"),
  "astar-tree": tree("the node with the lowest f"), "greedy-tree": tree("the node with the lowest f"), "uniform-cost-tree": tree("the node with the lowest f"),
  "breadth-first": BREADTH_FIRST, "breadth-first-tree": tree("the oldest node"),
  "depth-first": ordered("the newest node", "if child's state is new in reached:"), "depth-first-tree": tree("the newest node"),
  "iterative-deepening": DEEPENING, "ida-star": IDA_STAR, "hill-climbing": CLIMBING, annealing: ANNEALING,
};

/** Return the figure of an algorithm, undefined if it has no figure. */
export const figureOf = algorithm => FIGURES[algorithm];

/** Return the definition of f in an algorithm, "" if it has no f. */
export const meaningOfF = algorithm => F[algorithm.replace(/-tree$/, "")] ?? (algorithm === "ida-star" ? F.astar : "");
