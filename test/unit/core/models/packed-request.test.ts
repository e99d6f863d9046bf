/** Requests on their way to another thread: what arrives is what was packed, and what is known is not sent again. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { userSaid, modelSaid, type Content, type Part } from "../../../../src/core/content.js";
import { createPacker, createUnpacker } from "../../../../src/core/models/packed-request.js";

/** As a thread gets it: nothing is shared any more. */
const sent = <T>(value: T): T => structuredClone(value);

test("what arrives is what was packed, whatever was sent before", () => {
  const pool: readonly Part[] = Array.from({ length: 12 }, (_, nth) => ({ text: `part ${nth}` }));
  const content = fc.record({
    role: fc.constantFrom("user" as const, "model" as const),
    parts: fc.array(fc.constantFrom(...pool), { maxLength: 4 }),
  });
  const request = fc.record({
    contents: fc.array(content, { maxLength: 6 }),
    system: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
      const pack = createPacker();
      const unpack = createUnpacker();
      for (const each of requests) expect(unpack(sent(pack(each)))).toEqual(each);
    }),
  );
});

test("a Part goes once for as long as it is used, and a turn more costs a turn", () => {
  const pack = createPacker();
  const said: Content[] = [];
  for (let turn = 0; turn < 20; turn++) {
    said.push(userSaid(`question ${turn}`), modelSaid(`answer ${turn}`));
    expect(pack({ contents: said }).fresh).toHaveLength(2);
  }
});

test("T6 what is not used any more is forgotten on both sides", () => {
  const pack = createPacker();
  const old = userSaid("old");
  const { first } = pack({ contents: [old] });
  const gone = Array.from({ length: 10 }, (_, nth) => pack({ contents: [userSaid(`new ${nth}`)] }).gone).flat();
  expect(gone).toContain(first);
  expect(pack({ contents: [old] }).fresh).toEqual(old.parts);
});
