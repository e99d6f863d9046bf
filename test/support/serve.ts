/** Serves a build with the headers of production, on loopback: what `npm start` does, within a test, and stoppable. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { headersFor } from "../../src/core/serving-headers.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export interface Served {
  readonly origin: string;
  readonly port: number;
  /** Paths asked for, in order. */
  readonly hits: readonly string[];
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly root?: string;
  /** The origin is part of the data's address (L10): a profile that is opened again needs the same port. */
  readonly port?: number;
  /** Put before the text of scripts whose path matches: to take something away from a worker that no test can reach. */
  readonly prefix?: { readonly matching: RegExp; readonly code: string };
}

export async function serveApp({ root = "dist", port = 0, prefix }: ServeOptions = {}): Promise<Served> {
  const folder = path.resolve(root);
  const hits: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    hits.push(pathname);
    const file = path.join(folder, pathname === "/" ? "index.html" : decodeURIComponent(pathname));
    const stat = file.startsWith(folder + path.sep) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (!stat?.isFile()) {
      response.writeHead(404, headersFor(pathname)).end("There is no such file.");
      return;
    }
    response.writeHead(200, {
      ...headersFor(pathname),
      "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
      "cache-control": "no-cache",
    });
    if (prefix?.matching.test(pathname)) response.end(prefix.code + readFileSync(file, "utf8"));
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const { port: given } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${given}`,
    port: given,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
