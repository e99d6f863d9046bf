/** The tokenizer where it lives: in a worker of a real browser, over a vocabulary that comes by fetch. */
import { expect, test } from "vitest";
import { loadVocabulary } from "../../src/platform/measure/vocabulary.js";
import type { Counted } from "../support/tokenizer.worker.js";

const counted = (documents: readonly string[]) =>
  new Promise<Counted>((resolve, reject) => {
    const worker = new Worker(new URL("../support/tokenizer.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Counted>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ documents, passes: 1 }, {});
  });

test("a worker counts as the vocabulary's makers do (T3)", async () => {
  // Google's documentation gives 10 tokens for this sentence.
  const { counts } = await counted(["The quick brown fox jumps over the lazy dog.", "", "\n".repeat(32), "<h1>\ud800"]);
  expect(counts).toEqual([10, 0, 2, 2]);
});

test("a vocabulary of another hash is refused, in a sentence", async () => {
  await expect(loadVocabulary(undefined, "0".repeat(64))).rejects.toMatchObject({
    name: "DamagedDataError",
    message: expect.stringMatching(/^The tokenizer's vocabulary .*\.$/),
  });
});

test("a vocabulary that is not there is told by its status", async () => {
  await expect(loadVocabulary("/@vocabulary/none")).rejects.toMatchObject({
    name: "NotFoundError",
    message: expect.stringContaining("(status 404)"),
  });
});

test("a vocabulary that no one serves is told as being offline", async () => {
  await expect(loadVocabulary("http://127.0.0.1:1/none")).rejects.toMatchObject({ name: "OfflineError" });
});
