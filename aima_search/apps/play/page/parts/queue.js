// Requests one at a time: the queue in front of whatever carries them.

const SLOW = 2500; // milliseconds, after these the reader sees that an answer is late

/** Return an error that stands for a request that a newer one has made needless. */
export function superseded() {
  return Object.assign(new Error("superseded"), { fault: { kind: "Superseded", message: "" } });
}

/**
 * Return `ask` with at most one request in flight.
 *
 * A request may carry a `key`: a newer request with the same key replaces a request that still waits.
 * `later` ones wait until nobody else does.
 */
export function makeQueue(ask) {
  const waiting = [];
  let isBusy = false;
  let endings = 0; // under way: what is asked meanwhile waits for the new process

  const next = async () => {
    const at = waiting.findIndex(one => !one.later);
    if (isBusy || endings || !waiting.length || (at < 0 && document.hidden)) return;
    isBusy = true;
    const [one] = waiting.splice(Math.max(at, 0), 1);
    const slow = setTimeout(() => queue.onSlow(true), SLOW);
    try {
      one.resolve(await ask(one.request));
    } catch (error) {
      if (["Expired", "Gone"].includes(faultOf(error).kind)) {
        drop();
        queue.onExpired(faultOf(error));
      }
      one.reject(error);
    } finally {
      clearTimeout(slow);
      queue.onSlow(false);
      isBusy = false;
      next();
    }
  };

  const drop = () => {
    for (const one of waiting.splice(0)) one.reject(ended());
  };

  const queue = (name, request = {}, { key, later = false } = {}) =>
    new Promise((resolve, reject) => {
      const old = key === undefined ? -1 : waiting.findIndex(one => one.key === key);
      if (old >= 0) waiting.splice(old, 1)[0].reject(superseded());
      waiting.push({ request: { ask: name, ...request }, key, later, resolve, reject });
      next();
    });

  document.addEventListener("visibilitychange", next); // `later` ones rest while nobody looks
  queue.leave = () => document.removeEventListener("visibilitychange", next);
  queue.end = async () => {
    drop();
    endings += 1;
    try {
      await ask.end();
    } finally {
      endings -= 1;
      next();
    }
  };
  queue.onExpired = () => {}; // whoever asked is gone at the other end, with every search
  queue.onSlow = () => {}; // told true of an answer that is long in coming, false once it is there
  queue.where = ask.where;
  return queue;
}

/** Return an error that says that somebody has ended what was asked. */
export function ended() {
  return Object.assign(new Error("ended"), { fault: { kind: "Ended", message: "stopped" } });
}

/** Return the data of an error, whatever it is. */
export function faultOf(error) {
  return error.fault ?? { kind: error.name ?? "Error", message: error.message ?? String(error) };
}

/** Tell whether an error only says that nobody waits for the answer any more. */
export function isNeedless(error) {
  return ["Superseded", "Ended", "Expired", "Gone"].includes(faultOf(error).kind);
}
