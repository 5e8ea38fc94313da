// The lines of pseudocode that a step executes, each with the values of its variables.
//
// A trail is a list of [line, text], in the order in which the lines are executed. A third item, true, marks a value of
// an earlier step that still holds.

import { actionOf, count, counted, fateOf, sum } from "../parts/numbers.js";

const LONGEST = 60; // characters of the names in a sentence

/**
 * Return the trail of a search's current step, up to the line at which its node is taken or tested.
 *
 * made: the nodes that the last expansion generated; last: the nodes expanded before, the latest first.
 */
export function trailOf(figure, search, { made, last, path }) {
  const { position } = search, { lines } = figure, isEnd = position.ended && search.isDone;
  if (search.step < 0) return [[lines.start, "press Step forward (▶)"]];
  if (search.isBeyond) return []; // its nodes are not stored
  if (!position.node) return position.status === "no-solution" ? [[lines.failure, "no solution"]] : [];
  const trail = figure.makeTrail ? figure.makeTrail(lines, position.node, last[0] ?? null, made, isEnd)
    : treeTrail(lines, position, path, isEnd && position.status === "solved");
  return known(trail);
}

/** The trail of a search with a frontier or a path: the current node, or the line that returns it. */
function treeTrail(lines, { node, round }, path, isFound) {
  const trail = round ? [[lines.round, `limit = ${count(round.limit)}`, path.length > 1]] : [];
  const returned = `${nameOf(node)} is returned, cost ${count(node.g)}`;
  if (isFound && lines.test === null) {
    const parent = path.at(-2);
    if (!parent) return [[lines.first ?? lines.found, `yes: ${returned}`]];
    const child = childLines(lines, { ...node, is_goal: true });
    return [...trail, [lines.take, `node = ${nameOf(parent)}`, true], ...child.slice(0, -1), [lines.found, `yes: ${returned}`]];
  }
  trail.push([lines.take, `node = ${nameOf(node)}, ${sum(node)}`]);
  return [...trail, [lines.test, isFound ? `yes: ${returned}` : `${nameOf(node)}: no, so it is expanded`]];
}

/** The trail of an expansion; a search that keeps one path may come back to earlier nodes of the path. */
export function expansionTrail({ lines }, node, { made, path }) {
  const trail = [];
  let from = node.id;
  for (const child of made) {
    if (child.parent === null) trail.push([lines.again, "the next round begins"]);
    else if (child.parent !== from) {
      const parent = path.find(one => one.id === child.parent);
      trail.push([lines.take, parent ? `back to node = ${nameOf(parent)}` : "back to an earlier node"]);
    }
    if (child.parent !== null) trail.push(...childLines(lines, child));
    from = child.parent;
  }
  return known(trail);
}

const known = trail => trail.filter(([line]) => line !== null && line !== undefined);

/** The lines that generate a child and check it. */
function childLines(lines, child) {
  const name = nameOf(child), value = sum(child), isKnown = child.fate === "known";
  const trail = [[lines.child, `child = ${name}${value ? `, ${value}` : ""}`]];
  const test = (line, isTrue, why = "") => trail.push([line, `${name}: ${isTrue ? "yes" : "no"}${why}`]);
  if (lines.isNegative) test(lines.check, isKnown);
  else test(lines.check, !isKnown, isKnown ? ", its state is known and it is not cheaper" : "");
  if (isKnown) return trail;
  const tests = [[lines.early, child.is_goal], [lines.beyond, child.fate === "beyond"]].filter(([line]) => line !== undefined);
  for (const [line, isTrue] of tests.sort(([one], [other]) => one - other)) {
    test(line, isTrue);
    if (isTrue) return trail;
  }
  if (["beyond", "pruned"].includes(child.fate)) return [...trail, [lines.add, `${name}: ${fateOf(child)}`]];
  return [...trail, [lines.add, `${name}${child.is_goal ? ". It is a goal, but it is not returned yet: a cheaper path may still be found" : ""}`]];
}

/**
 * Return sentences about the last expansion of a search with a frontier.
 *
 * @param {{lines: any, makeTrail?: Function}} figure
 */
export function noteOf({ lines, makeTrail }, { position, isBeyond }, { made, last: [before] }) {
  if (!before || !made.length || makeTrail || position.round || isBeyond || (position.ended && lines.test === null)) return "";
  const named = (text, fates) => {
    const nodes = made.filter(child => fates.includes(child.fate));
    const names = nodes.map(nameOf).join(", ");
    return names && `${text}: ${names.length > LONGEST ? counted(nodes.length, "node") : names}.`;
  };
  const goal = lines.test === null ? null : made.find(child => child.is_goal && child.fate !== "known");
  return [`Just before, ${before.action ? nameOf(before) : "the start"} was expanded.`, named("New in the frontier", ["queued", "reopened", "goal"]),
    named("Already reached", ["known"]), named("Left out", ["beyond", "pruned"]), goal ? `${nameOf(goal)} is a goal, but was not returned then: a cheaper path might still be found.` : ""].filter(Boolean).join(" ");
}

/** The name of a node in the code: its action without the cost. */
function nameOf(node) {
  return actionOf(node).replace(/ \([\d.,]+\)$/, "");
}

/** The current node of a local search with its value. */
const current = node => `current = ${nameOf(node)}, value ${count(node.f)}`;

/** The trail of hill climbing: the best neighbour, and whether the climb moves to it. */
export function climbingTrail(lines, node, before, made, isEnd) {
  if (!before) return [[lines.start, current(node)]];
  const isMoved = node.depth > before.depth;
  const best = isMoved ? node : made.reduce((one, other) => (one && one.f >= other.f ? one : other), null);
  const trail = best ? [[lines.best, `best = ${nameOf(best)}, value ${count(best.f)}`]] : [];
  if (isMoved) {
    const why = best.f > before.f ? "better" : "equal: sideways moves are allowed";
    return [...trail, [lines.test, `${count(best.f)} after ${count(before.f)}: ${why}`], [lines.move, current(node)]];
  }
  return isEnd ? [...trail, [lines.test, `${nameOf(node)}, value ${count(node.f)}, is returned`]] : trail;
}

/** The trail of simulated annealing: a random neighbour, its gain, and whether it is taken. */
export function annealingTrail(lines, node, before, made, isEnd) {
  if (!before) return [[lines.start, current(node)]];
  const trail = made.flatMap(next => [[lines.next, `next = ${nameOf(next)}, value ${count(next.f)}`], [lines.gain, `d = ${count(next.f - before.f)}`]]);
  const isMoved = node.depth > before.depth;
  trail.push([lines.move, isMoved ? current(node) : `not taken: ${current(node)}`]);
  return isEnd ? [...trail, [lines.temperature, `T = 0: ${nameOf(node)}, value ${count(node.f)}, is returned`]] : trail;
}
