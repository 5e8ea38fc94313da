// The address: what is chosen, as text after "#" that restores it.

const LANE = { algorithm: "algorithm", heuristic: "heuristic", ties: "ties" };
const MOST_LANES = 4;

/** Return the choice that an address stands for; what it does not say is left out. */
export function parse(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const choice = {};
  for (const name of ["puzzle", "board", "view"]) if (given.has(name)) choice[name] = given.get(name);
  const settings = [...given].filter(([name]) => name.startsWith("settings."));
  if (settings.length) {
    choice.settings = Object.fromEntries(settings.map(([name, value]) => [name.slice(9), value]));
  }
  const step = Number(given.get("step"));
  if (given.has("step") && Number.isInteger(step) && step >= 0) choice.step = step;
  if (given.get("moves")) {
    const moves = given.get("moves").split(".").map(Number);
    if (moves.every(move => Number.isInteger(move) && move >= 0)) choice.moves = moves;
  }
  const lanes = parseLanes(given);
  if (lanes.length) choice.lanes = lanes;
  return choice;
}

function parseLanes(given) {
  const lanes = [];
  for (let number = 1; number <= MOST_LANES; number += 1) {
    const suffix = number === 1 ? "" : String(number);
    const lane = {};
    for (const name of Object.keys(LANE)) {
      if (given.has(name + suffix)) lane[name] = given.get(name + suffix);
    }
    if (!Object.keys(lane).length) break;
    lanes.push(lane);
  }
  return lanes;
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
  const shown = choice.view === "compare" ? choice.lanes : (choice.lanes ?? []).slice(0, 1);
  (shown ?? []).forEach((lane, index) => {
    for (const name of Object.keys(LANE)) tell(name + (index ? index + 1 : ""), lane[name]);
  });
  tell("view", choice.view);
  if (choice.view === "watch" || choice.view === "compare") tell("step", choice.step);
  if (choice.view === "play" && choice.moves?.length) tell("moves", choice.moves.join("."));
  return `#${told}`;
}
