/** Serves the app when nobody else does (U7): everything of a build is fetched at install, and from then on comes from here. */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { headers } from "../src/core/serving-headers.js";

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
registerRoute(new NavigationRoute(page, { denylist: [/\.\w+$/] }));

/** The page, with the headers the start server sends: a host that sends none must not make the policy any weaker (P3). */
async function page(): Promise<Response> {
  const cached = await matchPrecache("/index.html");
  if (!cached) return fetch("/index.html");
  const answer = new Response(cached.body, cached);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

// A page opened for the first time is served from here at once, so that what it loads later is there offline too.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Never unasked: an update waits until the user says so.
self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});
