// A dialog over the page; Escape and a click outside close it.

import { button, make, put } from "./dom.js";

/** Return a dialog of a title; `show(...children)` opens it. */
export function makeDialog(title) {
  const body = make("div", { class: "dialog-body" });
  const close = button("✕", () => dialog.close(), { name: "Close", kind: "quiet icon" });
  const head = make("div", { class: "dialog-head" }, make("h2", {}, title), close);
  const click = event => {
    if (event.target === dialog) dialog.close();
  };
  const dialog = make("dialog", { "aria-label": title, on: { click } }, head, body);
  return {
    element: dialog,
    show(...children) {
      put(body, ...children);
      if (!dialog.open) dialog.showModal();
    },
    close: () => dialog.close(),
  };
}
