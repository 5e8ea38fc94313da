// What the browser keeps between visits, if it keeps anything.

const PREFIX = "aima-search.";

/** Return a store of texts by name; it keeps nothing if nothing may be kept. */
export function makeStore(isAllowed) {
  return {
    read(name) {
      if (!isAllowed) return null;
      try {
        return localStorage.getItem(PREFIX + name);
      } catch {
        return null; // a browser may refuse, and the page goes on without
      }
    },
    write(name, text) {
      if (!isAllowed) return;
      try {
        if (text) localStorage.setItem(PREFIX + name, text);
        else localStorage.removeItem(PREFIX + name);
      } catch {
        // full, or refused: what was typed stays on the page
      }
    },
  };
}
