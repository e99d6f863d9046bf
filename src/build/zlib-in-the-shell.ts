/** Gives the emulated shell's library our own `zlib` in place of node's. Other imports are left alone. */
import path from "node:path";
import type { Plugin } from "vite";

export const zlibInTheShell = (): Plugin => ({
  name: "palimpsest-zlib-in-the-shell",
  enforce: "pre",
  resolveId: (id, importer) =>
    (id === "node:zlib" || id === "zlib") && importer?.includes("just-bash")
      ? path.resolve("src/platform/sandbox/zlib.ts")
      : undefined,
});
