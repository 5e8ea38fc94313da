// The texts that the browser stores between visits, if it allows that.

const PREFIX = "aima-search.";

const LONG = 2000; // characters: a longer board is stored here, and the address has a short name for it
const MOST_BOARDS = 6; // stored at once

/** Return the text for a board in an address: a long board is stored, and named by "@" and a number. */
export function keepBoard(store, board) {
  if (!board || board.length <= LONG) return board;
  const name = `@${hashOf(board)}`;
  const known = (store.read("boards") ?? "").split(" ").filter(one => one && one !== name);
  for (const old of known.splice(MOST_BOARDS - 1)) store.write(`board${old}`, "");
  store.write(`board${name}`, board);
  if (store.read(`board${name}`) !== board) return board; // the browser stores nothing
  store.write("boards", [name, ...known].join(" "));
  return name;
}

/** Return the board for a text of an address. */
export function keptBoard(store, text) {
  if (!/^@[0-9a-z]+$/.test(text ?? "")) return text;
  const board = store.read(`board${text}`);
  if (board === null) throw new Error("this link has only a short name for a long board, and this browser has not stored the board: ask for a link made with the button “Link”, or for the file of the board");
  return board;
}

/** Return a hash of a text: 52 bits as letters and digits. */
function hashOf(text) {
  let low = 0x811c9dc5, high = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return ((high & 0xfffff) * 2 ** 32 + (low >>> 0)).toString(36);
}

/**
 * Return a store of texts by name, which stores nothing unless `isAllowed`.
 *
 * `read` and `write` work for all tabs of this browser, `draft` and `keepDraft` for this tab alone.
 *
 * @param {boolean} isAllowed
 */
export function makeStore(isAllowed) {
  const [everywhere, here] = [() => localStorage, () => sessionStorage].map(storage => ({
    /** @returns {string | null} */
    read(name) {
      if (!isAllowed) return null;
      try {
        return storage().getItem(PREFIX + name);
      } catch {
        return null; // the browser refuses
      }
    },
    write(name, text) {
      if (!isAllowed) return;
      try {
        if (text) storage().setItem(PREFIX + name, text);
        else storage().removeItem(PREFIX + name);
      } catch {
        // the storage is full, or refused
      }
    },
  }));
  return { read: everywhere.read, write: everywhere.write, draft: here.read, keepDraft: here.write };
}
