// The reader's actions in their order: an action waits while other work is done.

/** A queue for presses, keys and fields: each action (act) gets the newest state, and no action is lost. */
export class Acts {
  constructor() {
    /** @type {{work: () => unknown, turn: number, resolve: (value: any) => void, reject: (error: unknown) => void}[]} */
    this.waiting = [];
    /** @type {Promise<unknown> | null} the current work */
    this.working = null;
    this.turn = 0; // grows when the reader goes to another view or changes the address
    this.isActing = false;
  }

  get isBusy() {
    return this.working !== null || this.waiting.length > 0;
  }

  /**
   * Do something now, or after all earlier acts; an act within an act is done at once.
   *
   * If the reader has left the view before its turn, nothing is done, and undefined is returned.
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

  /** Let acts wait for a promise and for the current work; return the promise. */
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

  /** Do the waiting acts until one of them starts work. */
  next() {
    while (this.working === null && this.waiting.length) {
      const { work, turn, resolve, reject } = /** @type {any} */ (this.waiting.shift());
      if (turn === this.turn) this.perform(work).then(resolve, reject);
      else resolve(undefined);
    }
  }

  /** Drop the waiting acts: the reader has left the view that they were for. */
  leave() {
    this.turn += 1;
  }
}
