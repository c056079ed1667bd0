// The page without a network: everything it needs is kept when it is first opened, the rest when it is first wanted. A version is
// kept whole, and the next one takes over when the page was closed. site/build fills in the first two lines.

const VERSION = "";
const FILES = [];

const CACHE = `tesuji-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // What bears its contents in its name may come from wherever the browser has it; the rest is fetched anew.
    const requests = FILES.map((file) => new Request(file, { cache: /-[0-9a-f]{12}\./.test(file) ? "force-cache" : "reload" }));
    await cache.addAll(requests);
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("tesuji-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok && response.type === "basic" && !response.redirected) await cache.put(request, response.clone());
    return response;
  })());
});
