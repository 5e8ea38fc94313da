// The worker of the exported page: Python, this project's code, one conversation that answers.
// Code that readers write runs here and nowhere else.

import { SIZES } from "./sizes.js";
import { dropSnapshot, keepSnapshot, readSnapshot } from "./snapshot.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = name => new URL(name, import.meta.url).href;
const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
const plainFetch = globalThis.fetch;
let loaded = 0;
let toldAt = 0;

/** Tell how much of the parts has come; not more often than it is seen. */
function count(bytes) {
  loaded += bytes;
  const now = performance.now();
  if (now - toldAt < 50 && loaded < total) return;
  toldAt = now;
  postMessage({ loading: Math.min(loaded / total, 1) });
}

/** Fetch as ever, and count what comes; report what does not come, for Python would wait for it. */
async function countingFetch(address, /** @type {RequestInit | undefined} */ settings) {
  const response = await plainFetch(address, settings);
  if (!response.ok) postMessage({ failed: `${response.url}: status ${response.status}` });
  const name = Object.keys(SIZES).find(part => response.url === here(part));
  if (!name || !response.body) return response;
  const counted = new TransformStream({
    transform(chunk, control) {
      count(chunk.byteLength);
      control.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: response.headers });
}

const PLACE = "/lib/aima_search.zip";
const IMPORT = `
import gc, importlib, sys
sys.path.insert(0, "${PLACE}")
from aima_search.apps.play.conversation import answer
answer('{"version": 1, "ask": "catalog"}')
importlib.invalidate_caches()  # no open file is remembered
gc.collect()
`;

/** Return what makes Pyodide's module with a memory of so many bytes, for it begins with less than a memory that is kept. */
function withRoom(bytes) {
  return async settings => {
    const { default: makeModule } = await import("./pyodide/pyodide.asm.mjs");
    const module = await makeModule(settings);
    if (module.HEAP8.length < bytes) module.growMemory(bytes);
    return module;
  };
}

/** Start Python: from its memory as it was kept, otherwise anew. Return it, and the memory to be kept. */
async function startPython(code) {
  const indexURL = here("pyodide/");
  const kept = await readSnapshot();
  if (kept) {
    try {
      const python = await loadPyodide({ indexURL, _loadSnapshot: kept, createPyodideModule: withRoom(kept.length) });
      python.FS.writeFile(PLACE, await code);
      return { python, memory: null };
    } catch {
      await dropSnapshot();
    }
  }
  const python = await loadPyodide({ indexURL, _makeSnapshot: true });
  python.FS.writeFile(PLACE, await code);
  python.runPython(IMPORT);
  return { python, memory: python.makeMemorySnapshot() };
}

/** Return the function that answers a request, both as text. */
async function start() {
  globalThis.fetch = countingFetch;
  const code = fetch(here("aima_search.zip")).then(response => response.arrayBuffer()).then(bytes => new Uint8Array(bytes));
  const { python, memory } = await startPython(code);
  globalThis.fetch = plainFetch;
  if (memory) setTimeout(() => keepSnapshot(memory), 500); // after the first answers
  return python.runPython("answer");
}

const starting = start();
starting.then(
  () => postMessage({ ready: true }),
  error => postMessage({ failed: String(error.message ?? error) }),
);

onmessage = async ({ data }) => {
  const answer = await starting;
  try {
    postMessage({ text: answer(data) });
  } catch (error) { // Python itself has ended: out of memory, or of its stack
    postMessage({ broken: String(error.message ?? error).trim().split("\n").at(-1) });
  }
};
