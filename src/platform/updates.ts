/** The service worker: registered after the first screen, updated only when the user accepts it (U7). */
import { scriptUrl } from "./threads/script-url.js";

/** Milliseconds between two looks for a newer build, in a tab that stays open. */
const EVERY = 60 * 60 * 1000;

/** Milliseconds after the page was loaded: about as long as the first screen takes on a slow machine. */
const PAUSE = 1_000;

/** Calls `onWaiting` when a newer build is ready, with a function that applies it and reloads the page. */
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
  setInterval(() => void workbox.update().catch(() => undefined), EVERY); // it fails offline
}

async function loadedAndIdle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
