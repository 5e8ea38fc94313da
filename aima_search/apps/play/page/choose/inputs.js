// The field of an option: a checkbox for yes or no, a list for a choice, otherwise a text field.

import { field, make, select, setChoices } from "../parts/dom.js";

/**
 * Return the field of an option, and its value; `changed(value)` is called with a new value, "" for the default.
 *
 * @param {{name: string, help: string, among: string[]}} option
 * @param {(value: string) => void} changed
 */
export function makeInput({ name, help, among }, changed = () => {}) {
  const isSwitch = among.length === 2 && among[0] === "yes" && among[1] === "no";
  if (isSwitch) return makeSwitch(name, help, changed);
  if (among.length) return makeList(name, help, among, changed);
  const input = make("input", { type: "text", spellcheck: "false", on: { change: () => changed(input.value.trim()) } });
  return {
    element: field(name, input, help),
    get value() {
      return input.value.trim();
    },
    /** Show a value; usual: the default, which is shown for an empty value. */
    show(value, usual = "") {
      input.value = value;
      input.placeholder = usual;
    },
  };
}

function makeSwitch(name, help, changed) {
  let isTouched = false; // otherwise the default counts
  const box = make("input", { type: "checkbox", on: { change: () => {
    isTouched = true;
    changed(valueOf());
  } } });
  const valueOf = () => (!isTouched ? "" : box.checked ? "yes" : "no");
  return {
    element: make("div", { class: "field" }, make("label", { class: "switch" }, box, ` ${name}`), make("span", { class: "hint" }, help)),
    get value() {
      return valueOf();
    },
    show(value, usual = "") {
      isTouched = value !== "";
      box.checked = (value || usual) === "yes";
    },
  };
}

function makeList(name, help, among, changed) {
  const list = select(changed);
  const choices = usual => [["", usual ? `${usual} (default)` : "default"], ...among];
  setChoices(list, choices(""), "");
  return {
    element: field(name, list, help),
    get value() {
      return list.value;
    },
    show(value, usual = "") {
      setChoices(list, value && !among.includes(value) ? [...choices(usual), value] : choices(usual), value);
    },
  };
}
