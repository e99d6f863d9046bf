import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { fileKindOf } from "../../../../src/core/files/file-kind.js";
import {
  decodeText,
  encodeText,
  findEditableText,
  isBinary,
  PLAIN_TEXT,
} from "../../../../src/core/files/text-file.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const points = (text: string) => [...text].map((each) => each.codePointAt(0)!);
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

function encoded(text: string, width: 2 | 4, isLittle: boolean): Uint8Array {
  const values = [0xfeff, ...(width === 2 ? units(text) : points(text))];
  const view = new DataView(new ArrayBuffer(values.length * width));
  for (const [at, value] of values.entries()) {
    if (width === 2) view.setUint16(at * 2, value, isLittle);
    else view.setUint32(at * 4, value, isLittle);
  }
  return new Uint8Array(view.buffer);
}

test("R1 R3 text with a byte order mark reads as itself, in every encoding, and is no binary", () => {
  assert(
    property(string({ unit: "grapheme" }), (text) => {
      const forms = [
        utf8(`\ufeff${text}`),
        encoded(text, 2, true),
        encoded(text, 2, false),
        encoded(text, 4, true),
        encoded(text, 4, false),
      ];
      for (const form of forms) {
        // UTF-16 that begins with a NUL has the mark of UTF-32.
        if (text.startsWith("\0")) return;
        expect(decodeText(form)).toBe(text);
        expect(isBinary(form)).toBe(false);
      }
    }),
  );
});

test("R2 without a mark it is UTF-8, and what is not is shown as such", () => {
  expect(decodeText(utf8("grün 🍏"))).toBe("grün 🍏");
  expect(decodeText(Uint8Array.from([0x67, 0x72, 0xfc, 0x6e]))).toBe("gr\ufffdn");
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x41]))).toBe("\ufffd\ufffd");
});

test("a long text in UTF-32 is read whole", () => {
  const text = "äöü🍏".repeat(20_000);
  expect(decodeText(encoded(text, 4, true))).toBe(text);
});

describe("R3 binary is", () => {
  test.each([
    ["nothing at all", new Uint8Array(), false],
    ["plain text", utf8("hello\n\tworld\r\n"), false],
    ["text in Chinese", utf8("你好，世界。".repeat(500)), false],
    ["a log with colours", utf8("\u001b[31mred\u001b[0m\n".repeat(90)), false],
    ["text with a NUL", utf8("a\0b"), true],
    ["bytes without NUL that no one writes", Uint8Array.from({ length: 90 }, (_, at) => 1 + (at % 7)), true],
    ["a NUL beyond the sample", utf8("a".repeat(8_000) + "\0"), false],
  ])("%s: %#", (_, content, expected) => expect(isBinary(content)).toBe(expected));
});

describe("the kind of a file", () => {
  const bytes = Uint8Array.from([0, 1, 2, 3]);
  test.each([
    ["R1", "a.ts", bytes, "text"],
    ["R1", "a.MTS", utf8("let a"), "text"],
    ["R2", "a.svg", utf8("<svg/>"), "svg"],
    ["R3", "a.PNG", bytes, "image/png"],
    ["R3", "a.jpg", utf8("not really"), "image/jpeg"],
    ["R3", "a.pdf", bytes, "application/pdf"],
    ["R4", "a.mp3", bytes, "audio/mpeg"],
    ["R4", "a.mp4", bytes, "video/mp4"],
    ["R4", "a.mov", utf8("a list of moves"), "text"],
    ["R5", "a.zip", utf8("PK"), "binary"],
    ["R5", "a.unknown", bytes, "binary"],
    ["R5", "Makefile", utf8("all:"), "text"],
  ])("%s %s", (_, path, content, expected) => {
    const found = fileKindOf(path, content);
    expect("mimeType" in found ? found.mimeType : found.kind).toBe(expected);
  });
});

test("R4 text is written back in the encoding it was read in, to the byte", () => {
  assert(
    property(string({ unit: "grapheme", minLength: 1 }), (text) => {
      for (const bytes of [
        utf8(`\ufeff${text}`),
        encoded(text, 2, true),
        encoded(text, 2, false),
        encoded(text, 4, true),
      ]) {
        const read = findEditableText(bytes);
        expect(read?.text).toBe(text);
        expect(encodeText(text, read!.format)).toEqual(bytes);
      }
      return true;
    }),
  );
  expect(encodeText("é\n", PLAIN_TEXT)).toEqual(utf8("é\n"));
});

test("R4 what would not come back the same is not read for editing", () => {
  expect(findEditableText(new Uint8Array([0x63, 0xe9, 0x0a]))).toBeUndefined();
  expect(findEditableText(new Uint8Array([0xff, 0xfe, 0x61]))).toBeUndefined();
  expect(findEditableText(new Uint8Array([0, 1, 2]))).toBeUndefined();
});
