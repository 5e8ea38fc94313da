// Jumps: go to the next step with an event, or back to the previous step with this event.

import { button, make, put } from "../parts/dom.js";
import { actionOf } from "../parts/numbers.js";

const EVENTS = [
  ["f", "f", "F", "the next step with a different f"],
  ["goal", "goal", "G", "the next step that generates a goal state"],
  ["reopened", "reopening", "O", "the next better path to an expanded state"],
  ["above", "h > h*", "A", "the next node whose h is above h*, the true cost to go"],
];

/** Return the jumps of a walker; `inspect(node)` shows a node that was found. */
export function makeJumps(walker, inspect, announce) {
  const output = make("span", { class: "jump-result" });
  const state = make("input", { type: "text", class: "jump-state", spellcheck: "false", autocapitalize: "off",
    "aria-label": "State to go to", placeholder: "a state",
    title: "Press Enter to search until this state is generated: a board, numbers such as 3,4, or a name" });
  state.addEventListener("keydown", event => {
    if (event.key === "Enter" && state.value.trim()) jump("state", event.shiftKey);
  });

  async function jump(to, back = false) {
    put(output, "searching …");
    const more = to === "state" ? { text: state.value } : {};
    const found = await walker.jump({ to, ...more, back });
    put(output);
    if (!found) return;
    const { node, text } = found;
    put(output, text, " ", node && button("Show it", () => inspect(node), { kind: "quiet", name: `Show ${actionOf(node)}` }));
    announce(text);
  }
  const known = EVENTS.map(([to, text, key, title]) => ({ to, key: key.toLowerCase(), element: button(text, event => jump(to, event.shiftKey),
    { name: `Next ${text}`, title: `Go to ${title} (${key}; with Shift: back)`, kind: "small", key }) }));
  return {
    element: make("div", { class: "row jumps", role: "group", "aria-label": "Go to the next" }, make("span", {}, "Next"), known.map(one => one.element), state, output),
    clear: () => put(output),
    /** Offer the jump to h above h*, if h* can be known. */
    key(event) {
      const pressed = known.find(one => one.key === event.key.toLowerCase());
      if (pressed) jump(pressed.to, event.shiftKey);
      return Boolean(pressed);
    },
  };
}
