// Downloads: the picture, the comparison, the trace, the Python lines.

import { makeDialog } from "./dialog.js";
import { button, make } from "./dom.js";

const SCALE = 2; // pixels of the PNG per pixel of the picture

/**
 * Return the button and dialog of downloads; `shown()` returns the current view, `board()` the board's text, `figure()` a line of HTML.
 *
 * @param {() => View | null} shown
 * @param {ReturnType<typeof import("./faults.js").makeFaults>} faults
 * @param {{board?: (() => string) | null, figure?: (() => string) | null}} whole
 */
export function makeDownload(shown, faults, { board = null, figure = null } = {}) {
  const dialog = makeDialog("Download");
  const control = button("Download", open, { kind: "quiet", title: "Picture, trace, table, Python" });

  function open() {
    const what = shown()?.download?.() ?? {};
    const rows = [];
    const { picture, opening, node } = what, searches = what.searches ?? [];
    if (picture?.svg) {
      rows.push(row("Picture of the board", [
        ["SVG", () => save("board.svg", new Blob([picture.svg], { type: "image/svg+xml" }))],
        ["PNG", () => savePng(picture.svg)],
      ]));
    }
    if (board) rows.push(row("Board as a file", [["TXT", () => save("board.txt", new Blob([`${board()}\n`], { type: "text/plain" }))]]));
    const keep = async file => {
      const { name, type, text } = await opening.ask("download", { what: file, searches });
      save(name, new Blob([text], { type }));
    };
    if (searches.length && !what.isOne) rows.push(row("Comparison", [["CSV", () => keep("csv")]]));
    if (what.isOne && node !== undefined) rows.push(row("Trace of the search", [["TXT", () => keep("trace")]]));
    if (figure && searches.length) rows.push(row("Figure for a web page", [["Show", () => showText(figure())]]));
    if (searches.length) rows.push(row("The same in Python", [["PY", () => keep("python")], ["Show", () => showPython(opening, searches)]]));
    dialog.show(rows.length ? rows : make("p", {}, "There is nothing to download here: play, watch or compare first."));
  }
  const row = (text, items) => make("div", { class: "download-row" }, make("span", {}, text),
    items.map(([name, act]) => button(name, () => guarded(act), { name: `${text} as ${name}` })));

  async function guarded(act) {
    try {
      await act();
    } catch (error) {
      dialog.close();
      faults.show(error);
    }
  }
  async function showPython(opening, searches) {
    const { text } = await opening.ask("download", { what: "python", searches });
    showText(text);
  }
  function showText(text) {
    dialog.show(make("pre", { class: "python", tabindex: "0" }, text),
      button("Copy", () => guarded(() => navigator.clipboard.writeText(text))));
  }
  /** Show the current searches as lines of Python. */
  async function python() {
    const { opening, searches = [] } = shown()?.download?.() ?? {};
    if (opening && searches.length) await guarded(() => showPython(opening, searches));
  }
  return { element: control, dialog: dialog.element, python };
}

function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function savePng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.width * SCALE, height: image.height * SCALE });
  /** @type {any} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise(resolve => {
    canvas.toBlob(resolve, "image/png");
  });
  save("board.png", blob);
}
