// Opening the page: the choice in its address, and its errors.

import { parse, VIEWS } from "./parts/address.js";
import { isNeedless } from "./parts/queue.js";

/**
 * Request the catalog and complete the choice; a fixed page has no choice.
 *
 * @param {import("./app.js").App} app
 * @returns {Promise<unknown>} what was wrong with the choice, or null
 */
export async function start(app) {
  if (app.isFixed) {
    take(app);
    return null;
  }
  app.catalog = await app.ask("catalog");
  const wrong = await arrive(app);
  try {
    if (!app.choice.puzzle) app.choice.puzzle = await firstPuzzle(app);
    await app.load();
  } catch (error) { // the address names something that does not exist: the reader chooses
    if (isNeedless(error)) return wrong; // the reader has opened another address meanwhile
    const puzzle = app.facts ? app.choice.puzzle : await firstPuzzle(app);
    app.choice = { puzzle, view: "choose" };
    await app.load();
    return error;
  }
  return wrong;
}

/** Read the lesson, the code and the tie-breaks of the address. Return what is wrong with them, or null. */
export async function arrive(app) {
  app.choice.view = VIEWS.includes(app.choice.view) ? app.choice.view : "choose";
  const lost = await enterLesson(app).then(() => null, error => error);
  return (await receiveCode(app)) ?? lost ?? unknownTies(app);
}

/** Return an error about tie-breaks that do not exist; searches get the usual tie-break instead. */
function unknownTies({ choice, catalog }) {
  const known = catalog.tie_breaks;
  const unknown = (choice.searches ?? []).map(search => search.ties).filter(ties => ties && !known.includes(ties));
  return unknown.length ? new Error(`ties ${unknown[0]}: expected one of ${known.join(", ")}; the default tie-break is used`) : null;
}

/** Take the code of the address; the reader sees it before the view that would run it. Return its error, or null. */
async function receiveCode(app) {
  const { code, view } = app.choice;
  delete app.choice.code;
  try {
    if (code) await app.own.receive(code);
  } catch (error) {
    return error;
  }
  if (app.own.offered !== null) Object.assign(app, { wanted: view, choice: { ...app.choice, view: "choose" } });
  return null;
}

/** Go to the step of a lesson, if the address names a lesson and nothing else. */
async function enterLesson(app) {
  const { lesson: name, part, puzzle } = app.choice;
  if (!name || puzzle) return;
  const lesson = (await app.lessons()).find(one => one.name === name);
  if (lesson) Object.assign(app.choice, parse(lesson.steps[Math.min(part, lesson.steps.length) - 1].address));
}

/** Show the given problem, with nothing to choose. */
function take(app) {
  app.catalog = { puzzles: [], algorithms: [] };
  app.facts = { name: app.board?.puzzle, levels: [], heuristics: [] };
  app.choice.searches ??= [{}];
}

/** The first puzzle whose first board needs a search, otherwise the first puzzle. */
async function firstPuzzle(app) {
  const names = app.catalog.puzzles.map(one => one.name);
  for (const puzzle of names) {
    const board = await app.ask("board", { puzzle });
    if (!board.advice) return puzzle;
  }
  return names[0];
}
