// Keeps the application's files, so that it opens without a network; what is live always comes from the server.
// The build writes in which files there are (vite.config.ts), so that each build is kept as a whole.
/** @type {string[]} The shell, the score pad and the dealing helper with all they import, and every language. */
const FILES = __FILES__;
/** @type {string[]} The rules, the summary, the settings and the lessons with all they import. */
const PAGES = __PAGES__;
/** @type {Record<string, string[]>} What these pages say, by language. */
const TEXTS = __TEXTS__;
/** What these pages ask of the server; the last answer is kept. */
const ANSWERS = ['/api/lessons'];
const CACHE = 'gangoffour-__BUILD__';
const LIVE = /^\/(api|ws|livez|readyz|healthz|metrics|openapi\.json)(\/|$)/;

/** The page, and everything that works without a network: all of it, or this build is not kept. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    ['/', '/offline.html', '/offline.css', ...FILES].map((path) => new Request(path, { cache: 'no-cache' })),
  );
}

/** A page that is open asks for the rest in its language: what is missing is fetched, one file after the other. */
async function keepMore(language) {
  const cache = await caches.open(CACHE);
  for (const path of [...PAGES, ...(TEXTS[language] ?? []), ...ANSWERS]) {
    if (!(await cache.match(path))) await cache.add(path);
  }
}

self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (typeof keep !== 'string') return;
  const kept = keepMore(keep).then(
    () => true,
    () => false, // what is missing is asked for again with the next page
  );
  event.waitUntil(kept.then((all) => event.ports[0]?.postMessage(all)));
});

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? (await caches.match('/offline.html')) ?? Response.error();
  }
}

async function asset(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

/** From the server, or what it said last. */
async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
    return response;
  } catch (error) {
    const known = await caches.match(request);
    if (known) return known;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'GET' && url.origin === location.origin && ANSWERS.includes(url.pathname))
    return event.respondWith(answer(event.request));
  if (event.request.method !== 'GET' || url.origin !== location.origin || LIVE.test(url.pathname)) return;
  if (event.request.mode === 'navigate') {
    if (!url.pathname.startsWith('/gallery')) event.respondWith(page(event.request));
  } else if (/^\/(assets|icons)\//.test(url.pathname)) event.respondWith(asset(event.request));
});
