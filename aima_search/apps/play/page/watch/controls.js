// The controls of a walk: play, step, speed, and the slider over the steps seen.

import { SPEEDS } from "./walker.js";
import { button, make, write } from "../parts/dom.js";
import { count } from "../parts/numbers.js";

const NONE = { step: -1, last: -1, isDone: false }; // before anything is open

/** Return the controls of a walker: `update()` after every change, `key(event)` for the keyboard. */
export function makeControls(walker, { strip = null, legend = null, stop = null } = {}) {
  const course = () => walker.course ?? NONE;
  const back = button("◀", () => walker.by(-1), { name: "Step back", title: "Step back (←)", key: "ArrowLeft" });
  const play = button("Play", () => toggle(), { kind: "primary wide", title: "Play or pause (Space)", key: "Space" });
  const on = button("▶", () => walker.by(1), { name: "Step on", title: "Step on (→)", key: "ArrowRight" });
  const end = button("▶▍", () => hurry(), { name: "To the end", title: "To the end, as fast as it goes" });
  const slider = make("input", { type: "range", min: "0", step: "1", "aria-label": "Step",
    on: { input: () => walker.to(Number(slider.value)) } });
  const place = make("output", { class: "place" });
  const pace = make("output", { class: "pace" });
  const speed = make("input", { type: "range", min: "0", max: String(SPEEDS.length - 1), step: "1",
    value: String(SPEEDS.indexOf(walker.rate)), "aria-label": "Speed", on: { input: () => setSpeed(Number(speed.value)) } });

  const toggle = () => {
    if (walker.isPlaying) walker.pause();
    else walker.play();
    update();
  };
  const hurry = () => {
    if (!course().isDone) walker.hurry();
    update();
  };
  function setSpeed(index) {
    const at = Math.min(Math.max(index, 0), SPEEDS.length - 1);
    walker.rate = SPEEDS[at];
    speed.value = String(at);
    const text = walker.rate === Infinity ? "full speed" : `${walker.rate} a second`;
    speed.setAttribute("aria-valuetext", text);
    write(pace, text);
  }
  function update() {
    write(play, walker.isPlaying ? "Pause" : "Play");
    play.setAttribute("aria-label", walker.isPlaying ? "Pause" : "Play the steps"); // there is a view of that name
    const { step, last, isDone, isBeyond, expanded } = course();
    back.disabled = step <= 0;
    on.disabled = end.disabled = isDone;
    slider.max = String(Math.max(last, 0));
    slider.disabled = last < 1;
    slider.value = String(Math.max(walker.motion?.to ?? step, 0));
    const text = step < 0 ? "not started" : isBeyond
      ? `step ${count(expanded)}, the first ${count(last + 1)} can be stepped through`
      : `step ${count(step + 1)} of ${count(last + 1)}`;
    slider.setAttribute("aria-valuetext", text);
    write(place, text);
  }
  function key(event) {
    const does = {
      " ": toggle, ".": () => walker.by(1), ",": () => walker.by(-1),
      ArrowRight: () => walker.by(event.shiftKey ? 10 : 1), ArrowLeft: () => walker.by(event.shiftKey ? -10 : -1),
      Home: () => walker.to(0), End: () => walker.to(course().last),
      "+": () => setSpeed(Number(speed.value) + 1), "-": () => setSpeed(Number(speed.value) - 1),
    }[event.key];
    if (does) does();
    return Boolean(does);
  }

  setSpeed(SPEEDS.indexOf(walker.rate));
  const buttons = make("div", { class: "row transport" }, back, play, on, end, stop,
    make("label", { class: "speed" }, make("span", {}, "Speed"), speed, pace));
  const line = make("div", { class: "timeline" }, slider, strip,
    make("div", { class: "under" }, place, legend));
  return { element: make("div", { class: "controls" }, buttons, line), update, key };
}
