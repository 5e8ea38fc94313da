// The options of an algorithm: a field for each, with its meaning and the reason if its value is refused.

import { field, isFocused, make, put, write } from "../parts/dom.js";
import { faultOf, isNeedless } from "../parts/queue.js";

/**
 * Return the fields of a search's options; `choose(name, value)` chooses one of them.
 *
 * A refused value stays chosen, and the fault is shown next to it: no search runs with another value.
 */
export function makeOptions(app, choose) {
  const element = make("div", { class: "fields" });
  let entries = [], shown = "";

  return {
    element,
    refresh(search) {
      const known = app.algorithm(search.algorithm).options ?? [];
      const foreign = Object.keys(search.options ?? {}).filter(name => !known.some(one => one.name === name));
      const described = [...known, ...foreign.map(name => ({ name, kind: "text", help: "" }))];
      const key = JSON.stringify([search.algorithm, described.map(one => one.name)]);
      if (shown !== key) {
        shown = key;
        entries = described.map(one => makeEntry(app, one, choose));
        put(element, entries.map(one => one.element));
      }
      element.hidden = !entries.length;
      for (const one of entries) one.refresh(search);
    },
  };
}

// A text field: the value of a field of type=number is empty if anything else is typed.
function makeEntry(app, described, choose) {
  const { name, kind, help, default: usual, without } = described;
  const hint = [help, range(described)].filter(Boolean).join("; ");
  const mode = { number: "decimal", "whole number": "numeric" }[kind] ?? "text";
  const input = make("input", { type: "text", inputmode: mode, spellcheck: "false", autocapitalize: "off",
    placeholder: String(usual ?? without ?? "") });
  const fault = make("span", { class: "fault", role: "alert", hidden: true });
  const element = field(name, input, hint);
  element.append(fault);
  fault.id = `${input.id}-fault`;
  input.addEventListener("change", () => choose(name, input.value.trim()));
  let checked = "";

  function showFault(message) {
    write(fault, message);
    fault.hidden = !message;
    if (message) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-errormessage", fault.id);
      const fold = element.closest("details");
      if (fold) fold.open = true; // so that the fault is visible
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-errormessage");
    }
  }

  async function check(algorithm, value) {
    const asked = JSON.stringify([algorithm, value]);
    if (asked === checked) return;
    checked = asked;
    let message = "";
    try {
      if (value) await app.ask("options", { algorithm, options: { [name]: value } });
    } catch (error) {
      if (isNeedless(error)) checked = "";
      else message = faultOf(error).message;
    }
    if (checked === asked) showFault(message);
  }
  return {
    element,
    refresh(search) {
      const value = search.options?.[name] ?? "";
      if (!isFocused(input) || input.value.trim() === value) input.value = value;
      check(search.algorithm, value);
    },
  };
}

/** The bounds of an option in words. */
function range({ least, greatest }) {
  if (least === null || least === undefined) return "";
  return greatest === null || greatest === undefined ? `at least ${least}` : `${least} to ${greatest}`;
}
