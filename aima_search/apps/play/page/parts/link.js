// The link: the address of the page, for sharing.

import { make, button, write } from "./dom.js";
import { makeDialog } from "./dialog.js";

/** Return the button that copies the address, or shows it if it cannot copy. */
export function makeLink(app) {
  const dialog = makeDialog("Link");
  const control = button("Link", copy, { kind: "quiet", title: "Copy the address of this view and its board" });
  async function copy() {
    app.writeAddress(false);
    const address = shareable(app.address(true));
    try {
      await navigator.clipboard.writeText(address);
      app.announce("Link copied");
      write(control, "Copied");
      setTimeout(() => write(control, "Link"), 1500);
    } catch {
      const input = make("input", { type: "text", readonly: "", value: address, "aria-label": "Address" });
      dialog.show(make("p", {}, "Copy this address:"), input);
      input.select();
    }
  }
  return make("span", {}, control, dialog.element);
}

/** Return the HTML that embeds the shown board and its controls in another page. */
export function figureOf(app, title) {
  const address = shareable(app.address(true, { figure: "yes", lesson: undefined }));
  const frame = make("iframe", { src: address, title, width: "720", height: "640", loading: "lazy", frameborder: "0" });
  return frame.outerHTML;
}

/** The address without secrets, such as the server's token. */
function shareable(hash) {
  const { origin, pathname } = location;
  return (origin === "null" ? "" : origin) + pathname + hash;
}
