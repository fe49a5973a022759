// The shell of the app stays on the device, so that it opens at once; what is played never does.
const SHELL = "tablee-shell-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== SHELL));
  const gone = others.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(gone.then(() => self.clients.claim()));
});

// Files whose names change with their contents: once fetched, always good.
async function asset(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

// The page itself: the server's, or the last one while it does not answer.
async function page(request) {
  let cache = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    const known = await cache.match("/");
    if (known && known.headers.get("etag") !== fresh.headers.get("etag")) {
      // A new version: what the old one was made of goes with it.
      await caches.delete(SHELL);
      cache = await caches.open(SHELL);
    }
    if (fresh.ok) await cache.put("/", fresh.clone());
    return fresh;
  } catch (error) {
    const known = await cache.match("/");
    if (known) return known;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|ws)\//.test(pathname)) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
