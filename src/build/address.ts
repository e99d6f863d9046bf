/** The address the app is served at. The browser stores data by origin, so it is always the same (L10). */
import { createServer } from "node:net";
import type { Plugin } from "vite";
import { buildWords } from "./build-words.js";

export const host = "127.0.0.1";
export const port = 4173;

/** Ends `vite preview` with a sentence if the port is taken, and prints the address otherwise. */
export function fixedAddress(): Plugin {
  return {
    name: "palimpsest-address",
    async configurePreviewServer(server) {
      // Tests serve the same build elsewhere; only the product's own address is guarded.
      if (server.config.preview.port !== port) return;
      if (!(await isFree())) {
        console.error(buildWords.portTaken(port, host));
        process.exit(1);
      }
      server.printUrls = () => console.log(`\n  Palimpsest is at http://${host}:${port}/  (stop with Ctrl+C)\n`);
    },
  };
}

function isFree(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .once("listening", () => probe.close(() => resolve(true)))
      .listen(port, host);
  });
}
