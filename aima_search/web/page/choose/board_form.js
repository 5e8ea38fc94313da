// The problem: puzzle, level, a board of one's own, the board's options, a random one.

import { make, button, field, put, section, select, write } from "../parts/dom.js";
import { faultOf, isNeedless } from "../parts/queue.js";
import { markPlace } from "./place.js";

/** Return the form of the problem; `change(changes, where)` chooses, and shows faults `where`. */
export function makeBoardForm(app, change) {
  const puzzles = make("div", { class: "choices", role: "radiogroup", "aria-label": "Puzzle" });
  const summary = make("p", { class: "note" });
  const level = make("div", {});
  const own = makeOwnBoard(app, change);
  const settings = makeSettings(app, change);
  const random = makeRandom(app, change);
  const element = section("Problem", { class: "card" }, puzzles, summary, level, own.element,
    settings.element, random.element);

  const refresh = () => {
    const { puzzle, board } = app.choice;
    put(puzzles, app.catalog.puzzles.map(({ name }) => {
      const pick = () => name !== puzzle && change({ puzzle: name, board: undefined, settings: undefined, lanes: undefined });
      return radio(name, name === puzzle, pick);
    }));
    write(summary, app.facts.summary);
    const names = app.facts.levels.map(one => one.name);
    const choices = names.includes(board) ? names : [...names, ["", "a board of my own"]];
    put(level, field("Level", select(choices, names.includes(board) ? board : "",
      chosen => chosen && change({ board: chosen }))));
    own.refresh();
    settings.refresh();
    random.refresh();
  };
  return { element, refresh };
}

/** A button of a group of which one is on; arrow keys go on to the next. */
function radio(text, isOn, pick) {
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
  return make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(isOn),
    tabindex: isOn ? "0" : "-1", on: { click: pick, keydown } }, text);
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
  const element = make("details", {}, make("summary", {}, "Board of my own"),
    field("The board as text", text, "as a level's file, or an id"), fault, make("div", { class: "row" }, use));
  return {
    element,
    refresh() {
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
      put(fields, app.facts.settings.map(({ name, help }) => {
        const given = app.choice.settings?.[name] ?? "";
        const usual = app.board?.settings[name] ?? "";
        const input = make("input", { type: "text", value: given, placeholder: usual, spellcheck: "false" });
        input.addEventListener("change", () => {
          const settings = { ...app.choice.settings, [name]: input.value.trim() };
          if (!settings[name]) delete settings[name];
          change({ settings }, where);
        });
        return field(name, input, help);
      }));
    },
  };
}

function makeRandom(app, change) {
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
  const element = make("details", {}, make("summary", {}, "Random board"), field("seed", seed), fields,
    fault, make("div", { class: "row" }, maker));
  let shown = null;
  return {
    element,
    refresh() {
      element.hidden = !app.facts.generate.length;
      if (shown === app.facts.name) return;
      shown = app.facts.name;
      inputs.clear();
      put(fields, app.facts.generate.map(({ name, help }) => {
        const input = make("input", { type: "text", spellcheck: "false" });
        inputs.set(name, input);
        return field(name, input, help);
      }));
    },
  };
}
