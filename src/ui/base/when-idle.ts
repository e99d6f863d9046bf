/** Runs work that nothing waits for in an idle moment, within two seconds. Safari has no idle callback. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 50);
}
