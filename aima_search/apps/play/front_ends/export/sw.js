// Stores the page, Python and this project's code, so that the next visit needs no network.
//
/* global NAME, FILES */
// The export writes NAME (of this build) and FILES above these lines.

const scope = new URL("./", self.location).pathname;
const name = `aima-search ${scope} ${NAME}`;

/** @type {Promise<Cache> | null} */
let opened = null;

self.addEventListener("install", event => {
  event.waitUntil(caches.open(name).then(cache => cache.addAll(FILES)));
});

/** Delete the files of other builds after all their pages are closed. */
self.addEventListener("activate", event => {
  const isOld = one => one.startsWith(`aima-search ${scope} `) && one !== name;
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(isOld).map(one => caches.delete(one)))));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.location.origin + scope)) return;
  opened ??= caches.open(name); // open the cache once, because a visit loads all files of the page
  const ignoreSearch = request.mode === "navigate"; // a link to the page may have a query
  event.respondWith(opened.then(cache => cache.match(request, { ignoreSearch })).then(stored => stored ?? fetch(request)));
});
