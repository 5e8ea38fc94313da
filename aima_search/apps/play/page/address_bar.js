// The address of the page: it stores the choice, and the page follows if the address is changed.

import { arrive } from "./arrival.js";
import { format, parse } from "./parts/address.js";
import { keepBoard } from "./parts/storage.js";

/** The address of a page whose choice is `app.choice`. */
export class AddressBar {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.cache = { board: "", name: "" }; // the board of the address, and its short name
  }

  /** The choice's address, with the code that the choice needs; a long board gets a short name, unless `isWhole`. */
  address(isWhole = false, more = {}) {
    const { choice, runsOwnCode, own } = this.app;
    const board = isWhole ? choice.board : this.shortBoard(choice.board);
    return format({ ...choice, ...more, board, code: runsOwnCode ? own.carried : "" });
  }

  /** The text for a board in the address; each board is stored once. */
  shortBoard(board) {
    if (this.cache.board !== board) this.cache = { board, name: keepBoard(this.app.store, board) };
    return this.cache.name;
  }

  write(push) {
    if (!this.app.hasLink) return;
    const address = this.address();
    if (address === location.hash) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Follow the address after back, forward, or a pasted link. */
  async read() {
    const { app } = this, given = parse(location.hash);
    if (format(given) === this.address()) return;
    const isOther = ["puzzle", "board", "settings"].some(name => JSON.stringify(given[name]) !== JSON.stringify(app.choice[name]));
    if (isOther) app.board = app.boardKey = null;
    app.acts.leave();
    app.drop(); // close the searches at once: their numbers must not appear under another heading
    app.choice = given;
    const unread = app.catalog ? await arrive(app) : null; // without a catalog, the page begins again
    app.choice.puzzle ??= app.catalog?.puzzles[0].name;
    app.onView(app.choice.view, unread);
  }
}
