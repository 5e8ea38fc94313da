// The problem: puzzle, level, a board of one's own, the board's options, a random board.

import { makeDrawing } from "./drawing.js";
import { make, button, field, put, section, select, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { faultOf, isNeedless } from "../parts/queue.js";
import { markPlace } from "./place.js";

const LONG = 2000; // characters of a text that is read for a while
const PATIENCE = 250; // milliseconds after the last key, before a text is looked at

/** Return the form of the problem; `change(changes, where)` chooses, and shows faults `where`. */
export function makeBoardForm(app, change) {
  const gallery = makeGallery(app, name => change({ puzzle: name, board: undefined, settings: undefined, searches: undefined }));
  const summary = make("p", { class: "note" });
  const level = make("div", {});
  const own = makeOwnBoard(app, change);
  const drawing = makeDrawing(app, change);
  const settings = makeSettings(app, change);
  const random = makeRandom(app, change);
  const randomBoard = make("details", {}, make("summary", {}, "Random board"), random.element);
  const element = section("Problem", { class: "card" }, gallery.element, summary, level, drawing.element, own.element,
    settings.element, randomBoard);

  const refresh = () => {
    gallery.refresh();
    write(summary, app.facts.summary);
    put(level, field("Level", selectLevel(app, chosen => change({ board: chosen }))));
    drawing.refresh();
    own.refresh();
    settings.refresh();
    randomBoard.hidden = !app.facts.generate.length;
    random.refresh();
  };
  return { element, refresh };
}

/** The list of the bundled boards. */
export function selectLevel(app, choose) {
  const names = app.boards, isKnown = names.includes(app.choice.board);
  return select(isKnown ? names : [...names, ["", "a board of my own"]], isKnown ? app.choice.board : "", chosen => chosen && choose(chosen));
}

/** The puzzles, each as a picture of a board; the pictures come when nobody waits for anything else. */
function makeGallery(app, choose) {
  const element = make("div", { class: "gallery", role: "radiogroup", "aria-label": "Puzzle" });
  const cards = new Map();

  function add(name) {
    const place = makePicture({ name, withText: false });
    const thumb = make("span", { class: "thumb", "aria-hidden": "true" }, place.element);
    const card = radio([thumb, name], name, () => name !== app.choice.puzzle && choose(name));
    cards.set(name, { card, place });
    element.append(card);
  }

  async function load(name, one) {
    if (one.isAsked) return;
    one.isAsked = true;
    try {
      one.place.show(await app.ask("thumbnail", { puzzle: name }, { later: true }));
    } catch { // it was ended: it is asked for again; or it draws nothing, and is chosen by its name
      one.isAsked = false;
    }
  }
  return {
    element,
    refresh() {
      for (const { name } of app.catalog.puzzles) if (!cards.has(name)) add(name);
      for (const [name, one] of cards) {
        const isOn = name === app.choice.puzzle;
        one.card.setAttribute("aria-checked", String(isOn));
        one.card.tabIndex = isOn ? 0 : -1;
        load(name, one);
      }
    },
  };
}

/** A button of a group, in which one button is on; arrow keys go on to the next. */
function radio(content, name, pick) {
  const keydown = event => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...event.currentTarget.parentElement.children];
    const next = all[(all.indexOf(event.currentTarget) + by + all.length) % all.length];
    next.focus();
    next.click();
  };
  return make("button", { type: "button", class: "choice", role: "radio", "aria-label": name, on: { click: pick, keydown } }, content);
}

function makeOwnBoard(app, change) {
  const text = make("textarea", { rows: "7", spellcheck: "false", autocapitalize: "off", wrap: "off" });
  const fault = make("div", { class: "fault", role: "alert", hidden: true });
  const where = {
    clear() {
      fault.hidden = true;
      put(fault);
      text.removeAttribute("aria-invalid");
    },
    show(error) {
      if (isNeedless(error)) return;
      put(fault, make("p", {}, faultOf(error).message), markPlace(text.value, faultOf(error)));
      fault.hidden = false;
      text.setAttribute("aria-invalid", "true");
    },
  };
  const use = button("Use this board", () => change({ board: text.value.trim() }, where));
  const formats = make("p", { class: "note" });
  const recognised = make("p", { class: "recognised", role: "status" });
  const preview = makePicture({ name: "the board that the text says", withText: false });
  const element = make("details", { class: "own-board" }, make("summary", {}, "Board of my own"),
    field("The board as text", text, "as a level's file, or an id"), formats, recognised, preview.element, fault, make("div", { class: "row" }, use));
  let waits = 0;

  /** Say which format the text is in, and show the board that it stands for. */
  async function recognise() {
    if (text.value.length > LONG) write(recognised, `Reading ${count(text.value.length)} characters …`);
    try {
      const told = await app.ask("recognise", { ...app.problem(), board: text.value.trim() }, { key: "recognise" });
      write(recognised, `Recognised${told.format ? `: ${told.format}` : ""}. It is ${told.id && told.id.length <= LONG ? told.id : "a board"}.`);
      preview.show(told.picture);
    } catch (error) {
      if (isNeedless(error)) return;
      write(recognised, text.value.trim() ? `Not a board yet: ${faultOf(error).message}` : "");
      preview.clear();
    }
  }
  text.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(recognise, PATIENCE);
  });
  return {
    element,
    refresh() {
      const names = app.facts.formats ?? [];
      write(formats, names.length ? `What may be pasted: an id, ${names.join(", ")}.` : "");
      const known = app.facts.levels.find(one => one.name === app.choice.board);
      if (document.activeElement !== text && fault.hidden) text.value = known ? known.text : (app.choice.board ?? "");
    },
  };
}

function makeSettings(app, change) {
  const fields = make("div", { class: "fields" });
  const fault = make("p", { class: "fault", role: "alert", hidden: true });
  const where = {
    clear: () => {
      fault.hidden = true;
    },
    show: error => {
      write(fault, faultOf(error).message);
      fault.hidden = isNeedless(error);
    },
  };
  const element = make("details", {}, make("summary", {}, "Board options"), fields, fault);
  return {
    element,
    refresh() {
      element.hidden = !app.facts.settings.length;
      put(fields, app.facts.settings.map(({ name, help, among }) => {
        const given = app.choice.settings?.[name] ?? "";
        const usual = app.board?.settings[name] ?? "";
        const input = make("input", { type: "text", value: given, placeholder: usual, spellcheck: "false" });
        const list = offer(input, among);
        input.addEventListener("change", () => {
          const settings = { ...app.choice.settings, [name]: input.value.trim() };
          if (!settings[name]) delete settings[name];
          change({ settings }, where);
        });
        return make("div", {}, field(name, input, help), list);
      }));
    },
  };
}

let lists = 0;

/** Let a field offer values; return the list of them, null without values. */
function offer(input, among) {
  if (!among.length) return null;
  lists += 1;
  input.setAttribute("list", `aima-list-${lists}`);
  return make("datalist", { id: `aima-list-${lists}` }, among.map(value => make("option", { value })));
}

/** Return the form of a random board by the puzzle's generator; `change({board, settings})` takes the board. */
export function makeRandom(app, change) {
  const fields = make("div", { class: "fields" });
  const fault = make("p", { class: "fault", role: "alert", hidden: true });
  const seed = make("input", { type: "number", value: "1", min: "0", step: "1" });
  const inputs = new Map();
  const generate = async () => {
    const given = [...inputs].map(([name, input]) => [name, input.value.trim()]).filter(([, value]) => value);
    fault.hidden = true;
    maker.disabled = true;
    try {
      const request = { puzzle: app.facts.name, seed: Number(seed.value), options: Object.fromEntries(given) };
      const { board, settings } = await app.ask("generate", request);
      seed.value = String(Number(seed.value) + 1);
      await change({ board, settings });
    } catch (error) {
      write(fault, faultOf(error).message);
      fault.hidden = isNeedless(error);
    } finally {
      maker.disabled = false;
    }
  };
  const maker = button("Make a board", generate);
  const element = make("div", {}, field("seed", seed), fields, fault, make("div", { class: "row" }, maker));
  let shown = null;
  return {
    element,
    refresh() {
      if (shown === app.facts.name) return;
      shown = app.facts.name;
      inputs.clear();
      put(fields, app.facts.generate.map(({ name, help, among }) => {
        const input = make("input", { type: "text", spellcheck: "false" });
        inputs.set(name, input);
        return make("div", {}, field(name, input, help), offer(input, among));
      }));
    },
  };
}
