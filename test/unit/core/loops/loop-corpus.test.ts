/** The search for loops, judged by the labelled streams (D1, D2): no false alarm and no miss. */
import { describe, expect, test } from "vitest";
import { createRepetitionDetector, type RepetitionDetector } from "../../../../src/core/loops/loop-detector.js";
import { callStreams } from "../../../corpus/loops/call-streams.js";
import { fine, fineCalls, chant, call } from "../../../corpus/loops/streams.js";
import { textStreams } from "../../../corpus/loops/text-streams.js";
import { newPrompt, toolCall, type TextPiece } from "../../../corpus/loops/types.js";
import { describeMisjudged, describeScore, judge, type LabelledStream } from "../../../support/loop-judge.js";

const streams: readonly LabelledStream[] = [...textStreams, ...callStreams];
const faultsIn = (some: readonly LabelledStream[]) => judge(createRepetitionDetector, some).map(describeMisjudged);

describe("text", () => {
  for (const kind of new Set(textStreams.map((stream) => stream.kind)))
    test(`of the kind ${kind} is judged as it is labelled`, () =>
      expect(faultsIn(textStreams.filter((stream) => stream.kind === kind))).toEqual([]));
});

describe("calls", () => {
  for (const kind of new Set(callStreams.map((stream) => stream.kind)))
    test(`of the kind ${kind} are judged as they are labelled`, () =>
      expect(faultsIn(callStreams.filter((stream) => stream.kind === kind))).toEqual([]));
});

test("the score is 0 false alarms and 0 misses", () => {
  const score = describeScore(streams, judge(createRepetitionDetector, streams));
  expect(score).toBe(`labelled streams: ${streams.length}, false alarms 0, misses 0`);
});

describe("the judge", () => {
  /** A detector that tells a loop at the piece that has this in it, and whenever it was told to before. */
  const listener = (word: string, heard: string[] = []): RepetitionDetector => {
    const take = (said: string) => {
      heard.push(said);
      return said.includes(word) ? ({ kind: "text", text: word, times: 10, at: 0 } as const) : undefined;
    };
    return {
      said: take,
      did: ({ name }) => take(name),
      goOn: () => heard.push("go on"),
      reset: () => heard.push("reset"),
    };
  };
  const about = { kind: "prose", why: "" } as const;
  const fault = (word: string, stream: LabelledStream) =>
    judge(() => listener(word), [stream]).map((one) => `${one.fault} at ${one.at}`);

  // The chant of one letter begins after 4 characters and must be found by 4 + 15 + 500.
  const late = chant({
    ...about,
    name: "late",
    cut: "characters",
    period: 1,
    write: () => ({ before: "x..y", body: `z${"a".repeat(513)}vw${"a".repeat(90)}` }),
  });
  const asked = fine({
    ...about,
    name: "asked twice",
    write: (): TextPiece[] => ["one", newPrompt, "two", toolCall, "three"],
    cut: "whole",
  });
  const calls = fineCalls({
    ...about,
    kind: "batch",
    name: "calls",
    write: () => [call("a", {}, ""), call("b", {}, "")],
  });

  test("J5 takes what is found in a fine stream for a false alarm", () => {
    expect(fault("two", asked)).toEqual(["false alarm at 6"]);
    expect(fault("four", asked)).toEqual([]);
    expect(fault("b", calls)).toEqual(["false alarm at 2"]);
  });
  test("J6 takes what is found before the loop for a false alarm", () => {
    expect(fault("y", late)).toEqual(["false alarm at 4"]);
    expect(fault("z", late)).toEqual([]);
  });
  test("J6 takes what is found too late, or never, for a miss", () => {
    expect(fault("v", late)).toEqual([]);
    expect(fault("w", late)).toEqual(["miss at 520"]);
    expect(fault("?", late)).toEqual(["miss at undefined"]);
  });
  test("J1–J4 hands each piece over once, in order, and tells of prompts and calls", () => {
    const heard: string[] = [];
    judge(() => listener("?", heard), [asked]);
    expect(heard).toEqual(["one", "reset", "two", "call 6", "three"]);
  });
});
