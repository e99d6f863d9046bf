/** The headers of the start server and of the service worker (P1, P3). Pages have the CSP in a meta element too. */
const directives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // The user's own endpoints (base URL, local model servers, MCP) are not known at build time; the Settings take no others.
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
 * The page that runs a GGUF file (P3). Its runtime makes its worker from a blob and starts it from a string, so blob
 * workers are allowed and Trusted Types are not required. In return it shows nothing and can call nothing but this
 * origin.
 */
const localModelDirectives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
];

/**
 * The workers that run code written by a Model (P3). A worker's policy is the one its own script is served with, and
 * these may call nothing at all: the page hands them all they need, the compiled script engine included.
 */
const sandboxDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The paths that the build gives these workers. */
export const SANDBOX_WORKER = /^\/assets\/(?:shell|javascript|git)\.worker-[\w-]+\.js$/;

export const LOCAL_MODEL_PAGE = "/local-model.html";

/** The policy for a page's meta element, which cannot say who may frame the page. */
export const metaPolicyFor = (path: string): string =>
  (path === LOCAL_MODEL_PAGE ? localModelDirectives : directives).join("; ");

export const headers: Readonly<Record<string, string>> = {
  "content-security-policy": [...directives, "frame-ancestors 'none'"].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export function headersFor(path: string): Readonly<Record<string, string>> {
  if (path === LOCAL_MODEL_PAGE) return withPolicy([...localModelDirectives, "frame-ancestors 'self'"]);
  return SANDBOX_WORKER.test(path) ? withPolicy(sandboxDirectives) : headers;
}

const withPolicy = (policy: readonly string[]) => ({ ...headers, "content-security-policy": policy.join("; ") });
