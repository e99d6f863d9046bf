/** The one Trusted Types policy: only scripts of this build may become workers (P1). */
const isOurs = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  (pathname === "/service-worker.js" || pathname.startsWith("/assets/") || import.meta.env.DEV);

function checked(url: string): string {
  const whole = new URL(url, location.href);
  if (!isOurs(whole)) throw new TypeError(`${whole.href} is not a script of this app.`);
  return whole.href;
}

const policy = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes?.createPolicy("palimpsest", {
  createScriptURL: checked,
});

/** What `new Worker()` and `register()` take: their types know only strings yet. */
export const scriptUrl = (url: string): string =>
  policy ? (policy.createScriptURL(url) as unknown as string) : checked(url);
