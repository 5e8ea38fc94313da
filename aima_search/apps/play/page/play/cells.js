// The actions of each cell, found from the cells that an action changes and those that it leaves.

import { keyOf } from "./board.js";

/** The actions of a view by their cells. */
export class Cells {
  constructor(actions) {
    this.starts = new Map(); // the actions by the cells where a piece is picked up: cells that it leaves, or exchanges
    this.ends = new Map(); // the actions by the cells where they are done
    for (const action of actions) {
      const from = action.origins.length ? action.origins : action.cells.length > 1 ? action.cells : [];
      for (const cell of from) note(this.starts, cell, action);
      for (const cell of action.cells) note(this.ends, cell, action);
    }
  }

  isStart(key) {
    return this.starts.has(key);
  }

  /**
   * The actions that a click on a cell may mean; `held` is the cell of the piece in hand.
   *
   * @param {string} key
   * @param {string | null} held
   * @returns {GameAction[]}
   */
  at(key, held = null) {
    const ends = this.ends.get(key) ?? [];
    if (held === null) return ends;
    const fromHeld = new Set(this.starts.get(held) ?? []);
    return held === key ? [] : ends.filter(action => fromHeld.has(action));
  }

  /** The cells where the piece in hand can be put down. */
  targets(held) {
    return [...this.ends.keys()].filter(key => this.at(key, held).length);
  }

  /** Whether anything can be dragged here. */
  get canDrag() {
    return this.starts.size > 0;
  }
}

function note(map, [row, column], action) {
  const key = keyOf(row, column);
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(action);
}
