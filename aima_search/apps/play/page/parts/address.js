// The address: what is chosen, as text after "#" that restores it.

const SEARCH = { algorithm: "algorithm", heuristic: "heuristic", ties: "ties" };
const MOST_SEARCHES = 4;

export const VIEWS = ["choose", "play", "watch", "compare", "learn"];

/**
 * Return the choice that an address stands for; what it does not say is left out.
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
  if (given.has("figure")) choice.figure = "yes"; // to stand on somebody else's page
  const searches = parseSearches(given);
  if (searches.length) choice.searches = searches;
  return choice;
}

/** What stands under the names of a beginning, by the rest of them; null for nothing. */
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
  const told = new URLSearchParams();
  const tell = (name, value) => {
    if (value !== undefined && value !== null && value !== "") told.set(name, value);
  };
  tell("puzzle", choice.puzzle);
  tell("board", choice.board);
  for (const [name, value] of Object.entries(choice.settings ?? {})) tell(`settings.${name}`, value);
  const shown = choice.view === "compare" ? choice.searches : (choice.searches ?? []).slice(0, 1);
  (shown ?? []).forEach((search, index) => {
    const suffix = index ? index + 1 : "";
    for (const name of Object.keys(SEARCH)) tell(name + suffix, search[name]);
    for (const [name, value] of Object.entries(search.options ?? {})) tell(`options${suffix}.${name}`, value);
  });
  tell("view", choice.view);
  if (choice.view === "watch" || choice.view === "compare") tell("step", choice.step);
  if (choice.view === "play" && choice.moves?.length) tell("moves", choice.moves.join("."));
  tell("lesson", choice.lesson);
  if (choice.lesson) tell("part", choice.part);
  tell("code", choice.code);
  tell("figure", choice.figure);
  return `#${told}`;
}
