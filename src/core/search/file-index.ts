/**
 * Chooses the files of a folder that are indexed, and those that have changed since: the index keeps path, size and
 * time of each file, so a listing is enough to tell.
 * R1 Left out with all below them: the folders of `EXCLUDED_FOLDERS`, and what `.gitignore` and `.geminiignore` of the
 *    folder or of one above it exclude.
 * R2 Files without text, or over 1 MB, are indexed by their path alone.
 * R3 Left out altogether: secrets (`.env`), locks of package managers, source maps, leftovers of a killed browser.
 * R4 A file is read again if its size or time has changed since it was indexed.
 */
import ignore, { type Ignore } from "ignore";
import { DEFAULT_EXCLUDES } from "../files/excluded-names.js";
import { extensionOf, nameOf } from "../files/path.js";
import type { SearchEntry } from "./search.js";
import type { SearchIndex } from "./search-index.js";

const FILE_BYTES = 1_000_000;

/** Gemini CLI's list, and the folders in which other tools keep what they made. */
const EXCLUDED_FOLDERS: ReadonlySet<string> = new Set([
  ...DEFAULT_EXCLUDES,
  ...".venv .tox .mypy_cache .pytest_cache .next .nuxt .cache .gradle .terraform".split(" "),
]);
const EXCLUDED_FILES =
  /^(?:\.env(?:\..+)?|\.DS_Store|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|.+\.(?:map|pyc|pyo|crswap))$/;
const BINARY_ENDINGS = new Set(
  (
    "png jpg jpeg gif bmp webp avif ico icns tif tiff psd pdf zip gz tgz bz2 xz zst 7z rar tar jar war exe dll so dylib a o " +
    "obj bin dat db sqlite sqlite3 class wasm woff woff2 ttf otf eot mp3 mp4 m4a m4v wav ogg oga ogv webm mov avi mkv flac " +
    "aac doc docx xls xlsx ppt pptx odt ods odp gguf onnx pt safetensors npy parquet iso dmg"
  ).split(" "),
);
export const IGNORE_FILES = [".gitignore", ".geminiignore"] as const;

export interface ListedFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

interface FolderPlan {
  /** New or changed (R4); to be read if `isReadable`, else indexed by path alone (R2). */
  readonly stale: readonly ListedFile[];
  /** Keys of files that are gone, or left out now. */
  readonly gone: readonly string[];
}

export function planFolder(index: Pick<SearchIndex, "find" | "keys">, listing: readonly ListedFile[]): FolderPlan {
  const listed = new Set(listing.map(({ path }) => path));
  const stale = listing.filter(({ path, size, changedAt }) => {
    const known = index.find(path);
    return !known || known.size !== clampSize(size) || known.time !== changedAt;
  });
  return { stale, gone: [...index.keys()].filter((key) => index.find(key)?.group === "file" && !listed.has(key)) };
}

/** True if a file's content is to be read; it may still turn out to be no text (R2). */
export const isReadable = ({ path, size }: ListedFile): boolean =>
  size > 0 && size <= FILE_BYTES && !BINARY_ENDINGS.has(extensionOf(path));

/** The entry for a file. Without bytes, or with bytes that are no text, it is found by its path alone. */
export function entryOfFile({ path, size, changedAt }: ListedFile, bytes?: Uint8Array): SearchEntry {
  const text = bytes ? indexableText(bytes) : undefined;
  return { key: path, group: "file", title: path, text: text ?? "", time: changedAt, size: clampSize(size) };
}

const clampSize = (size: number): number => Math.min(size, 0xffff_ffff); // 32 bits in the index

/** Text in UTF-8, or in UTF-16 with its mark; undefined for bytes with a NUL at their start or mostly undecodable. */
export function indexableText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, 8_000).includes(0)) return undefined; // as git tells binary files
  const text = new TextDecoder().decode(bytes);
  let broken = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) broken++;
  return broken * 20 > text.length ? undefined : text;
}

/** The ignore rules for one folder: its own ignore files, and those above it. */
export interface IgnoreRules {
  excludes(path: string, kind: "file" | "folder"): boolean;
  /** The rules within a folder below, given the texts of its `IGNORE_FILES`. */
  within(folder: string, texts: readonly string[]): IgnoreRules;
}

export const rootRules = (texts: readonly string[] = []): IgnoreRules =>
  rulesOf([{ folder: "", rules: compiled(texts) }]);

function rulesOf(levels: readonly { readonly folder: string; readonly rules: Ignore }[]): IgnoreRules {
  return {
    excludes(path, kind) {
      if (kind === "folder" ? EXCLUDED_FOLDERS.has(nameOf(path)) : EXCLUDED_FILES.test(nameOf(path))) return true; // R1, R3
      let isIgnored = false;
      for (const { folder, rules } of levels) {
        if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
        const below = folder === "" ? path : path.slice(folder.length + 1);
        const { ignored, unignored } = rules.test(kind === "folder" ? `${below}/` : below);
        isIgnored = ignored || (isIgnored && !unignored); // the deeper file has the last word, as in git
      }
      return isIgnored;
    },
    within: (folder, texts) =>
      texts.length === 0 ? rulesOf(levels) : rulesOf([...levels, { folder, rules: compiled(texts) }]),
  };
}

const compiled = (texts: readonly string[]): Ignore => ignore({ allowRelativePaths: false }).add(texts.join("\n"));
