// The controls of a walk through the steps: play, step, speed, and the slider over the steps that were seen.

import { SPEEDS } from "./walker.js";
import { button, make, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";

const NONE = { step: -1, last: -1, isDone: false, isBeyond: false, expanded: 0 }; // before a search is open

/** The controls of a walker: `update()` after every change, `key(event)` for the keyboard. */
export class Controls {
  /**
   * @param {import("./walker.js").Walker} walker
   * @param {{strip?: any, legend?: any, stop?: any}} parts
   */
  constructor(walker, { strip = null, legend = null, stop = null } = {}) {
    this.walker = walker;
    this.back = button("◀", () => walker.by(-1), { name: "Step back", title: "Step back (←)", key: "ArrowLeft" });
    this.play = button("Play", () => this.toggle(), { kind: "primary wide", title: "Play or pause (Space)", key: "Space" });
    this.on = button("▶", () => walker.by(1), { name: "Step forward", title: "Step forward (→)", key: "ArrowRight" });
    this.end = button("▶▍", () => this.hurry(), { name: "To the end", title: "Run to the end at full speed" });
    this.slider = make("input", { type: "range", min: "0", step: "1", "aria-label": "Step",
      on: { input: () => walker.to(Number(this.slider.value)) } });
    this.place = make("output", { class: "place" });
    this.pace = make("output", { class: "pace" });
    this.speed = make("input", { type: "range", min: "0", max: String(SPEEDS.length - 1), step: "1",
      value: String(SPEEDS.indexOf(walker.rate)), "aria-label": "Speed", on: { input: () => this.setSpeed(Number(this.speed.value)) } });
    this.setSpeed(SPEEDS.indexOf(walker.rate));
    const buttons = make("div", { class: "row transport" }, this.back, this.play, this.on, this.end, stop,
      make("label", { class: "speed" }, make("span", {}, "Speed"), this.speed, this.pace));
    const line = make("div", { class: "timeline" }, this.slider, strip, make("div", { class: "under" }, this.place, legend));
    this.element = make("div", { class: "controls" }, buttons, line);
  }

  get course() {
    return this.walker.course ?? NONE;
  }

  toggle() {
    if (this.walker.isPlaying) this.walker.pause();
    else this.walker.play();
    this.update();
  }

  hurry() {
    if (!this.course.isDone) this.walker.hurry();
    this.update();
  }

  setSpeed(index) {
    const at = Math.min(Math.max(index, 0), SPEEDS.length - 1), { walker } = this;
    walker.rate = SPEEDS[at];
    this.speed.value = String(at);
    const text = walker.rate === Infinity ? "full speed" : `${walker.rate} per second`;
    this.speed.setAttribute("aria-valuetext", text);
    write(this.pace, text);
  }

  update() {
    const { walker, slider } = this, { step, last, isDone, isBeyond, expanded } = this.course;
    write(this.play, walker.isPlaying ? "Pause" : "Play");
    this.play.setAttribute("aria-label", walker.isPlaying ? "Pause" : "Play the steps"); // there is also a view named Play
    this.back.disabled = step <= 0;
    this.on.disabled = this.end.disabled = isDone;
    slider.max = String(Math.max(last, 0));
    slider.disabled = last < 1;
    slider.value = String(Math.max(walker.motion?.to ?? step, 0));
    const text = step < 0 ? "not started" : isBeyond
      ? `step ${count(expanded)}; only the first ${count(last + 1)} steps are stored`
      : `step ${count(step + 1)} of ${count(last + 1)}`;
    slider.setAttribute("aria-valuetext", text);
    write(this.place, text);
  }

  key(event) {
    const { walker } = this;
    const act = {
      " ": () => this.toggle(), ".": () => walker.by(1), ",": () => walker.by(-1),
      ArrowRight: () => walker.by(event.shiftKey ? 10 : 1), ArrowLeft: () => walker.by(event.shiftKey ? -10 : -1),
      Home: () => walker.to(0), End: () => walker.to(this.course.last),
      "+": () => this.setSpeed(Number(this.speed.value) + 1), "-": () => this.setSpeed(Number(this.speed.value) - 1),
    }[event.key];
    if (act) act();
    return Boolean(act);
  }
}
