// Turns a picture into the next one by replacing the elements that differ, so that a large board is not drawn again.
//
// The pictures must have one element per line; other pictures are drawn again.

const REACH = 16; // lines that may be added or removed in one place

/** Return the elements of a picture, one per line; null if its text has another form. */
function linesOf(text) {
  const lines = text.trimEnd().split("\n");
  return lines.length > 2 && lines.at(-1) === "</svg>" ? lines : null;
}

/**
 * Change an SVG from one text to another in place; `read(text)` makes an element of a text.
 *
 * Return whether this was possible.
 */
export function patch(svg, before, after, read) {
  const from = linesOf(before), to = linesOf(after);
  const drawn = [...svg.children];
  if (!from || !to || from[0] !== to[0] || drawn.length !== from.length - 2) return false;
  const { dropped, added } = compare(from.slice(1, -1), to.slice(1, -1));
  const parsed = read([to[0], ...added.map(([line]) => line), "</svg>"].join("\n"));
  if (parsed === null || parsed.children.length !== added.length) return false;
  const fresh = [...parsed.children];
  added.forEach(([, place], at) => svg.insertBefore(fresh[at], drawn[place] ?? null));
  for (const place of dropped) drawn[place].remove();
  return true;
}

/** Return the removed lines, and the added lines, each with the old line that follows it. */
function compare(from, to) {
  const dropped = [], added = [];
  let i = 0, j = 0;
  while (i < from.length || j < to.length) {
    if (i < from.length && from[i] === to[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const [gone, come] = shift(from, i, to, j);
    for (let k = 0; k < come; k += 1) added.push([to[j + k], i]);
    for (let k = 0; k < gone; k += 1) dropped.push(i + k);
    i += gone;
    j += come;
  }
  return { dropped, added };
}

/** Return how many lines were removed and added before both texts agree again. */
function shift(from, i, to, j) {
  if (i >= from.length) return [0, to.length - j];
  if (j >= to.length) return [from.length - i, 0];
  for (let k = 1; k <= REACH; k += 1) {
    if (from[i + k] !== undefined && from[i + k] === to[j + k]) return [k, k];
    if (from[i + k] !== undefined && from[i + k] === to[j]) return [k, 0];
    if (to[j + k] !== undefined && from[i] === to[j + k]) return [0, k];
  }
  return [1, 1];
}
