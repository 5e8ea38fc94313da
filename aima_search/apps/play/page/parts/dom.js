// Creates and fills elements without HTML: texts are never parsed.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element; attributes may hold `on` (listeners by event) and properties such as `value`.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Return an element of SVG.
 *
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 * @returns {any}
 */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "indeterminate"]);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (PROPERTIES.has(name)) element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

/** Replace the children of an element. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

/** Set an element's text, unless it is the same: screen readers announce every change. */
export function write(element, text) {
  const string = String(text);
  if (element.textContent !== string) element.textContent = string;
  return element;
}

/**
 * Return a button; `title` is its tooltip, `name` its name for screen readers; `isNow`: see hold.js.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} click
 * @param {{title?: string, name?: string, kind?: string, key?: string, isNow?: boolean}} options
 */
export function button(text, click, { title, name, kind = "", key, isNow = false } = {}) {
  /** @type {Record<string, any>} */
  const attributes = { type: "button", class: `button ${kind}`.trim(), title, "aria-label": name };
  if (key) attributes["aria-keyshortcuts"] = key;
  if (isNow) attributes["data-now"] = "";
  return make("button", { ...attributes, on: { click } }, text);
}

/** Return a drop-down list; `change(value)` is called with the chosen value; see `setChoices`. */
export function select(change, attributes = {}) {
  const list = make("select", { ...attributes, on: { change: () => change(list.value) } });
  return list;
}

/** Let a drop-down list offer `[value, text]` pairs, or texts, and show a value; it stays the same element. */
export function setChoices(list, choices, value) {
  const key = JSON.stringify(choices);
  if (list.dataset.choices !== key) {
    list.dataset.choices = key;
    put(list, choices.map(choice => {
      const [name, text] = Array.isArray(choice) ? choice : [choice, choice];
      return make("option", { value: name }, text);
    }));
  }
  list.value = value;
  return list;
}

/** Do work that replaces controls; then focus the control in the same place as before. */
export function keepFocus(element, work) {
  const controls = () => [...element.querySelectorAll("input, select, textarea, button")];
  const held = element.getRootNode().activeElement;
  const place = controls().indexOf(held);
  work();
  if (place >= 0 && !held.isConnected) controls()[place]?.focus({ preventScroll: true });
}

/** Take over the focus of a disabled or hidden control, so that keys work; return a function that stops this. */
export function catchFocus(element) {
  element.tabIndex = -1;
  const changes = new MutationObserver(found => {
    const held = element.getRootNode().activeElement;
    const isLost = ({ target }) => held && target.contains(held) && (/** @type {any} */ (target).disabled || /** @type {any} */ (target).hidden);
    if (found.some(isLost)) element.focus({ preventScroll: true });
  });
  changes.observe(element, { subtree: true, attributeFilter: ["disabled", "hidden"] });
  const out = ({ target }) => { // of a control that was laid out as disabled before the observer runs
    if (target.disabled || target.hidden) queueMicrotask(() => element.focus({ preventScroll: true }));
  };
  element.addEventListener("focusout", out);
  return () => {
    changes.disconnect();
    element.removeEventListener("focusout", out);
  };
}

let labels = 0;

/** Return preformatted text; it can be focused, so that keys scroll it. */
export function preformatted(text, name, attributes = {}) {
  return make("pre", { tabindex: "0", role: "group", "aria-label": name, ...attributes }, text);
}

/** Return a field: a label above its control, and a hint below if there is a hint. */
export function field(text, control, hint = "") {
  labels += 1;
  control.id = `aima-field-${labels}`;
  const parts = [make("label", { for: control.id }, text), control];
  if (hint) {
    parts.push(make("span", { class: "hint", id: `aima-hint-${labels}` }, hint));
    control.setAttribute("aria-describedby", `aima-hint-${labels}`);
  }
  return make("div", { class: "field" }, parts);
}

/** Return a section of a page, with a heading that names the section. */
export function section(title, attributes, ...children) {
  labels += 1;
  const id = `aima-section-${labels}`;
  const head = make("h2", { id }, title);
  return make("section", { "aria-labelledby": id, ...attributes }, head, children);
}

/** Return true if keys go into a text field, so that they are not commands. */
export function isTyping(event) {
  const at = event.composedPath()[0];
  return at instanceof Element && at.matches("textarea, select, input:not([type=range]):not([type=checkbox])");
}

/** Return the focused element, inside a notebook's shadow root too. */
export function focusedIn(element) {
  return element.getRootNode().activeElement;
}

/** Whether the focus is on a control. */
export function isFocused(control) {
  return focusedIn(control) === control;
}
