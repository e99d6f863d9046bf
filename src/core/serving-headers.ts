/**
 * The headers the app is served with (P1, P3): by the start server, and offline by the service worker. The CSP is also
 * written into the page, as the floor.
 */
const directives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // The user's own endpoints (base URL, local model servers, MCP) are not known at build time.
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html palimpsest",
];

/** A page's meta element cannot say who may frame it. */
export const metaPolicy = directives.join("; ");

export const headers: Readonly<Record<string, string>> = {
  "content-security-policy": [...directives, "frame-ancestors 'none'"].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};
