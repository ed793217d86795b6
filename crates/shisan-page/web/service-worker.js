// The page without a network: what it has loaded is kept, and given where the host does not answer. And the
// headers that isolate a page, without which browsers let its workers share no memory: few hosts send them.

/** @type {any} A scope that the types of pages do not know. */
const worker = self;
const CACHE = 'shisan';
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
// A page tells what it has loaded before there was a worker.
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(keep(event.data)));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === worker.location.origin) event.respondWith(answer(event.request).then(isolated));
});

/** Keeps what the host has of these. @param {string[]} addresses */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  await Promise.allSettled(addresses.map((address) => cache.add(address)));
}

/** The host's answer, so that a new page is seen at once, or the one that is kept. @param {Request} request */
async function answer(request) {
  try {
    const response = await fetch(request);
    // What cannot be kept, as where storage is full, is an answer too.
    if (response.ok) await withCache((cache) => cache.put(request, response.clone()));
    return response;
  } catch (error) {
    const kept = await withCache((cache) => cache.match(request, { ignoreSearch: true }));
    if (kept) return kept;
    throw error;
  }
}

/** @template T @param {(cache: Cache) => Promise<T>} act @returns {Promise<T | undefined>} nothing where the cache fails */
const withCache = (act) => caches.open(CACHE).then(act).catch(() => undefined);

/** @param {Response} response */
function isolated(response) {
  const { body, status, statusText } = response;
  // Redirections and answers without a body stay as they are.
  if (response.type !== 'basic' || response.redirected || !body) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}
