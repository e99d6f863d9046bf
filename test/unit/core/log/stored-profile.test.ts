/** L9: the rows and the journal that an earlier version has written mean the same to this one. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contextOf } from "../../../../src/core/context/context.js";
import { attachBlobs, type StoredRecord } from "../../../../src/core/log/blob-refs.js";
import { encodeEntries, encodeHeader, HEADER_BYTES, readHeader, scanFrames } from "../../../../src/core/log/journal.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import { weightTraceOf } from "../../../../src/core/log/record-kinds.js";
import { addToSummary } from "../../../../src/core/log/session-summary.js";
import type { SessionSummary } from "../../../../src/core/log/store.js";
import { readStoredProfile, storedValues } from "../../../support/stored-profile.js";

const FOLDER = "test/fixtures/stored-profile";
const profile = readStoredProfile(FOLDER);
const valuesOf = <Value>(store: string) => storedValues<Value>(profile, "palimpsest", store);
const stored = valuesOf<StoredRecord>("records");
const sessions = valuesOf<SessionSummary>("sessions");
const expected = JSON.parse(readFileSync(path.join(FOLDER, "expected.json"), "utf8")) as {
  /** By Session: each record of the context, and the beginning of the SHA-256 of its Content as JSON. */
  readonly contexts: Readonly<Record<string, readonly string[]>>;
};

const texts = new Map(valuesOf<{ hash: string; text: string }>("blobs").map(({ hash, text }) => [hash, text]));
const recordsOf = (session: string): readonly LogRecord[] =>
  stored
    .filter((record) => record.session === session)
    .map((record) => attachBlobs(record, (hash) => texts.get(hash)!));

test("L1 L2: every Session gives the Model the context that it gave it then", () => {
  const contexts = sessions.map(({ id }) => [
    id,
    contextOf(recordsOf(id)).map(({ record, content }) => `${record} ${digest(content)}`),
  ]);
  expect(Object.fromEntries(contexts)).toEqual(expected.contexts);
});

test("L9: every Session's line in the list is folded from its records as it was then", () => {
  for (const session of sessions)
    expect(recordsOf(session.id).reduce<SessionSummary | undefined>(addToSummary, undefined)).toEqual(session);
});

test("L9: what each record does to the weight of its context is what it did then", () => {
  const rows = valuesOf<{ session: string; record: string; weight?: object; trace?: object }>("weights");
  const then = rows.map(({ record, weight, trace }) => [record, trace ?? { id: record, kind: "content", weight }]);
  const now = stored.flatMap((record) => {
    const trace = weightTraceOf(record);
    return trace ? [[record.id, trace]] : [];
  });
  expect(Object.fromEntries(now)).toEqual(Object.fromEntries(then));
});

test("L8 L9: the journal is read whole, has every record, and would be written to the byte as it was", () => {
  const bytes = new Uint8Array(Buffer.from(profile.files["journal/second.journal"]!, "base64"));
  const { entries, end, damaged } = scanFrames(bytes.subarray(HEADER_BYTES), false);
  expect({ generation: readHeader(bytes), end, damaged }).toEqual({
    generation: 2,
    end: bytes.length - HEADER_BYTES,
    damaged: 0,
  });
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(["record", "blob", "draft", "put", "remove"]));
  const journalled = entries.flatMap((entry) => (entry.kind === "record" ? [[entry.record.id, entry.record]] : []));
  expect(Object.fromEntries(journalled)).toEqual(Object.fromEntries(stored.map((record) => [record.id, record])));
  expect(Buffer.concat([encodeHeader(2), encodeEntries(entries)]).equals(bytes)).toBe(true);
});

test("the fixture has a record of every kind", () => {
  expect([...new Set(stored.map(({ kind }) => kind))].toSorted()).toEqual([
    ...["answered", "aside", "asked", "content", "edit", "edit-settled", "environment", "fold", "mask", "note"],
    ...["output", "pin", "recalled", "removal", "rewind", "session-changed", "session-created", "snapshot"],
    ...["turn-ended", "undo"],
  ]);
});

const digest = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
