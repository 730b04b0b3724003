// What runs beside the page: shows push messages, opens the table they are about, and says so when there is no network.
// Nothing of a match is kept here: what is on the page comes from the server.
const SHELL = "shell-1";
const OFFLINE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll([OFFLINE, "/icons/icon-192.png"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE).then((page) => page ?? Response.error())));
});

/** A page of ours, whatever a message says. */
function ownAddress(path) {
  const address = new URL(typeof path === "string" ? path : "/", self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function tell(said) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const address = ownAddress(said.url);
  if (said.table && pages.some((page) => page.visibilityState === "visible" && page.url.split(/[?#]/)[0] === address)) return;
  // On the icon, where there is one; nobody waits for it.
  if (Number.isInteger(said.count)) void self.navigator.setAppBadge?.(said.count).catch(() => {});
  await self.registration.showNotification(String(said.title ?? "Theomachy"), {
    body: String(said.body ?? ""), tag: String(said.tag ?? "tables"), renotify: true, lang: String(said.lang ?? "en"),
    icon: "/icons/icon-192.png", badge: "/icons/badge-96.png", data: { address },
  });
}

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // A message that is none of ours: that there was one is all that can be said.
  }
  event.waitUntil(tell(said));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split(/[?#]/)[0] === address);
  if (there) return there.focus();
  return self.clients.openWindow(address);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address ?? self.location.origin));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const key = event.oldSubscription?.options.applicationServerKey;
  if (!key) return;
  event.waitUntil(
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).then((made) => {
      const { endpoint, keys } = made.toJSON();
      return fetch("/api/me/notices/push", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
      });
    }),
  );
});
