/** The service worker's life, seen from the page: registered late, updated only on the user's word (U7). */
import { scriptUrl } from "./threads/script-url.js";

/** How often a tab that stays open looks for a newer build. */
const EVERY = 60 * 60 * 1000;

/** After the first screen: about as long as it took to be usable on a slow machine. */
const PAUSE = 1_000;

/** `onWaiting` is told when a newer build is ready, with what applies it: that reloads the page. */
export async function watchUpdates(onWaiting: (apply: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  await loadedAndIdle();
  const { Workbox } = await import("workbox-window");
  const workbox = new Workbox(scriptUrl("/service-worker.js"));
  workbox.addEventListener("waiting", () => {
    onWaiting(() => {
      workbox.addEventListener("controlling", () => location.reload());
      workbox.messageSkipWaiting();
    });
  });
  await workbox.register();
  setInterval(() => void workbox.update().catch(() => undefined), EVERY); // offline there is nothing newer to be had
}

/** The first screen comes first. */
async function loadedAndIdle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
