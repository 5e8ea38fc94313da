// `ask` of the exported page: requests go to a worker in which Python runs.

import { errorOf } from "./parts/queue.js";

const VERSION = 1;

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
 * onState: called with `{loading: share}` while Python is loaded, `{ready: true}`, `{failed: message}`.
 */
export function makeAsk(onState) {
  const waiting = new Map();
  let asked = 0;
  /** @type {Worker | null} */
  let worker = null;

  const rejectAll = fault => {
    for (const { reject } of waiting.values()) reject(errorOf(fault));
    waiting.clear();
  };

  const answered = text => {
    const reply = JSON.parse(text);
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error) one?.reject(errorOf(reply.error));
    else one?.resolve(reply.answer);
  };

  const start = () => {
    onState({ loading: 0 });
    const mine = (worker = startWorker());
    mine.onmessage = ({ data }) => {
      if (mine !== worker) return; // another worker has replaced this worker
      if (data.text !== undefined) answered(data.text);
      else if (data.broken !== undefined) restart({ kind: "Broken", message: `Python ended (${data.broken}) and was restarted: open it again` });
      else onState(data);
    };
    mine.onerror = event => {
      event.preventDefault();
      if (mine !== worker) return;
      const message = event.message || "the worker could not be loaded";
      rejectAll({ kind: "Broken", message });
      onState({ failed: message });
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
