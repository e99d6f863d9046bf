import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  encodeEntries,
  encodeHeader,
  readHeader,
  scanFrames,
  type JournalEntry,
} from "../../../../src/core/log/journal.js";
import { crc32 } from "../../../../src/core/crc32.js";

const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.record({ kind: fc.constant("blob" as const), hash: fc.string(), text: fc.string({ unit: "binary" }) }),
  fc.record({ kind: fc.constant("purge" as const), session: fc.string() }),
  fc.record({
    kind: fc.constant("put" as const),
    document: fc.record({ collection: fc.constant("settings" as const), key: fc.string(), value: fc.jsonValue() }),
  }),
);
const entries = fc.array(entry, { maxLength: 8 });
/** As it comes back: JSON has no -0, and objects lose their prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("CRC-32 is the one everybody uses", () => expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926));

test("L9: what is written is what is read", () =>
  fc.assert(
    fc.property(entries, (written) => {
      const bytes = encodeEntries(written);
      const scan = scanFrames(bytes, false);
      expect(plain(scan.entries)).toEqual(plain(written));
      expect(scan).toMatchObject({ end: bytes.length, damaged: 0 });
    }),
  ));

test("R1: cut anywhere, the whole frames before the cut are read and nothing else", () =>
  fc.assert(
    fc.property(entries, fc.nat(), fc.boolean(), (written, place, mend) => {
      const bytes = encodeEntries(written);
      const cut = place % (bytes.length + 1);
      const { entries: read, end } = scanFrames(bytes.subarray(0, cut), mend);
      expect(plain(read)).toEqual(plain(written.slice(0, read.length)));
      expect(end).toBe(encodeEntries(written.slice(0, read.length)).length);
      expect(end + (written[read.length] ? encodeEntries([written[read.length]!]).length : 1)).toBeGreaterThan(cut);
    }),
  ));

test("R2: one spoilt byte costs at most the frame it stands in", () =>
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (written, place, flip) => {
        const bytes = encodeEntries(written);
        const at = place % bytes.length;
        bytes[at] = bytes[at]! ^ flip;
        const read = scanFrames(bytes, true).entries.map((each) => JSON.stringify(each));
        const lost = written.map((each) => JSON.stringify(each)).filter((each) => !read.includes(each));
        expect(lost.length).toBeLessThanOrEqual(1);
      },
    ),
  ));

test("a header names its generation, or nothing if it is spoilt", () => {
  const header = encodeHeader(7);
  expect(readHeader(header)).toBe(7);
  header[9] = 1;
  expect(readHeader(header)).toBe(0);
  expect(readHeader(new Uint8Array(5))).toBe(0);
});
