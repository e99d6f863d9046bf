/**
 * Gathers samples of text by kind. Documents, not samples, are parted into train and held-out, and a sample is cut only
 * where the tokenizer would cut too, so that the counts of samples add up to the count of their document.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { makeDocuments } from "./made-texts.js";
import { corpusFolder } from "./packages.js";
import { seededRandom, shuffled } from "./random.js";
import { wellFormed } from "./reference.js";
import { sources, type Source } from "./sources.js";

export interface Document {
  readonly kind: string;
  readonly source: string;
  readonly split: "train" | "held-out" | "unseen";
  readonly samples: readonly string[];
}

/** Bytes of UTF-8 a source may give, so that the whole stays near 15 MB: a minute to label. */
const SOURCE_BYTES = { train: 110_000, unseen: 50_000 };
const DOCUMENT_CHARS = 8_000;
const SAMPLE_CHARS = 250;

export function gather(): Document[] {
  const written = sources.flatMap((source) => documentsOf(source));
  return [...written, ...makeDocuments(written).flatMap(({ source, texts }) => cutDocuments(source, texts))];
}

export const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .flatMap((entry) => {
          const file = path.join(folder, entry.name);
          return entry.isDirectory() ? listFiles(file) : entry.isFile() ? [file] : [];
        })
    : [];

const listings = new Map<string, string[]>();
export function filesOf(from: string): { root: string; files: string[] } {
  const [place, name] = from.split(":") as ["deb" | "npm" | "modules", string];
  const base = place === "modules" ? path.resolve("node_modules") : path.join(corpusFolder, place);
  const root = path.join(base, name);
  if (!listings.has(root)) listings.set(root, listFiles(root));
  return { root: name === "" ? root + path.sep : root, files: listings.get(root)! };
}

function documentsOf(source: Source): Document[] {
  const { root, files } = filesOf(source.from);
  const random = seededRandom(`${source.kind} ${source.from} ${source.match.source}`);
  const matching = files.filter((file) => source.match.test(file.slice(root.length)));
  return cutDocuments(source, readSome(shuffled(matching, random), source));
}

function* readSome(files: readonly string[], source: Source): Generator<string> {
  for (const file of files) {
    if (statSync(file).size > 12_000_000) continue;
    const text = source.read(file);
    // A large file is many documents; only some of it is taken, so that a source is more than its largest file.
    for (let at = 0; at < Math.min(text.length, 4 * DOCUMENT_CHARS); at += DOCUMENT_CHARS)
      yield text.slice(at, at + DOCUMENT_CHARS);
  }
}

export function cutDocuments(
  source: Pick<Source, "kind" | "role" | "from" | "script" | "bytes">,
  texts: Iterable<string>,
): Document[] {
  const documents: Document[] = [];
  let bytes = 0;
  for (const text of texts) {
    const samples = cutSamples(text).filter((sample) => !source.script || isMostly(source.script, sample));
    if (samples.length === 0) continue;
    // Every third document is held out.
    const split = source.role === "unseen" ? "unseen" : documents.length % 3 === 2 ? "held-out" : "train";
    documents.push({ kind: source.kind, source: source.from, split, samples });
    bytes += samples.reduce((sum, sample) => sum + Buffer.byteLength(sample), 0);
    if (bytes >= (source.bytes ?? SOURCE_BYTES[source.role])) break;
  }
  return documents;
}

/** Cuts before a run of newlines, or before the single space between two words; elsewhere only if there is neither. */
export function cutSamples(text: string): string[] {
  const samples: string[] = [];
  const cut = /(?<=[^\n])\n|(?<=[^\s>]) (?=[^\s<])/g;
  let start = 0;
  while (text.length - start > SAMPLE_CHARS) {
    cut.lastIndex = start + SAMPLE_CHARS;
    const at = cut.exec(text)?.index ?? text.length;
    const end = at - start > 4 * SAMPLE_CHARS ? start + 2 * SAMPLE_CHARS : at;
    samples.push(wellFormed(text.slice(start, end)));
    start = end;
  }
  // The rest of a document is mostly a cut word; a short document is whole.
  if (start === 0 && text.length > 40) samples.push(wellFormed(text));
  return samples;
}

const isMostly = (script: RegExp, sample: string): boolean =>
  (sample.match(script)?.length ?? 0) >= 0.35 * (sample.match(/\p{L}/gu)?.length ?? 0);
