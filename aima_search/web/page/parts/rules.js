// The rules of a puzzle, in its author's words: open at the first visit, a click away later.

import { make, put } from "./dom.js";

/** Return the card of a view; `refresh()` shows the rules of the puzzle in hand. */
export function makeRules(app, view) {
  const text = make("div", { class: "rules-text" });
  const element = make("details", { class: "card rules" }, make("summary", {}, make("h2", {}, "The rules")), text);
  let shown = null;
  return {
    element,
    refresh() {
      const { name, rules } = app.facts;
      element.hidden = !rules;
      if (shown === name || !rules) return;
      shown = name;
      const seen = `rules.${view}.${name}`;
      element.open = app.store.read(seen) === null;
      app.store.write(seen, "seen");
      put(text, blocksOf(rules));
    },
  };
}

/** The blocks of a text: boards between fences, lists, paragraphs. */
function blocksOf(rules) {
  return rules.split(/^```.*\n([^]*?)^```$/m).flatMap((part, at) => at % 2 ? make("pre", {}, part) :
    part.split(/\n\s*\n/).filter(block => block.trim()).map(block => {
      const items = block.split(/^(?:\d+\.|[-*]) /m);
      if (items.length === 1) return make("p", {}, marked(block));
      return [items[0].trim() ? make("p", {}, marked(items[0])) : null,
        make("ol", {}, items.slice(1).map(item => make("li", {}, marked(item))))];
    }));
}

/** Text with its bold words and its code; all else is text. */
function marked(text) {
  return text.trim().split(/(\*\*[^*]+\*\*|`[^`]+`)/).map(part => part.startsWith("**") ? make("b", {}, part.slice(2, -2)) :
    part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : part.replace(/\\(.)/g, "$1").replace(/\s+/g, " "));
}
