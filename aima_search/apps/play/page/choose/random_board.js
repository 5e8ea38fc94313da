// A random board: presets in the words of players, and the generator's options behind "More".

import { makeInput } from "./inputs.js";
import { button, field, make, put, write } from "../parts/dom.js";
import { faultOf, isNeedless } from "../parts/queue.js";

/** The form of a random board by the puzzle's generator; `change({board, settings})` chooses the board. */
export class RandomBoard {
  /**
   * @param {import("../app.js").App} app
   * @param {(changesOf: ChangesOf) => unknown} change
   */
  constructor(app, change) {
    this.app = app;
    this.change = change;
    /** @type {string | null} the puzzle whose fields are shown */
    this.shown = null;
    /** @type {Map<string, ReturnType<typeof makeInput>>} */
    this.inputs = new Map();
    this.presets = make("div", { class: "row presets", role: "group", "aria-label": "A new board" });
    this.fields = make("div", { class: "fields" });
    this.fault = make("p", { class: "fault", role: "alert", hidden: true });
    this.seed = make("input", { type: "number", value: String(1 + Math.floor(Math.random() * 999)), min: "0", step: "1" });
    const maker = button("Make a board", () => this.generate(this.given()));
    this.more = make("details", { class: "more" }, make("summary", {}, "More"), field("seed", this.seed, "the same seed and options make the same board"),
      this.fields, make("div", { class: "row" }, maker));
    this.element = make("div", {}, this.presets, this.more, this.fault);
  }

  given() {
    const given = [...this.inputs].map(([name, input]) => [name, input.value]).filter(([, value]) => value);
    return Object.fromEntries(given);
  }

  /** Make a board with some options; the next board has the next seed. */
  async generate(options) {
    this.fault.hidden = true;
    const controls = this.element.querySelectorAll("button");
    for (const control of controls) control.disabled = true;
    try {
      const request = { puzzle: this.app.facts.name, seed: Number(this.seed.value), options };
      const { board, settings } = await this.app.during(this.app.ask("generate", request));
      this.seed.value = String(Number(this.seed.value) + 1);
      await this.change({ board, settings });
    } catch (error) {
      write(this.fault, faultOf(error).message);
      this.fault.hidden = isNeedless(error);
    } finally {
      for (const control of controls) control.disabled = false;
    }
  }

  refresh() {
    const { name, generate, presets = [] } = this.app.facts;
    if (this.shown === name) return;
    this.shown = name;
    put(this.presets, presets.map(preset => button(preset.name, () => this.generate(preset.options), { kind: "primary" })));
    this.presets.hidden = !presets.length;
    this.more.open = !presets.length;
    this.inputs = new Map(generate.map(option => [option.name, makeInput(option)]));
    put(this.fields, [...this.inputs.values()].map(input => input.element));
  }
}
