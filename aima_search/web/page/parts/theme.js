// Light or dark: as the system says, or the reader.

import { button, write } from "./dom.js";

const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };
const NAMES = { auto: "as the system", light: "light", dark: "dark" };

/** Return the button that goes through the themes, after the one in the store is in force. */
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

/** Give the page the theme of the notebook around it, if the notebook has a theme. */
export function followNotebook(root) {
  const around = document.body;
  const told = around.dataset.jpThemeLight ?? "";
  if (told) root.dataset.theme = told === "true" ? "light" : "dark";
  else if (around.matches(".vscode-dark, .vscode-high-contrast") || document.querySelector("html.dark, body.dark")) {
    root.dataset.theme = "dark";
  } else if (around.matches(".vscode-light")) root.dataset.theme = "light";
}
