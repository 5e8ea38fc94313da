// The rules of a puzzle in its author's words: open at the first visit, folded later.

import { make, preformatted, put } from "./dom.js";
import { makePicture } from "./picture.js";
import { faultOf, isNeedless } from "./queue.js";

/** Return the card of a view; `refresh()` shows the rules of the current puzzle. */
export function makeRules(app, view) {
  const text = make("div", { class: "rules-text" });
  const element = make("details", { class: "card rules", hidden: true }, make("summary", {}, make("h2", {}, "The rules")), text);
  let shown = null;
  return {
    element,
    async refresh() {
      const { name } = app.facts;
      if (shown === name) return;
      shown = name;
      put(text);
      const seen = `rules.${view}.${name}`;
      element.open = app.store.read(seen) === null;
      app.store.write(seen, "seen");
      try {
        const rules = await app.rules();
        if (shown !== name) return; // the rules of another puzzle were requested
        element.hidden = !rules.length;
        put(text, rules.map(({ text: words, pictures, fault }) => (pictures ? drawn(words, pictures, fault) : blocksOf(words))));
      } catch (error) {
        if (shown === name) shown = null; // requested again when the view is shown again
        if (isNeedless(error)) return;
        element.hidden = false;
        put(text, make("p", { class: "note" }, faultOf(error).message));
      }
    },
  };
}

/** Return a board as pictures, or as text with the reason if it could not be drawn. */
function drawn(text, pictures, fault) {
  if (!pictures.length) return [preformatted(text, "a board"), fault ? make("p", { class: "note" }, fault.message) : null];
  return make("div", { class: "rules-pictures" }, pictures.map(picture => {
    const place = makePicture({ name: picture.caption || "the board", withText: false });
    place.show(picture);
    const figure = make("figure", {}, place.element, picture.caption ? make("figcaption", {}, picture.caption) : null);
    figure.style.setProperty("--columns", String(picture.columns ?? 0));
    return figure;
  }));
}

/** Return the blocks of a text: boards between fences, lists, paragraphs. */
export function blocksOf(rules) {
  return rules.split(/^```.*\n([^]*?)^```$/m).flatMap((part, at) => at % 2 ? preformatted(part, "an example") :
    part.split(/\n\s*\n/).filter(block => block.trim()).map(block => {
      const items = block.split(/^(?:\d+\.|[-*]) /m);
      if (items.length === 1) return make("p", {}, marked(block));
      return [items[0].trim() ? make("p", {}, marked(items[0])) : null,
        make("ol", {}, items.slice(1).map(item => make("li", {}, marked(item))))];
    }));
}

/** Return text with bold words, italics and code; everything else, such as the star of h*, is text. */
export function marked(text) {
  return text.trim().replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").split(/(\*\*[^*]+\*\*|`[^`]+`|(?<![\\\w*])\*(?=\S)[^*\\]+(?<=\S)\*(?!\w))/).map(part => part.startsWith("**") ? make("b", {}, part.slice(2, -2)) :
    part.startsWith("*") ? make("i", {}, part.slice(1, -1)) :
    part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : part.replace(/\\(.)/g, "$1").replace(/\s+/g, " "));
}
