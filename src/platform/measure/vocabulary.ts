/** Fetches the tokenizer's vocabulary, checks that it is the one this version was built with, and unpacks it. */
// oxlint-disable-next-line typescript/triple-slash-reference -- a worker or a test that imports this knows no other way
/// <reference path="./virtual-vocabulary.d.ts" />
import { sha256, url } from "virtual:vocabulary";
import { AgentError } from "../../core/errors.js";
import { vocabularyWords } from "./vocabulary-words.js";

/** The vocabulary for `openTokenizer`. `from` and `expected` differ in tests only. */
export async function loadVocabulary(from = url, expected = sha256): Promise<Uint8Array> {
  const gzipped = await fetchBytes(from);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", gzipped));
  if (hexOf(hash) !== expected) throw new AgentError("DamagedDataError", vocabularyWords.damaged);
  const stream = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function fetchBytes(from: string): Promise<ArrayBuffer> {
  const response = await fetch(from).catch((cause: unknown) => {
    throw new AgentError("OfflineError", vocabularyWords.notFetched, { cause });
  });
  if (!response.ok) throw new AgentError("NotFoundError", vocabularyWords.refused(response.status));
  return response.arrayBuffer().catch((cause: unknown) => {
    throw new AgentError("OfflineError", vocabularyWords.incomplete, { cause });
  });
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
