/** Serves the app when nobody else does (U7): everything of a build is fetched at install, and from then on comes from here. */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { LOCAL_MODEL_PAGE, SANDBOX_WORKER, headersFor } from "../src/core/serving-headers.js";

/** Named by the build with a hash of their content. */
const RUNTIME = /^\/assets\/(?<name>local-model|wllama)-[\w-]{8}(?<ending>\.js|\.wasm)$/;

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

cleanupOutdatedCaches();
// Before the precache, which would serve these without their headers.
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

/** A page or a worker, with the headers the start server sends: a host that sends none must not make the policy any weaker (P3). */
async function withHeaders(path: string): Promise<Response> {
  const cached = await matchPrecache(path);
  if (!cached) return fetch(path);
  const answer = new Response(cached.body, cached);
  for (const [name, value] of Object.entries(headersFor(path))) answer.headers.set(name, value);
  return answer;
}

/** What runs model files is big and wanted by few: kept from its first use on, its earlier builds dropped then. */
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

// A page opened for the first time is served from here at once, so that what it loads later is there offline too.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Never unasked: an update waits until the user says so.
self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});
