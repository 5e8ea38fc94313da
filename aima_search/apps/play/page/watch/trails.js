// The lines of pseudocode that a step has executed, each with the values of its variables.
//
// A trail is a list of [line, text]; the last line is the line that was executed last.

import { actionOf, count, sum } from "../parts/numbers.js";

/**
 * Return the trail of a search's current step.
 *
 * made: the nodes that were generated since the last step; last: the nodes expanded before, the latest first.
 */
export function trailOf(figure, search, { made, last, path }) {
  const { position } = search, { lines } = figure;
  if (!position.node) return [[lines.start, "press Step forward (▶)"]];
  const isEnd = position.ended && search.isDone, before = last[0] ?? null;
  const trail = figure.makeTrail ? figure.makeTrail(lines, position.node, before, made, isEnd) : treeTrail(lines, position, before, made, path, isEnd);
  return trail.filter(([line]) => line !== null && line !== undefined);
}

/** The trail of a search with a frontier. */
function treeTrail(lines, position, before, made, path, isEnd) {
  const { node } = position, isFound = isEnd && position.status === "solved";
  const trail = made.flatMap(child => childLines(lines, child, before));
  if (position.round && path.length === 1) trail.push([lines.round ?? lines.take, `limit = ${count(position.round.limit)}`]);
  if (!isFound || lines.test !== null) trail.push([lines.take, `node = ${nameOf(node)}, ${sum(node)}`]);
  if (lines.test !== null) trail.push([lines.test, isFound ? `yes: ${nameOf(node)} is returned` : `${nameOf(node)}: no, so it is expanded`]);
  else if (isFound) trail.push([lines.found, `${nameOf(node)} is returned, cost ${count(node.g)}`]);
  if (isEnd && position.status === "no-solution") trail.push([lines.failure, "no solution"]);
  return trail;
}

/** The lines that generated a child and checked it. */
function childLines(lines, child, before) {
  const name = nameOf(child), value = sum(child);
  const trail = [[lines.child, `child = ${name}${value ? `, ${value}` : ""}${before ? `, from ${nameOf(before)}` : ""}`]];
  if (child.fate === "known") return [...trail, [lines.check, `${name}: no, its state is known and it is not cheaper`]];
  if (lines.check !== null) trail.push([lines.check, `${name}: yes`]);
  if (child.fate === "beyond") return [...trail, [lines.beyond ?? lines.add, `${name}: yes${child.f === null ? "" : `, f = ${count(child.f)}`}`]];
  if (lines.early) trail.push([lines.early, `${name}: ${child.is_goal ? "yes" : "no"}`]);
  if (lines.early && child.is_goal) return trail;
  const waits = child.is_goal && lines.test !== null ? ". It is a goal, but it is not returned yet: a cheaper path may still be found" : "";
  return [...trail, [lines.add, `${name}${waits}`]];
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
