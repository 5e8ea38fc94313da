// Numbers as the tables print them.

const GROUPED = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const SMALL = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const [LEAST, NOISE] = [0.01, 1e-9]; // smaller numbers have more digits, unless they are rounding errors

/** Return a number as text, "" for no number; infinity may come as the text "inf". */
export function count(value) {
  if (value === null || value === undefined) return "";
  if (value === "inf" || value === Infinity) return "∞";
  if (typeof value !== "number") return String(value);
  return Math.abs(value) < LEAST && Math.abs(value) > NOISE ? SMALL.format(value) : GROUPED.format(value || 0); // without "-0"
}

/** Return a count with its noun: "1 move", "2 moves". */
export function counted(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Return a node's numbers as text: "f 6 = g 1 + h 5". */
export function sum(node) {
  if (node === null) return "";
  const parts = [];
  if (node.g !== null) parts.push(`g ${count(node.g)}`);
  if (node.h !== null) parts.push(`h ${count(node.h)}`);
  const whole = parts.join(" + ");
  if (node.f === null || node.f === undefined) return whole;
  const isSum = parts.length === 2 && Math.abs(node.g + node.h - node.f) < 1e-9;
  return isSum ? `f ${count(node.f)} = ${whole}` : [`f ${count(node.f)}`, ...parts].join(", ");
}

const FATES = { queued: "waiting", known: "already known", beyond: "beyond the limit", taken: "moved to", pruned: "left out: h is infinite" };

/** Return the status of a node in words. */
export function fateOf(node) {
  return FATES[node.fate] ?? node.fate;
}

/** Return the label of a node's action; the root has no action. */
export function actionOf(node) {
  return node.action || "start";
}
