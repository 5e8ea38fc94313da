// Sends requests one at a time: a queue in front of the function (carrier) that sends a request.

const SLOW = 2500; // milliseconds after which the reader sees that an answer is late

/** Return an error with a fault, the data about what went wrong. */
export function errorOf(fault) {
  return Object.assign(new Error(fault.message), { fault });
}

/** Return the error of a request that a newer request replaces. */
export function superseded() {
  return errorOf({ kind: "Superseded", message: "" });
}

/**
 * Return `ask(name, request, options)` with at most one request in flight.
 *
 * A request may have a `key`: a newer request with the same key replaces a waiting one. Requests with `later` wait
 * until no others wait.
 *
 * @param {Carrier} carrier
 */
export function makeQueue(carrier) {
  const requests = new Requests(carrier);
  /**
   * @param {string} name
   * @param {any} request
   * @param {{key?: string, later?: boolean}} options
   * @returns {Promise<any>}
   */
  const ask = (name, request = {}, options = {}) => requests.add({ ask: name, ...request }, options);
  document.addEventListener("visibilitychange", requests.next); // requests with `later` wait while the page is hidden
  return Object.assign(ask, {
    where: carrier.where,
    leave: () => document.removeEventListener("visibilitychange", requests.next),
    end: () => requests.end(),
    /** Call `hear(fault)` when Python has lost this reader's session, with all searches. */
    whenExpired(hear) {
      requests.onExpired = hear;
    },
    /** Call `hear(true)` when an answer is late, and `hear(false)` when the answer has arrived. */
    whenSlow(hear) {
      requests.onSlow = hear;
    },
  });
}

class Requests {
  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.carrier = carrier;
    /** @type {any[]} */
    this.waiting = [];
    this.isBusy = false;
    this.endings = 0; // requests wait meanwhile for the new process
    /** @type {(fault: Fault) => void} */
    this.onExpired = () => {};
    /** @type {(isSlow: boolean) => void} */
    this.onSlow = () => {};
    this.next = () => this.send();
  }

  /**
   * @param {any} request
   * @param {{key?: string, later?: boolean}} options
   * @returns {Promise<any>}
   */
  add(request, { key, later = false }) {
    return new Promise((resolve, reject) => {
      const old = key === undefined ? -1 : this.waiting.findIndex(one => one.key === key);
      if (old >= 0) this.waiting.splice(old, 1)[0].reject(superseded());
      this.waiting.push({ request, key, later, resolve, reject });
      this.send();
    });
  }

  async send() {
    const at = this.waiting.findIndex(one => !one.later);
    if (this.isBusy || this.endings || !this.waiting.length || (at < 0 && document.hidden)) return;
    this.isBusy = true;
    const [one] = this.waiting.splice(Math.max(at, 0), 1);
    const slow = setTimeout(() => this.onSlow(true), SLOW);
    try {
      one.resolve(await this.carrier(one.request));
    } catch (error) {
      if (["Expired", "Gone"].includes(faultOf(error).kind)) {
        this.drop();
        this.onExpired(faultOf(error));
      }
      one.reject(error);
    } finally {
      clearTimeout(slow);
      this.onSlow(false);
      this.isBusy = false;
      this.send();
    }
  }

  drop() {
    for (const one of this.waiting.splice(0)) one.reject(ended());
  }

  async end() {
    this.drop();
    this.endings += 1;
    try {
      await this.carrier.end();
    } finally {
      this.endings -= 1;
      this.send();
    }
  }
}

/** Return the error of a request that the reader has stopped. */
export function ended() {
  return errorOf({ kind: "Ended", message: "stopped" });
}

/**
 * Return the data of any error.
 *
 * @returns {Fault}
 */
export function faultOf(error) {
  return error.fault ?? { kind: error.name ?? "Error", message: error.message ?? String(error) };
}

/** Whether an error only means that the answer is not needed any more. */
export function isNeedless(error) {
  return ["Superseded", "Ended", "Expired", "Gone"].includes(faultOf(error).kind);
}
