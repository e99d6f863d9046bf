/** Calls of OpenAI-style servers, put together from their pieces. */
import { expect, test } from "vitest";
import { createCallGatherer } from "../../../../../src/platform/models/local-server/openai-calls.js";

interface Piece {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: string | object;
}

/** Chunk by chunk. */
function gathered(...chunks: readonly (readonly Piece[])[]) {
  const calls = createCallGatherer();
  for (const chunk of chunks)
    for (const [place, { name, args, ...piece }] of chunk.entries())
      calls.add({ ...piece, function: { name, arguments: args } }, place);
  return calls.end();
}

const glob = (args: Piece["args"], piece: Piece = {}): Piece => ({ ...piece, name: "glob", args });
const two = (ids: readonly (string | undefined)[]) => ({
  whole: [{ pattern: "*" }, { pattern: "b" }].map((args, at) => ({
    ...(ids[at] && { id: ids[at] }),
    name: "glob",
    args,
  })),
  malformed: false,
});
const all = '{"pattern":"*"}';
const b = '{"pattern":"b"}';

test.each<[string, readonly (readonly Piece[])[], readonly (string | undefined)[]]>([
  [
    "R2 one index for all, with ids",
    [[glob(all, { index: 0, id: "1" })], [glob(b, { index: 0, id: "2" })]],
    ["1", "2"],
  ],
  ["R2 one index for all, without ids", [[glob(all, { index: 0 })], [glob(b, { index: 0 })]], []],
  [
    "R2 one index for all in one chunk",
    [[glob(all, { index: 0, id: "1" }), glob(b, { index: 0, id: "2" })]],
    ["1", "2"],
  ],
  ["R2 arguments as objects", [[glob({ pattern: "*" }, { index: 0 })], [glob({ pattern: "b" }, { index: 0 })]], []],
  ["R1 no index, whole calls in chunks of their own", [[glob(all, { id: "1" })], [glob(b, { id: "2" })]], ["1", "2"]],
  ["R1 no index, whole calls in one chunk", [[glob(all), glob(b)]], []],
  [
    "R1 no index, in pieces",
    [[glob("", { id: "1" })], [{ args: '{"pattern":' }], [{ args: '"*"}' }], [glob("", { id: "2" })], [{ args: b }]],
    ["1", "2"],
  ],
  [
    "R1 indices that take turns",
    [[glob('{"pat', { index: 0, id: "1" })], [glob(b, { index: 1, id: "2" })], [{ index: 0, args: 'tern":"*"}' }]],
    ["1", "2"],
  ],
  [
    "R2 one index, in pieces",
    [
      [glob('{"pat', { index: 0, id: "1" })],
      [{ index: 0, args: 'tern":"*"}' }],
      [glob('{"pat', { index: 0, id: "2" })],
      [{ index: 0, args: 'tern":"b"}' }],
    ],
    ["1", "2"],
  ],
  [
    "R3 an id of its own for each piece",
    [
      [glob('{"pat', { index: 0, id: "1" })],
      [{ index: 0, id: "x", args: 'tern":"*"}' }],
      [glob(b, { index: 1, id: "2" })],
    ],
    ["1", "2"],
  ],
  [
    "a name that is repeated with each piece",
    [
      [glob('{"pat', { index: 0, id: "1" })],
      [glob('tern":"*"}', { index: 0, id: "1" })],
      [glob(b, { index: 1, id: "2" })],
    ],
    ["1", "2"],
  ],
])("two calls are two: %s", (_what, chunks, ids) => expect(gathered(...chunks)).toEqual(two(ids)));

test("a name in pieces is one", () =>
  expect(gathered([{ index: 0, name: "gl" }], [{ index: 0, name: "ob" }], [{ index: 0, args: all }]).whole).toEqual([
    { name: "glob", args: { pattern: "*" } },
  ]));

test("a call without arguments has none", () =>
  expect(gathered([{ index: 0, id: "1", name: "list" }], [{ index: 0, id: "2", name: "list" }]).whole).toEqual([
    { id: "1", name: "list", args: {} },
    { id: "2", name: "list", args: {} },
  ]));

test.each([
  ["arguments that stop", [glob('{"pat')]],
  ["no name", [{ index: 0, args: all }]],
])("%s can't be read", (_what, chunk) => expect(gathered(chunk)).toEqual({ whole: [], malformed: true }));
