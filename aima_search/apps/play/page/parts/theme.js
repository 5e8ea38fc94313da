// Light or dark, as the system or the reader chooses.

import { button, write } from "./dom.js";

const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };
const NAMES = { auto: "same as the system", light: "light", dark: "dark" };

/** Return the button that switches the theme; the stored theme is applied at once. */
export function themeButton(root, store) {
  let theme = NEXT[store.read("theme")] ? store.read("theme") : "auto";
  const control = button("", () => apply(NEXT[theme]), { kind: "quiet icon" });
  function apply(chosen) {
    theme = chosen;
    root.dataset.theme = theme;
    write(control, SIGNS[theme]);
    control.title = `Theme: ${NAMES[theme]}`;
    control.setAttribute("aria-label", `Theme: ${NAMES[theme]}; change it to ${NAMES[NEXT[theme]]}`);
    store.write("theme", theme === "auto" ? "" : theme);
  }
  apply(theme);
  return control;
}

/** Return the button for lectures: the whole window and large type, on or off; the stored state is applied at once. */
export function lectureButton(root, store) {
  let isOn = store.read("lecture") === "on";
  const control = button("Lecture", () => apply(!isOn), { kind: "quiet", title: "The whole window and large type, for a lecture hall (L)", key: "l" });
  function apply(chosen) {
    isOn = chosen;
    root.toggleAttribute("data-lecture", isOn);
    control.setAttribute("aria-pressed", String(isOn));
    store.write("lecture", isOn ? "on" : "");
  }
  apply(isOn);
  return control;
}

/** Give the page the theme of the notebook around it, now and when it changes; return a function that stops this. */
export function followNotebook(root) {
  const follow = () => {
    const theme = themeAround(document.body);
    if (theme) root.dataset.theme = theme;
  };
  const changes = new MutationObserver(follow);
  for (const element of [document.documentElement, document.body]) changes.observe(element, { attributeFilter: ["class", "data-jp-theme-light"] });
  follow();
  return () => changes.disconnect();
}

/** Return the theme of a notebook's body, "" if the theme is unknown. */
function themeAround(body) {
  const isLight = body.dataset.jpThemeLight ?? "";
  if (isLight) return isLight === "true" ? "light" : "dark";
  if (body.matches(".vscode-dark, .vscode-high-contrast") || document.querySelector("html.dark, body.dark")) return "dark";
  return body.matches(".vscode-light") ? "light" : "";
}
