// The size of a large board: buttons enlarge the board, which can then be scrolled.

import { button, make } from "../parts/dom.js";

const SIZES = [1, 1.5, 2, 3];
const LARGE = 12; // rows or columns of a board that can be enlarged

/** The zoom of a board: call `show(picture)` after every picture. */
export class Zoom {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.index = 0; // the index of the size in SIZES
    board.onCursor = () => this.follow();
    this.out = button("−", () => this.by(-1), { name: "Zoom out", title: "Make the board smaller (−)", key: "-" });
    this.in = button("+", () => this.by(1), { name: "Zoom in", title: "Make the board larger (+)", key: "+" });
    this.element = make("span", { class: "row zoom", role: "group", "aria-label": "Size of the board" }, this.out, this.in);
  }

  by(step) {
    if (this.element.hidden) return;
    this.index = Math.min(Math.max(this.index + step, 0), SIZES.length - 1);
    this.apply();
    this.follow();
  }

  /** Keep the size for the next picture of a large board. */
  show({ rows, columns }) {
    this.element.hidden = Math.max(rows ?? 0, columns ?? 0) <= LARGE;
    if (this.element.hidden) this.index = 0;
    this.apply();
  }

  apply() {
    const { frame } = this.board;
    this.out.disabled = this.index === 0;
    this.in.disabled = this.index === SIZES.length - 1;
    frame.classList.toggle("zoomed", this.index > 0);
    frame.style.setProperty("--zoom", String(SIZES[this.index]));
  }

  /** If the cursor of the enlarged board is not visible, scroll so that it is in the middle. */
  follow() {
    const { frame, cursor, place } = this.board;
    if (!this.index || !place.picture?.rows) return;
    const cell = this.board.boxOf(cursor), area = frame.getBoundingClientRect();
    if (cell.left < area.left || cell.right > area.right) frame.scrollLeft += (cell.left + cell.right - area.left - area.right) / 2;
    if (cell.top < area.top || cell.bottom > area.bottom) frame.scrollTop += (cell.top + cell.bottom - area.top - area.bottom) / 2;
  }
}
