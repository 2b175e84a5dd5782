// Keeps the application's files, so that it opens without a network; what is live always comes from the server.
// The build writes in which files there are (vite.config.ts), so that each build is kept as a whole.
/** @type {string[]} The shell, the pad, the dealing helper and the rules' page with all they import, every language. */
const FILES = __FILES__;
/** @type {string[]} The summary, the settings and the lessons with all they import. */
const PAGES = __PAGES__;
/** @type {Record<string, string[]>} What these pages say, by language. */
const TEXTS = __TEXTS__;
/** What these pages ask of the server; the last answer is kept. */
const ANSWERS = ['/api/lessons'];
/** @type {string[]} Everything else: all pages, and the server for whoever plays without one, with all its bots. */
const POCKET = __POCKET__;
/** @type {string[]} What only some browsers need besides: kept by whoever has loaded it. */
const LATER = __LATER__;
/** Whether this is a folder of files (`gangoffour site`): then nobody is there to be asked for anything live. */
const SITE = false;
/** Where the application lies; at a server of ours that is the root. */
const HOME = new URL(self.registration.scope).pathname;
/** The address of a file of ours. */
const at = (path) => HOME + path.slice(1);
/** Others may lie at the same host: each has caches of its own. */
const OURS = HOME === '/' ? 'gangoffour-' : `gangoffour ${HOME} `;
const CACHE = `${OURS}__BUILD__`;
const LIVE = /^\/(api|ws|livez|readyz|healthz|metrics|openapi\.json)(\/|$)/;

/** The page, and everything that works without a network: all of it, or this build is not kept. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    ['/', '/offline.html', '/offline.css', ...FILES].map((path) => new Request(at(path), { cache: 'no-cache' })),
  );
  // Who plays without a server does so with the new build as well, as soon as it is there.
  for (const name of await older()) if (await caches.match(KEPT, { cacheName: name })) return keepPocket();
}

const KEPT = at('/pocket-is-kept');

/** Whatever playing without a server needs; names of files tell what is in them, so what is there is right. */
async function keepPocket() {
  const cache = await caches.open(CACHE);
  if (await cache.match(KEPT)) return; // all of it is there
  for (const path of POCKET.map(at)) if (!(await cache.match(path))) await cache.add(path);
  for (const path of LATER.map(at)) if (await hasHad(path.split('/').pop())) await cache.add(path);
  await cache.put(KEPT, new Response(''));
}

/** Whether a build before this one has kept a file of this name. */
async function hasHad(file) {
  for (const name of await older()) {
    for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(`/${file}`)) return true;
  }
  return false;
}

/** A page that is open asks for the rest in its language: what is missing is fetched, one file after the other. */
async function keepMore(language) {
  const cache = await caches.open(CACHE);
  const answers = SITE ? [] : ANSWERS;
  for (const path of [...(TEXTS[language] ?? []), ...PAGES, ...answers].map(at)) {
    if (!(await cache.match(path))) await cache.add(path);
  }
}

/** What builds before this one have kept goes once no page of theirs can be open: this is the only one, and is ours. */
async function tidy() {
  if ((await self.clients.matchAll({ type: 'window' })).length > 1) return;
  for (const name of await older()) await caches.delete(name);
}

const older = async () => (await caches.keys()).filter((name) => name !== CACHE && name.startsWith(OURS));

/** A page tells which script it began with; if that is none of this build's, it is told that there is a newer one. */
function recognise(event, running) {
  const current = FILES.some((path) => running.endsWith(path));
  event.ports[0]?.postMessage({ current });
  if (current) event.waitUntil(tidy());
}

self.addEventListener('message', (event) => {
  const { keep, pocket, running } = event.data ?? {};
  if (typeof running === 'string') recognise(event, running);
  if (typeof keep !== 'string' && !pocket) return;
  const kept = (pocket ? keepPocket() : keepMore(keep)).then(
    () => true,
    () => false, // what is missing is asked for again with the next page
  );
  const told = typeof running === 'string'; // has its answer already
  event.waitUntil(kept.then((all) => told || event.ports[0]?.postMessage(all)));
});

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => {
  const clean = async () => {
    // A page that is open still loads parts of the build before this one, which stays until then.
    for (const name of (await older()).slice(0, -1)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (
      (await caches.match(at('/'), { cacheName: CACHE })) ??
      (await caches.match(at('/offline.html'))) ??
      Response.error()
    );
  }
}

async function asset(event) {
  const { request } = event;
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone(); // kept while it is read: whoever loads much sees how far it is
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
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

const SHARED = at('/shared-record');
/** The address of a page of ours (`pocket/page_address.ts`). */
const pageAt = (path) => (SITE ? `${HOME}?${path.replace('?', '&')}` : path);

/** Shared with the installed application: a record is replayed, a table's link or code leads to it. */
async function shared(request) {
  const said = await request.formData();
  const record = said.get('record');
  if (record instanceof File) {
    await (await caches.open(CACHE)).put(SHARED, new Response(record));
    return Response.redirect(pageAt('/open?shared'), 303);
  }
  const texts = ['url', 'text', 'title'].map((name) => `${said.get(name) ?? ''}`);
  const code = texts.map((text) => /\/t\/([2-9b-z]{6})\b|^\s*([2-9bcdfghjkmnp-tv-z]{6})\s*$/i.exec(text)).find(Boolean);
  return Response.redirect(code ? pageAt(`/t/${code[1] ?? code[2]}`) : HOME, 303);
}

/** What was shared, once. */
async function takeShared() {
  const cache = await caches.open(CACHE);
  const found = await cache.match(SHARED);
  await cache.delete(SHARED);
  return found ?? Response.error();
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(HOME)) return;
  const path = `/${url.pathname.slice(HOME.length)}`;
  if (event.request.method === 'POST' && path === '/' && url.search === '?share')
    return event.respondWith(shared(event.request));
  if (event.request.method !== 'GET') return;
  if (url.pathname === SHARED) return event.respondWith(takeShared());
  if (!SITE && ANSWERS.includes(path)) return event.respondWith(answer(event.request));
  if (LIVE.test(path)) return;
  if (event.request.mode === 'navigate') {
    if (!/^\/(gallery|docs)/.test(path)) event.respondWith(page(event.request));
  } else if (/^\/(assets|icons)\//.test(path)) event.respondWith(asset(event));
});

/** Somebody is told what waits for them, unless a page of ours is on their screen: that one tells them. */
async function nudge(told) {
  const windows = await self.clients.matchAll({ type: 'window' });
  if (windows.some((one) => one.visibilityState === 'visible')) return;
  await self.registration.showNotification(told.title, {
    body: told.body,
    lang: told.language,
    tag: told.tag,
    icon: '/icons/app-192.png',
    data: { link: told.link, stop: told.stop },
    actions: [{ action: 'stop', title: told.stop_title }],
  });
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(nudge(event.data.json()));
});

/** A path of this server; anything else leads to the front page. */
function ours(path) {
  const url = new URL(path ?? '/', location.origin);
  return url.origin === location.origin ? url : new URL('/', location.origin);
}

async function follow({ link }) {
  const url = ours(link).href;
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find((one) => one.url === url) ?? windows[0];
  if (!open) return self.clients.openWindow(url);
  await open.focus();
  return open.url === url ? open : open.navigate(url);
}

self.addEventListener('notificationclick', (event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(event.action === 'stop' ? fetch(ours(data.stop), { method: 'POST' }) : follow(data));
});

/** The browser's maker gave it another address: the server is told. */
async function renew(old, given) {
  const options = old?.options ?? { userVisibleOnly: true };
  const device = given ?? (await self.registration.pushManager.subscribe(options));
  const { p256dh, auth } = device.toJSON().keys;
  await fetch('/api/me/nudges/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: device.endpoint, key: p256dh, auth }),
  });
}

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(event.oldSubscription, event.newSubscription)),
);
