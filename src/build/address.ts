/** Where the app is served. The origin is part of the data's address, so it is one fixed place, never another (L10). */
import { createServer } from "node:net";
import type { Plugin } from "vite";

export const host = "127.0.0.1";
export const port = 4173;

/** Before `vite preview` listens: a sentence if the port is taken, and where to go once it is not. */
export function fixedAddress(): Plugin {
  return {
    name: "palimpsest-address",
    async configurePreviewServer(server) {
      // Tests serve the same build elsewhere; only the product's own address is guarded.
      if (server.config.preview.port !== port) return;
      if (!(await isFree())) {
        console.error(
          `Port ${port} on ${host} is taken by another program. Palimpsest keeps your conversations under exactly this ` +
            `address, so it will not move to another one. Stop that program (or an earlier Palimpsest) and run this again.`,
        );
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
