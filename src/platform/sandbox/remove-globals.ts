/**
 * Takes from a worker what code of strangers has no business with (P3): network, storage, other threads. The first line of
 * defence is the engine that runs it, the second the policy the worker is served with; this is the third, and the
 * only one where a host sends no headers.
 */
const DOORS = [
  "fetch",
  "fetchLater",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "BroadcastChannel",
  "Worker",
  "SharedWorker",
  "importScripts",
  "indexedDB",
  "caches",
  "cookieStore",
  "Notification",
  // The older file system of Chromium, and a font, which is fetched from wherever it is said to be.
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
  "FontFace",
] as const;
const OF_NAVIGATOR = ["sendBeacon", "serviceWorker", "storage", "storageBuckets", "usb", "serial", "hid"] as const;

/** Locks stay: they carry nothing out, and without them two writers of one file would not know of each other. */
export function removeGlobals(scope: object = globalThis): void {
  for (const name of DOORS) close(scope, name);
  const { navigator } = scope as { navigator?: object };
  if (navigator) for (const name of OF_NAVIGATOR) close(navigator, name);
}

/** Wherever on the way up it is kept; what can't be deleted is covered. */
function close(owner: object, name: string): void {
  for (let at: object | null = owner; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, name) && !Reflect.deleteProperty(at, name)) {
      Object.defineProperty(at, name, { value: undefined });
    }
  }
}
