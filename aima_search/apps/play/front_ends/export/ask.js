// `ask` in a browser alone: requests go to a worker in which Python runs, and end with it.

const VERSION = 1;

/** Return an error that carries what went wrong as data. */
function failed(fault) {
  return Object.assign(new Error(fault.message), { fault });
}

/**
 * Start a worker that keeps to this page's security policy.
 *
 * A worker made of a blob inherits the policy; a worker from an address would not.
 */
function startWorker() {
  const start = new Blob([`import ${JSON.stringify(new URL("./worker.js", import.meta.url).href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(start);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/**
 * Return `ask`, which the page is mounted with.
 *
 * tell: called with `{loading: share}` while Python is loaded, `{ready: true}`, `{failed: message}`.
 */
export function makeAsk(tell) {
  const waiting = new Map();
  let asked = 0;
  /** @type {Worker | null} */
  let worker = null;

  const rejectAll = fault => {
    for (const { reject } of waiting.values()) reject(failed(fault));
    waiting.clear();
  };

  const answered = text => {
    const told = JSON.parse(text);
    const one = waiting.get(told.id);
    waiting.delete(told.id);
    if (told.error) one?.reject(failed(told.error));
    else one?.resolve(told.answer);
  };

  const start = () => {
    tell({ loading: 0 });
    const mine = (worker = startWorker());
    mine.onmessage = ({ data }) => {
      if (mine !== worker) return; // this worker has been ended
      if (data.text !== undefined) answered(data.text);
      else if (data.broken !== undefined) restart({ kind: "Broken", message: `Python ended (${data.broken}) and was started anew: open it again` });
      else tell(data);
    };
    mine.onerror = event => {
      event.preventDefault();
      if (mine !== worker) return;
      const message = event.message || "the worker could not be loaded";
      rejectAll({ kind: "Broken", message });
      tell({ failed: message });
    };
  };

  const restart = fault => {
    worker?.terminate();
    start();
    rejectAll(fault);
  };

  const ask = request => new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject });
    worker?.postMessage(JSON.stringify({ version: VERSION, id, ...request }));
  });
  ask.end = () => Promise.resolve(restart({ kind: "Ended", message: "stopped" }));
  ask.where = "browser";
  start();
  return ask;
}
