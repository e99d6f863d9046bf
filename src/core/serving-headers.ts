/**
 * The headers the app is served with (P1, P3): by the start server, and offline by the service worker. The CSP is also
 * written into the pages, as the floor.
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

/**
 * The page that runs a GGUF file (P3). Its runtime writes its worker itself, as a blob, and starts it from a string; so there
 * are blob workers and no Trusted Types here. In return it shows nothing, and reaches nothing but this origin.
 */
const localModelDirectives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
];

export const LOCAL_MODEL_PAGE = "/local-model.html";

/** A page's meta element cannot say who may frame it. */
export const metaPolicyFor = (path: string): string =>
  (path === LOCAL_MODEL_PAGE ? localModelDirectives : directives).join("; ");

export const headers: Readonly<Record<string, string>> = {
  "content-security-policy": [...directives, "frame-ancestors 'none'"].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** What is sent with a path of this origin. */
export const headersFor = (path: string): Readonly<Record<string, string>> =>
  path === LOCAL_MODEL_PAGE
    ? { ...headers, "content-security-policy": [...localModelDirectives, "frame-ancestors 'self'"].join("; ") }
    : headers;
