// Keeps the application's files, so that it opens without a network; what is live always comes from the server.
const CACHE = 'gangoffour-1';
const LIVE = /^\/(api|ws|healthz|metrics|openapi\.json)(\/|$)/;

/** The page itself and everything it names. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const page = await fetch('/', { cache: 'no-cache' });
  const html = await page.clone().text();
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]);
  await cache.put('/', page);
  await Promise.allSettled([...named, '/offline.html', '/offline.css'].map((path) => cache.add(path)));
}

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
    const response = await fetch(request);
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      const cache = await caches.open(CACHE);
      await cache.put('/', response.clone());
    }
    return response;
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

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || LIVE.test(url.pathname)) return;
  if (event.request.mode === 'navigate') {
    if (!url.pathname.startsWith('/gallery')) event.respondWith(page(event.request));
  } else if (/^\/(assets|icons)\//.test(url.pathname)) event.respondWith(asset(event.request));
});
