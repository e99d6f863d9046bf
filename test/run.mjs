/**
 * Runs a TypeScript program of the tests in plain node: `node test/run.mjs test/bench/main.ts [arguments]`. It is
 * bundled first, so that what is measured runs as it would in a build, not through a module loader.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const [entry] = process.argv.splice(2, 1);
const outDir = path.resolve("node_modules/.cache/palimpsest");
const name = entry
  .replace(/^test\//, "")
  .replaceAll("/", "-")
  .replace(/\.ts$/, "");
mkdirSync(outDir, { recursive: true });
await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    ssr: path.resolve(entry),
    outDir,
    emptyOutDir: false,
    target: "node20",
    minify: false,
    rolldownOptions: { output: { entryFileNames: `${name}.mjs`, chunkFileNames: `${name}-[name]-[hash].mjs` } },
  },
});
await import(pathToFileURL(path.join(outDir, `${name}.mjs`)).href);
