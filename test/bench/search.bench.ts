/**
 * The search index (Q1) over the sources of packages that are installed anyway, and over 100,000 short messages: what a
 * library's index took 19 s, 185 MB and 42 MB on disk for (dependencies, section 5).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { SearchEntry } from "../../src/core/search/search.js";
import { planSave, readIndexFile } from "../../src/core/search/search-format.js";
import { createSearchIndex, type SearchIndex } from "../../src/core/search/search-index.js";
import { median, timed, type Bench } from "./bench.js";

const PACKAGES = ["lighthouse", "eslint", "puppeteer-core", "es-abstract"];
const FILES = 2_000;
const MESSAGES = 100_000;
const QUESTIONS = [
  "where is the default throttling configured?",
  "how are fixes applied to the source text",
  "waitForSelector",
  "which rule forbids unused variables",
  "network request interception",
];

export const benches: readonly Bench[] = [
  {
    name: "search: index 2,000 source files",
    unit: "MB/s",
    budget: { atLeast: 2 },
    async measure() {
      const entries = sources();
      const text = textBytes(entries);
      await indexed(entries.slice(0, 200)); // warms up
      const { own } = await timed(() => indexed(entries));
      return { ours: text / 1000 / own, note: `${entries.length} files, ${mb(text)} of text, ${Math.round(own)} ms` };
    },
  },
  {
    name: "search: index on disk per text",
    unit: "bytes per byte",
    budget: { atMost: 0.4 },
    async measure() {
      const entries = sources();
      const index = await indexed(entries);
      const size = planSave(index.parts(), {}, undefined).end;
      const perFile = Math.round(size / entries.length);
      return { ours: size / textBytes(entries), note: `${mb(size)}, ${perFile} bytes per file` };
    },
  },
  {
    name: "search: a warm question over 2,000 files",
    unit: "ms",
    budget: { atMost: 20 },
    measure: async () => questionTime(await indexed(sources()), QUESTIONS),
  },
  {
    name: "search: load an index of 2,000 files",
    unit: "ms",
    budget: { atMost: 200 },
    async measure() {
      const { bytes } = planSave((await indexed(sources())).parts(), {}, undefined);
      const { own } = await timed(() => createSearchIndex(readIndexFile(bytes)!.parts));
      return { ours: own };
    },
  },
  {
    name: "search: index 100,000 messages",
    unit: "ms",
    budget: { atMost: 12_000 },
    async measure() {
      const entries = messages();
      let index: SearchIndex | undefined;
      const { own } = await timed(async () => (index = await indexed(entries)));
      const perMessage = (index!.bytes / MESSAGES).toFixed(0);
      return {
        ours: own,
        note: `${mb(textBytes(entries))} of text, ${mb(index!.bytes)} of index, ${perMessage} bytes per message`,
      };
    },
  },
  {
    name: "search: a warm question over 100,000 messages",
    unit: "ms",
    budget: { atMost: 50 },
    measure: async () =>
      questionTime(await indexed(messages()), [
        wordFor(7) + " " + wordFor(30),
        `what was said about ${wordFor(99)} and ${wordFor(3)}?`,
        wordFor(5000),
      ]),
  },
  {
    name: "search: one message more among 100,000",
    unit: "ms",
    budget: { atMost: 20 },
    async measure() {
      const index = await indexed(messages());
      const times: number[] = [];
      for (let at = 0; at < 40; at++) {
        const entry = { key: `new/${at}`, group: "session" as const, text: `one more message ${at}`, time: at };
        index.put([entry]);
        times.push((await timed(() => index.parts())).own);
      }
      return { ours: median(times), note: `at worst ${Math.max(...times).toFixed(1)} ms, a merge` };
    },
  },
];

async function indexed(entries: readonly SearchEntry[]): Promise<SearchIndex> {
  const index = createSearchIndex();
  index.put(entries);
  index.parts();
  return index;
}

async function questionTime(index: SearchIndex, questions: readonly string[]) {
  const times: number[] = [];
  for (let round = 0; round < 12; round++) {
    for (const text of questions) {
      const { own } = await timed(() => index.search({ text }));
      if (round >= 2) times.push(own);
    }
  }
  return { ours: median(times), note: `at worst ${Math.max(...times).toFixed(1)} ms` };
}

function sources(): readonly SearchEntry[] {
  const files = PACKAGES.flatMap((name) => [...filesIn(path.join("node_modules", name))]);
  return files.slice(0, FILES).map((file) => {
    const key = path.relative("node_modules", file);
    const text = readFileSync(file, "utf8");
    return { key, group: "file", title: key, text, time: 0, size: text.length };
  });
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules") yield* filesIn(file);
    } else if (/\.(?:[cm]?[jt]sx?|json|md|css|html)$/.test(entry.name) && statSync(file).size <= 1_000_000) yield file;
  }
}

/** 40 words each, of a vocabulary of 40,000 in which a few are common and most are rare. */
function messages(): readonly SearchEntry[] {
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000;
  return Array.from({ length: MESSAGES }, (_, at) => ({
    key: `session${at >> 6}/${at}`,
    group: "session",
    text: Array.from({ length: 40 }, () => wordFor(Math.floor(40_000 * random() ** 4))).join(" "),
    time: at,
  }));
}

const wordFor = (number: number): string =>
  (number + 9_000).toString(26).replaceAll(/./g, (digit) => "bcdfghklmnoprstuvaeiyzwjqx"[parseInt(digit, 26)]!);

const textBytes = (entries: readonly SearchEntry[]): number =>
  entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
