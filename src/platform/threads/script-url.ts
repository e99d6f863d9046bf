/** The one Trusted Types policy: only scripts of this build may become workers (P1). */
import { workerWords } from "./worker-words.js";

const isOurs = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  (pathname === "/service-worker.js" || pathname.startsWith("/assets/") || import.meta.env.DEV);

function checked(url: string): string {
  const whole = new URL(url, location.href);
  if (!isOurs(whole)) throw new TypeError(workerWords.notOurScript(whole.href));
  return whole.href;
}

const policy = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes?.createPolicy("palimpsest", {
  createScriptURL: checked,
});

/** The address of a script for `new Worker()` and `register()`, whose types know only strings yet. */
export const scriptUrl = (url: string): string =>
  policy ? (policy.createScriptURL(url) as unknown as string) : checked(url);
