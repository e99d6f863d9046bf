/**
 * Removes from a worker the functions that foreign code must not have (P3): network, storage, other threads. The first line
 * of defence is the engine that runs the code, the second the policy the worker is served with; this is the third, for
 * hosts that send no such policy.
 */
const OF_WORKER = [
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
  // The older file system of Chromium; and fonts, which are fetched from any address.
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
  "FontFace",
] as const;
const OF_NAVIGATOR = ["sendBeacon", "serviceWorker", "storage", "storageBuckets", "usb", "serial", "hid"] as const;

/** Removes them. Web Locks stay: they carry nothing out, and two writers of one file take turns by them. */
export function removeGlobals(scope: object = globalThis): void {
  for (const name of OF_WORKER) removeFrom(scope, name);
  const { navigator } = scope as { navigator?: object };
  if (navigator) for (const name of OF_NAVIGATOR) removeFrom(navigator, name);
}

/** Removes a property from an object and all its prototypes; one that can't be deleted is made undefined. */
function removeFrom(owner: object, name: string): void {
  for (let at: object | null = owner; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, name) && !Reflect.deleteProperty(at, name)) {
      Object.defineProperty(at, name, { value: undefined });
    }
  }
}
