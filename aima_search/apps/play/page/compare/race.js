// Several searches as one course of steps: each goes on until it ends, all of them in step.

import { isNeedless } from "../parts/queue.js";

/**
 * The lanes that are compared; they stand at the same step, or at their ends.
 *
 * A search that fails has ended: `failed(lane, error)` is called, and the others go on.
 */
export class Race {
  constructor(failed) {
    this.lanes = [];
    this.failed = failed;
  }

  get step() {
    return Math.max(-1, ...this.lanes.map(lane => lane.step));
  }

  get last() {
    return Math.max(-1, ...this.lanes.map(lane => lane.last));
  }

  /** Whether a search has gone on beyond the last step that is kept, at which all of them stand. */
  get isBeyond() {
    return this.lanes.some(lane => lane.isBeyond && lane.step === this.step);
  }

  /** The most that a lane has expanded. */
  get expanded() {
    return Math.max(0, ...this.lanes.map(lane => lane.expanded));
  }

  get isDone() {
    return this.lanes.every(lane => lane.isDone);
  }

  /** Advance the searches that are furthest behind; each request returns after a while. */
  async advance(count) {
    const running = this.lanes.filter(lane => !lane.isDone);
    const target = Math.min(...running.map(lane => lane.step)) + count;
    for (const lane of running) {
      if (lane.step >= target) continue;
      try {
        await lane.advance(target - lane.step);
      } catch (error) {
        if (isNeedless(error) || !lane.position?.ended) throw error;
        this.failed(lane, error);
      }
    }
  }

  /** Go to a step that was seen, or so far ahead; `told` may end it by `false`. */
  async go(step, told = () => true) {
    for (const lane of this.lanes) {
      const aim = lane.position.ended ? Math.min(step, lane.last) : step;
      if (aim <= lane.last && aim >= 0 && aim !== lane.step) await lane.rewind(aim);
    }
    while (this.lanes.some(lane => !lane.isDone && lane.step < step)) {
      const before = this.lanes.map(lane => lane.position.expanded);
      await this.advance(step - Math.min(...this.lanes.filter(lane => !lane.isDone).map(lane => lane.step)));
      if ((await told()) === false) return;
      if (this.lanes.every((lane, at) => lane.position.note || lane.position.expanded === before[at])) return;
    }
  }
}
