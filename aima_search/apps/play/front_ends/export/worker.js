// The worker of the exported page: Python, this project's code, one conversation that answers.
// Code that readers write runs here and nowhere else.

import { SIZES } from "./sizes.js";
import { dropSnapshot, keepSnapshot, readSnapshot } from "./snapshot.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = name => new URL(name, import.meta.url).href;
const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
const plainFetch = globalThis.fetch;
let loaded = 0;
let reportedAt = 0;

/** Report the progress of loading, at most every 50 ms. */
function count(bytes) {
  loaded += bytes;
  const now = performance.now();
  if (now - reportedAt < 50 && loaded < total) return;
  reportedAt = now;
  postMessage({ loading: Math.min(loaded / total, 1) });
}

/** Fetch and count the bytes; report a failure, because Python would wait for ever. */
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
import functools, gc, importlib, sys, zipimport
# zipimport compiles each module twice, because it also does this to find the name of its file
zipimport._compile_source = functools.lru_cache(1)(zipimport._compile_source)
sys.path.insert(0, "${PLACE}")
from aima_search.apps.play.conversation import answer
answer('{"version": 1, "ask": "catalog"}')
importlib.invalidate_caches()  # so that the snapshot remembers no open file
gc.collect()
`;

/** Return a factory of Pyodide's module with enough memory for a stored snapshot, which is larger than usual. */
function withRoom(bytes) {
  return async settings => {
    const { default: makeModule } = await import("./pyodide/pyodide.asm.mjs");
    const module = await makeModule(settings);
    if (module.HEAP8.length < bytes) module.growMemory(bytes);
    return module;
  };
}

/** Start Python from a stored snapshot, if there is one. Return it, and a new snapshot to store (null: it is stored). */
async function startPython(code) {
  const indexURL = here("pyodide/");
  const snapshot = await readSnapshot();
  if (snapshot) {
    try {
      const python = await loadPyodide({ indexURL, _loadSnapshot: snapshot, createPyodideModule: withRoom(snapshot.length) });
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
  } catch (error) { // Python has crashed: no memory, or no stack, was left
    postMessage({ broken: String(error.message ?? error).trim().split("\n").at(-1) });
  }
};
