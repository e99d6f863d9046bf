/** The labelled streams of test/corpus/loops, before any detector is judged by them: enough, told apart, always the same. */
import { expect, test } from "vitest";
import { callStreams } from "../../corpus/loops/call-streams.js";
import { charactersIn } from "../../corpus/loops/streams.js";
import { textStreams } from "../../corpus/loops/text-streams.js";
import { isNewPrompt } from "../../corpus/loops/types.js";

const all = [...textStreams, ...callStreams];
const callsIn = (stream: (typeof callStreams)[number]) => [...stream.calls()].filter((piece) => !isNewPrompt(piece));

test("there are at least 80 streams, and at least 15 of each label in text and in calls", () => {
  expect(all.length).toBeGreaterThanOrEqual(80);
  for (const streams of [textStreams, callStreams]) {
    expect(streams.filter(({ loop }) => loop).length).toBeGreaterThanOrEqual(15);
    expect(streams.filter(({ loop }) => !loop).length).toBeGreaterThanOrEqual(15);
  }
});

test("each kind has at least two streams", () => {
  const lonely = all.filter((one) => !all.some((other) => other !== one && other.kind === one.kind));
  expect(lonely.map(({ kind }) => kind)).toEqual([]);
});

test("each stream has a name of its own and says why it is labelled so", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.filter(({ why }) => why.length < 20)).toEqual([]);
});

test("a stream comes out the same each time", () => {
  for (const stream of textStreams) expect([...stream.chunks()], stream.name).toEqual([...stream.chunks()]);
  for (const stream of callStreams) expect([...stream.calls()], stream.name).toEqual([...stream.calls()]);
});

test("no two streams hand over the same text in the same chunks", () => {
  const written = textStreams.map((stream) => JSON.stringify([...stream.chunks()]));
  expect(new Set(written).size).toBe(written.length);
});

test("no chunk is empty", () => {
  const empty = textStreams.filter((stream) => [...stream.chunks()].includes(""));
  expect(empty.map(({ name }) => name)).toEqual([]);
});

test("a loop can be found in time: it begins before `by`, and goes on until then", () => {
  for (const stream of textStreams) {
    if (!stream.loop) continue;
    expect(stream.from, stream.name).toBeLessThan(stream.by!);
    expect(stream.by, stream.name).toBeLessThanOrEqual(charactersIn(stream.chunks()));
  }
  for (const stream of callStreams) {
    if (!stream.loop) continue;
    expect(stream.from, stream.name).toBeLessThan(stream.by!);
    expect(stream.by, stream.name).toBeLessThanOrEqual(callsIn(stream).length);
  }
});

test("only loops say where they begin and by when they must be found", () => {
  expect(all.filter(({ loop, from, by }) => loop !== (from !== undefined && by !== undefined))).toEqual([]);
});

test("all of it is small enough to be judged in a blink", () => {
  const characters = textStreams.reduce((sum, stream) => sum + charactersIn(stream.chunks()), 0);
  const calls = callStreams.reduce((sum, stream) => sum + callsIn(stream).length, 0);
  expect(characters).toBeGreaterThan(200_000);
  expect(characters).toBeLessThan(1_000_000);
  expect(calls).toBeLessThan(2000);
});
