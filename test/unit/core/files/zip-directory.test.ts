import * as fc from "fast-check";
import { strToU8, zipSync, type Zippable } from "fflate";
import { expect, test } from "vitest";
import { contentAfter, findDirectory, LOCAL_HEADER, readDirectory } from "../../../../src/core/files/zip-directory.js";
import { crc32 } from "../../../../src/core/crc32.js";

function read(zip: Uint8Array) {
  const { offset, size } = findDirectory(zip);
  return readDirectory(zip.subarray(offset, offset + size));
}
const damaged = expect.objectContaining({ name: "DamagedDataError", message: expect.stringMatching(/plain zip\.$/) });

test("gives what any zip holds: names, sizes, checksums, and where the content is (R1)", () => {
  const names = fc.stringMatching(/^[a-z0-9äß日 ./-]{1,20}$/).filter((name) => !name.endsWith("/"));
  fc.assert(
    fc.property(
      fc.dictionary(names, fc.uint8Array({ maxLength: 300 }), { maxKeys: 8, noNullPrototype: true }),
      (files) => {
        const zip = zipSync(files as Zippable, { level: 0 });
        const entries = read(zip);
        expect(entries.map(({ name }) => name)).toEqual(Object.keys(files));
        for (const { name, size, packed, checksum: sum, offset } of entries) {
          const content = files[name]!;
          expect([size, packed, sum]).toEqual([content.length, content.length, crc32(content)]);
          const start = offset + contentAfter(zip.subarray(offset, offset + LOCAL_HEADER));
          expect([...zip.subarray(start, start + size)]).toEqual([...content]);
        }
      },
    ),
  );
});

test("a checksum is the same piece by piece", () => {
  expect(crc32(strToU8("123456789"))).toBe(0xcbf43926); // the check value of CRC-32
  expect(crc32(strToU8("6789"), crc32(strToU8("12345")))).toBe(0xcbf43926);
});

test("tells folders, and links by the mode that Unix packs (R1)", () => {
  const zip = zipSync({
    "sub/": new Uint8Array(),
    "sub/a.txt": [strToU8("a"), { os: 3, attrs: 0o100644 << 16 }],
    link: [strToU8("../../etc/passwd"), { os: 3, attrs: 0o120777 << 16 }],
    "not-unix": [strToU8("x"), { os: 0, attrs: 0o120777 << 16 }],
  });
  const shown = read(zip).map(
    ({ name, isFolder, isLink }) => `${name}${isFolder ? " folder" : ""}${isLink ? " link" : ""}`,
  );
  expect(shown).toEqual(["sub/ folder", "sub/a.txt", "link link", "not-unix"]);
});

test("an archive with a comment behind it is found", () => {
  const zip = zipSync({ a: strToU8("a") });
  expect(read(new Uint8Array([...zip, ...strToU8("a comment that no one counted")]))).toHaveLength(1);
});

test("what is no zip, cut short, or of the large kind gets a sentence (R3)", () => {
  const zip = zipSync({ "a.txt": strToU8("a"), "b.txt": strToU8("b") });
  expect(() => read(strToU8("not a zip at all, however long it may be"))).toThrow(damaged);
  expect(() => read(new Uint8Array())).toThrow(damaged);
  expect(() => read(zip.subarray(0, zip.length - 22))).toThrow(damaged);
  const large = zip.slice();
  new DataView(large.buffer).setUint16(large.length - 12, 0xffff, true);
  expect(() => read(large)).toThrow(damaged);
});

test("bytes at random never do more than fail with a sentence", () => {
  const zip = zipSync({ "a.txt": strToU8("apples"), "b.txt": strToU8("beds") });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
      const broken = zip.slice();
      for (const [at, byte] of changes) broken[at] = byte;
      try {
        expect(Array.isArray(read(broken))).toBe(true);
      } catch (error) {
        expect(error).toEqual(damaged);
      }
    }),
  );
});
