/** The laws of the event stream can be broken, and say so: else a test that keeps them would prove nothing. */
import { expect, test } from "vitest";
import type { AgentEvent } from "../../../src/core/port/events.js";
import { breachesIn } from "../../support/event-laws.js";

/** "start step text end": events of one Turn. A step is `s1` or `s2`, a call always `c`. */
const words: Record<string, object> = {
  start: { type: "turn-started", text: "", at: 0 },
  resume: { type: "turn-resumed" },
  end: { type: "turn-ended", outcome: { kind: "done" } },
  step: { type: "step-started", stepId: "s1", model: "m" },
  text: { type: "text", delta: "x" },
  thought: { type: "thought", delta: "x" },
  discard: { type: "step-discarded", stepId: "s1", why: "" },
  "discard-other": { type: "step-discarded", stepId: "s2", why: "" },
  wait: { type: "turn-waiting", why: "", until: 0, attempt: 2, of: 10 },
  note: { type: "note", text: "" },
  call: { type: "tool-started", callId: "c", name: "t", title: "" },
  progress: { type: "tool-progress", callId: "c", words: "" },
  asked: { type: "tool-asked", request: { callId: "c" } },
  finish: { type: "tool-finished", callId: "c", state: "done", output: "" },
  undo: { type: "edit-undone", callId: "c", undone: true },
  compress: { type: "compression-started", trigger: "auto" },
  phase: { type: "compression-progress", phase: "reading" },
  compressed: { type: "compression-ended", status: "noop" },
};
const breaches = (told: string) =>
  breachesIn(told.split(" ").map((word) => ({ ...words[word], turnId: "t" }) as AgentEvent));

test.each([
  "start step thought text end",
  "start note compress phase compressed step text call asked progress finish step text end undo",
  "start step text discard wait step text end resume step text end",
  "start end",
  "resume step text end",
  "undo",
])("kept: %s", (told) => expect(breaches(told)).toEqual([]));

test.each([
  ["E1", "start step end start end"],
  ["E1", "start resume end"],
  ["E1", "step end"],
  ["E1", "end"],
  ["E2", "start step"],
  ["E2", "start step end end"],
  ["E2", "start step end step"],
  ["E2", "start step end text"],
  ["E2", "start step end discard"],
  ["E2", "start step end wait"],
  ["E2", "start step end note"],
  ["E2", "start step end call"],
  ["E2", "start step end compress"],
  ["E3", "start text end"],
  ["E3", "start step discard text end"],
  ["E3", "start step wait text end"],
  ["E3", "start step discard-other end"],
  ["E3", "start discard end"],
  ["E4", "start step call end"],
  ["E4", "start step call call finish end"],
  ["E4", "start step finish end"],
  ["E4", "start step call finish progress end"],
  ["E4", "start step asked end"],
  ["E5", "start compress end"],
  ["E5", "start phase end"],
  ["E5", "start compress compress compressed end"],
  ["E5", "start compressed end"],
])("%s is broken: %s", (law, told) => {
  expect(breaches(told).map((breach) => breach.slice(0, 2))).toContain(law);
});
