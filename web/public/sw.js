// Keeps the shell, so that the page opens without a network and can say so. Play always goes to the server.
const CACHE = 'pioche-VERSION';
const ROOT = new URL('./', location).pathname; // where the site is served
const SHELL = ['', 'icon.svg', 'manifest.webmanifest', 'SHELL'].map((path) => ROOT + path);

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${ROOT}api`) || url.pathname === `${ROOT}ws`) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(ROOT)));
  } else if (url.pathname.startsWith(`${ROOT}assets/`) || SHELL.includes(url.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});
