/** The service worker serves the app, offline too (U7): it fetches all files of a build at install and answers with them from then on. */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { LOCAL_MODEL_PAGE, SANDBOX_WORKER, headersFor } from "../src/core/serving-headers.js";

/** Files that run local models; the build puts a hash of their content into their names. */
const RUNTIME = /^\/assets\/(?<name>local-model|wllama)-[\w-]{8}(?<ending>\.js|\.wasm)$/;

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

cleanupOutdatedCaches();
// These routes come before the precache, which would serve the files without their headers.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname === LOCAL_MODEL_PAGE || SANDBOX_WORKER.test(url.pathname)),
  ({ url }) => withHeaders(url.pathname),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && RUNTIME.test(url.pathname),
  ({ request }) => runtimeFile(request),
);
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
registerRoute(new NavigationRoute(() => withHeaders("/index.html"), { denylist: [/\.\w+$/] }));

/** A page or a worker with the headers that our server sends: on a host that sends none the policy must be as strict (P3). */
async function withHeaders(path: string): Promise<Response> {
  const cached = await matchPrecache(path);
  if (!cached) return fetch(path);
  const answer = new Response(cached.body, cached);
  for (const [name, value] of Object.entries(headersFor(path))) answer.headers.set(name, value);
  return answer;
}

/** A file that runs local models: big and needed by few, so it is cached at its first use, and its earlier builds are deleted. */
async function runtimeFile(request: Request): Promise<Response> {
  const cache = await caches.open("local-model");
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  const kind = (url: string) => new URL(url).pathname.replace(RUNTIME, "$<name>$<ending>");
  for (const { url } of await cache.keys()) if (kind(url) === kind(request.url)) await cache.delete(url);
  await cache.put(request.url, answer.clone());
  return answer;
}

// A page opened for the first time is served by this worker at once, so that files it loads later are there offline too.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// An update waits until the user accepts it.
self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});
