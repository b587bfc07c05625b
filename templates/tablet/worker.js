// Opens the page of a table, or of a member, without a network. The page says which files it is made of; they are kept until a newer
// page is kept whole. Nothing of the API passes through here: what a table enters has an outbox of its own.

const BUILD = "{{ build }}";
const KEPT = "{{ kept }}";
const PATIENCE = 4000;
const LIMIT = 30000; // ms for a page that is to be kept
const PAGE = /^\/{{ below }}\/[^/]+\/$/;
const FILE = /^\/(static|face)\//; // a club's mark and titles too
const OLD = { ignoreVary: true };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(keep(event.data, event.source)));

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event));
  else if (FILE.test(pathname)) event.respondWith(file(event.request));
});

const isOurs = (answer) => answer.status === 200 && answer.headers.has("Huapai-Build");

// The newest page where the server answers in time, else the one that is kept.
async function page(event) {
  const { request } = event;
  const fresh = fetch(request, { cache: "no-cache" });
  const kept = await (await caches.open(KEPT)).match(request.url, OLD);
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => null));
  const answer = await Promise.race([fresh, patience()]).catch(() => null);
  if (answer && answer.status === 404) event.waitUntil(forget(request.url));
  return answer && (isOurs(answer) || isFinal(answer)) ? answer : kept;
}

// What no longer is there does not open without a network either.
const forget = async (address) => (await caches.open(KEPT)).delete(address, OLD);

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE, null));

// No such table, or its page is elsewhere: what is kept would be wrong.
const isFinal = ({ status, type }) => status === 404 || type === "opaqueredirect";

// A file never changes under its address.
async function file(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.url, OLD);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request.url, answer.clone());
  return answer;
}

// `also` are pages beside that of the table that have to open without a network.
async function keep({ page: address, also = [], files, root }, source) {
  const cache = await caches.open(KEPT);
  await Promise.all(files.map(async (name) => (await cache.match(name, OLD)) || cache.add(name)));
  const builds = await Promise.all([address, ...also].map((each) => keepPage(cache, each)));
  if (builds.includes(null)) return;
  if (builds.every((build) => build === BUILD)) await sweep(cache, root);
  source.postMessage({ kept: address });
}

// The build of a page that is kept from now on, null where it is not ours.
async function keepPage(cache, address) {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), LIMIT);
  const answer = await fetch(address, { cache: "no-cache", signal: ending.signal });
  if (!isOurs(answer)) return null;
  await cache.delete(address, OLD);
  await cache.put(address, answer);
  return answer.headers.get("Huapai-Build");
}

// What earlier programs were made of.
async function sweep(cache, root) {
  const names = (await cache.keys()).map(({ url }) => url);
  const old = names.filter((name) => new URL(name).pathname.startsWith("/static/") && !name.includes(root));
  await Promise.all(old.map((name) => cache.delete(name, OLD)));
}
