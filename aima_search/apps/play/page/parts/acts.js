// What the reader does, in order: whatever is done while something is under way waits for its turn.

/** One queue for presses, keys and fields: each act finds the newest state, and none is lost. */
export class Acts {
  constructor() {
    /** @type {{work: () => unknown, turn: number, resolve: (value: any) => void, reject: (error: unknown) => void}[]} */
    this.waiting = [];
    /** @type {Promise<unknown> | null} what is under way */
    this.working = null;
    this.turn = 0; // greater whenever the reader goes elsewhere: to another view, or by the address
    this.isActing = false;
  }

  get isBusy() {
    return this.working !== null || this.waiting.length > 0;
  }

  /**
   * Do something now, or after all that was done before; an act within an act is done at once.
   *
   * Nothing is done, and undefined returned, if the reader has gone elsewhere before its turn.
   *
   * @template T
   * @param {() => T | Promise<T>} work
   * @returns {Promise<T | undefined>}
   */
  run(work) {
    if (this.isActing || !this.isBusy) return this.perform(work);
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, turn: this.turn, resolve, reject });
    });
  }

  /** Let acts wait for a promise and for all that is under way; return the promise. */
  during(work) {
    const mine = this.working = Promise.allSettled([this.working, work]).then(() => {
      if (this.working !== mine) return;
      this.working = null;
      this.next();
    });
    return work;
  }

  /** Do something now, for which later acts wait. */
  perform(work) {
    const wasActing = this.isActing;
    this.isActing = true;
    try {
      const result = work();
      return result instanceof Promise ? this.during(result) : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    } finally {
      this.isActing = wasActing;
    }
  }

  /** Do what waits, as long as nothing is under way. */
  next() {
    while (this.working === null && this.waiting.length) {
      const { work, turn, resolve, reject } = /** @type {any} */ (this.waiting.shift());
      if (turn === this.turn) this.perform(work).then(resolve, reject);
      else resolve(undefined);
    }
  }

  /** The reader has gone elsewhere: what waits was meant for what is shown no more. */
  leave() {
    this.turn += 1;
  }
}
