/** The exact tokenizer where it lives: a worker of a built page in Chromium, its vocabulary fetched from a local server. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { vocabulary } from "../../src/build/vocabulary.js";
import { chromiumFlags, chromiumPath, ensureChromium } from "../support/chromium.mjs";
import { bytesOf, mixedCorpus } from "../support/corpus.js";
import type { Counted } from "../support/tokenizer.worker.js";
import { median, type Bench } from "./bench.js";

const PASSES = 4;
const ROUNDS = 5;

/** Builds and serves a page with the worker in it, and asks it to count; each time in a new page and a new worker. */
async function countInChromium(documents: readonly string[], rounds: number): Promise<readonly Counted[]> {
  ensureChromium();
  const { build, preview } = await import("vite");
  const { chromium } = await import("playwright");
  const root = writePage();
  const plugins = () => [vocabulary()];
  const config = { configFile: false, root, logLevel: "warn", worker: { format: "es", plugins } } as const;
  await build({ ...config, plugins: plugins(), build: { target: "es2023", emptyOutDir: true } });
  const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    chromiumSandbox: false,
    args: chromiumFlags,
  });
  try {
    const all: Counted[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage();
      await page.goto(server.resolvedUrls!.local[0]!);
      all.push(
        await page.evaluate(
          ([documents, passes]) =>
            (globalThis as unknown as { ask(documents: readonly string[], passes: number): Promise<Counted> }).ask(
              documents,
              passes,
            ),
          [documents, PASSES] as const,
        ),
      );
      await page.close();
    }
    return all;
  } finally {
    await browser.close();
    await server.close();
  }
}

function writePage(): string {
  const root = path.resolve("node_modules/.cache/palimpsest/tokenizer-page");
  mkdirSync(root, { recursive: true });
  const worker = path.resolve("test/support/tokenizer.worker.ts");
  writeFileSync(path.join(root, "index.html"), `<!doctype html><script type="module" src="./page.js"></script>`);
  writeFileSync(
    path.join(root, "page.js"),
    `import Counter from ${JSON.stringify(`${worker}?worker`)};
globalThis.ask = (documents, passes) => new Promise((resolve, reject) => {
  const worker = new Counter();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage({ documents, passes });
});`,
  );
  return root;
}

let measured: Promise<{ readonly documents: readonly string[]; readonly rounds: readonly Counted[] }> | undefined;
const measure = () =>
  (measured ??= (async () => {
    // What goes to the page is JSON, which has no lone surrogates.
    const documents = mixedCorpus(6)
      .flatMap((corpus) => corpus.documents.filter((_, index) => index % 2 === 0))
      .map((document) => Buffer.from(document).toString());
    return { documents, rounds: await countInChromium(documents, ROUNDS) };
  })());

const ready: Bench = {
  name: "tokenizer ready in a worker of Chromium",
  unit: "ms",
  budget: { atMost: 200 },
  async measure() {
    const all = (await measure()).rounds.map((round) => round.ready);
    return { ours: median(all), note: `fetched, checked, unpacked, opened; first: ${all[0]!.toFixed(0)} ms` };
  },
};

const speed: Bench = {
  name: "tokenizer speed in a worker of Chromium",
  unit: "MB/s",
  budget: { atLeast: 40 },
  async measure() {
    const { documents, rounds } = await measure();
    const bytes = bytesOf(documents);
    // The first pass meets code that is not compiled yet; it is told apart.
    const first = median(rounds.map(({ passes }) => passes[0]!));
    const warm = rounds.flatMap(({ passes }) => passes.slice(1));
    const rate = (ms: number) => bytes / ms / 1000;
    return {
      ours: rate(median(warm)),
      note:
        `over ${(bytes / 1e6).toFixed(1)} MB by the clock, the median of ${warm.length} passes; ` +
        `the best ${rate(Math.min(...warm)).toFixed(1)}, the first, before it is compiled, ${rate(first).toFixed(1)} MB/s`,
    };
  },
};

export const benches: readonly Bench[] = [ready, speed];
