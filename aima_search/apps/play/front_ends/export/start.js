// Starts the exported page: loads Python, shows the progress, then mounts the page.

import { makeAsk } from "./ask.js";
import { mount } from "./main.js";

const find = name => /** @type {any} */ (document.getElementById(name));
const [place, words, bar] = ["loading", "loading-words", "loading-bar"].map(find);
let isMounted = false;
let hasFailed = false;

/** Show the state of the worker; mount the page once Python is ready. */
function showState(state) {
  if (hasFailed) return; // parts that are still loaded may report progress
  if (state.failed !== undefined) {
    hasFailed = true;
    window.explainStart(`Python could not be started: ${state.failed}`);
    return;
  }
  place.hidden = Boolean(state.ready);
  place.className = "running";
  if (state.loading !== undefined) {
    bar.value = state.loading;
    const share = Math.round(100 * state.loading);
    words.textContent = share < 100 ? `Loading Python: ${share} %` : "Starting Python …";
  }
  if (state.ready && !isMounted) {
    isMounted = true;
    mount(find("page"), ask);
    navigator.serviceWorker?.register("./sw.js").catch(() => {}); // the page works without it
  }
}

const ask = makeAsk(showState);
