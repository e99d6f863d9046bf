import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sketchOf } from "../../../../src/core/files/text-sketch.js";

test("R1: a sketch is the same whether it is made from the text or from the bytes that were read", () => {
  const bytes = fc.oneof(fc.uint8Array({ max: 127, maxLength: 300 }), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(bytes, (read) => {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(read);
      expect(sketchOf(text, read)).toEqual(sketchOf(text));
    }),
  );
});
