/** Both detectors together, as a prompt uses them (D1, D2, D4). */
import { expect, test } from "vitest";
import { createRepetitionDetector, describeRepetition } from "../../../../src/core/loops/loop-detector.js";

const sentence = "I will now look at the file again to be quite sure. ";
const call = { name: "read_file", args: { file_path: "a.ts" } };
const result = { name: "read_file", response: { output: "words" } };

test("a call of a Tool begins a new text", () => {
  const detector = createRepetitionDetector();
  detector.said(sentence.repeat(9));
  detector.did(call, result);
  expect(detector.said(sentence.repeat(9))).toBeUndefined();
});

test("a text between the calls does not break a cycle", () => {
  const detector = createRepetitionDetector();
  for (let times = 0; times < 4; times++) {
    detector.said(`Attempt ${times}.`);
    expect(detector.did(call, result)).toBeUndefined();
  }
  expect(detector.did(call, result)).toMatchObject({ kind: "cycle", calls: [call], times: 5 });
});

test("after a warning a cycle that goes on is told at once, a chant has to begin anew", () => {
  const detector = createRepetitionDetector();
  for (let times = 0; times < 5; times++) detector.did(call, result);
  expect(detector.said(sentence.repeat(10))).toBeDefined();
  detector.goOn();
  expect(detector.said(sentence)).toBeUndefined();
  expect(detector.did(call, result)).toMatchObject({ times: 6 });
});

test("a new prompt begins with nothing", () => {
  const detector = createRepetitionDetector();
  for (let times = 0; times < 5; times++) detector.did(call, result);
  detector.said("```\n");
  detector.reset();
  expect(detector.did(call, result)).toBeUndefined();
  expect(detector.said(sentence.repeat(10))).toBeDefined();
});

test("what is repeated is told in words", () => {
  const detector = createRepetitionDetector();
  expect(describeRepetition(detector.said(sentence.repeat(10))!)).toBe(
    "the text “I will now look at the file again to be quite sure.”, 10 times",
  );
  for (let times = 0; times < 4; times++) detector.did(call, result);
  expect(describeRepetition(detector.did(call, result)!)).toBe(
    'read_file({"file_path":"a.ts"}), 5 times with the same result',
  );
});

test("what is long is told in short", () => {
  const detector = createRepetitionDetector();
  const long = { name: "write_file", args: { content: "x".repeat(9_000) } };
  for (let times = 0; times < 4; times++) detector.did(long, result);
  expect(describeRepetition(detector.did(long, result)!).length).toBeLessThan(250);
});
