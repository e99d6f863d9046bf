import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attachBlobs, detachBlobs } from "../../../../src/core/log/blob-refs.js";
import type { LogRecord } from "../../../../src/core/log/log.js";

const hash = (text: string) => Promise.resolve(createHash("sha256").update(JSON.stringify(text)).digest("hex"));

const holding = (args: unknown): LogRecord => ({
  id: "1",
  session: "s",
  at: 0,
  kind: "content",
  turn: "t",
  step: "p",
  from: "model",
  content: { role: "model", parts: [{ functionCall: { name: "f", args: args as Record<string, unknown> } }] },
});

async function roundTrip(record: LogRecord): Promise<{ back: LogRecord; blobs: number; stored: string }> {
  const { record: stored, blobs } = await detachBlobs(record, hash);
  return { back: attachBlobs(stored, (name) => blobs.get(name)!), blobs: blobs.size, stored: JSON.stringify(stored) };
}

test("R1: long strings leave the record and come back", async () => {
  const record = holding({ a: "x".repeat(40_000), b: ["y".repeat(40_000), "x".repeat(40_000)], c: "short" });
  const { back, blobs, stored } = await roundTrip(record);
  expect(back).toEqual(record);
  expect(blobs).toBe(2);
  expect(stored.length).toBeLessThan(1000);
});

test("R2: what only looks like a reference is not mistaken for one", async () => {
  const record = holding({
    $blob: "abc",
    inner: [{ $blob: null, value: 3 }, { $blob: { $blob: "x".repeat(40_000) } }],
  });
  expect((await roundTrip(record)).back).toEqual(record);
});

test("any record comes back as it was", () =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(fc.oneof(fc.string(), fc.constant("$blob")), fc.jsonValue()), async (args) => {
      const record = holding(args);
      expect(JSON.stringify((await roundTrip(record)).back)).toBe(JSON.stringify(record));
    }),
  ));
