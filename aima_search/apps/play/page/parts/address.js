// The address: the choice as a text after "#", from which the choice can be restored.

const SEARCH = { algorithm: "algorithm", heuristic: "heuristic", ties: "ties" };
const MOST_SEARCHES = 4;

export const VIEWS = ["choose", "play", "watch", "compare", "learn"];

/**
 * Return the choice of an address; missing parts are left out.
 *
 * @param {string} hash
 * @returns {any}
 */
export function parse(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {Record<string, any>} */
  const choice = {};
  for (const name of ["puzzle", "board", "view", "lesson", "code"]) if (given.has(name)) choice[name] = given.get(name);
  const settings = below(given, "settings.");
  if (settings) choice.settings = settings;
  const step = Number(given.get("step"));
  if (given.has("step") && Number.isInteger(step) && step >= 0) choice.step = step;
  const part = Number(given.get("part"));
  if (choice.lesson) choice.part = Number.isInteger(part) && part > 0 ? part : 1;
  const moves = given.get("moves");
  if (moves) choice.moves = moves.split(".").map(move => (/^\d+$/.test(move) ? Number(move) : move));
  if (given.has("figure")) choice.figure = "yes"; // this page is embedded in another page
  const searches = parseSearches(given);
  if (searches.length) choice.searches = searches;
  return choice;
}

/** The parameters whose names begin with `start`, by the rest of their names; null if there are none. */
function below(given, start) {
  const found = [...given].filter(([name]) => name.startsWith(start));
  return found.length ? Object.fromEntries(found.map(([name, value]) => [name.slice(start.length), value])) : null;
}

function parseSearches(given) {
  const searches = [];
  for (let number = 1; number <= MOST_SEARCHES; number += 1) {
    const suffix = number === 1 ? "" : String(number);
    /** @type {Record<string, any>} */
    const search = {};
    for (const name of Object.keys(SEARCH)) {
      if (given.has(name + suffix)) search[name] = given.get(name + suffix);
    }
    const options = below(given, `options${suffix}.`);
    if (options) search.options = options;
    if (!Object.keys(search).length) break;
    searches.push(search);
  }
  return searches;
}

/** Return the address of a choice, "#" included. */
export function format(choice) {
  const parameters = new URLSearchParams();
  const add = (name, value) => {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, value);
  };
  add("puzzle", choice.puzzle);
  add("board", choice.board);
  for (const [name, value] of Object.entries(choice.settings ?? {})) add(`settings.${name}`, value);
  const shown = choice.view === "compare" ? choice.searches : (choice.searches ?? []).slice(0, 1);
  (shown ?? []).forEach((search, index) => {
    const suffix = index ? index + 1 : "";
    for (const name of Object.keys(SEARCH)) add(name + suffix, search[name]);
    for (const [name, value] of Object.entries(search.options ?? {})) add(`options${suffix}.${name}`, value);
  });
  add("view", choice.view);
  if (choice.view === "watch" || choice.view === "compare") add("step", choice.step);
  if (choice.view === "play" && choice.moves?.length) add("moves", choice.moves.join("."));
  add("lesson", choice.lesson);
  if (choice.lesson) add("part", choice.part);
  add("code", choice.code);
  add("figure", choice.figure);
  return `#${parameters}`;
}
