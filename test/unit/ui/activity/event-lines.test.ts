/** Events as lines to read. */
import { expect, test } from "vitest";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import { eventLines } from "../../../../src/ui/activity/event-lines.js";

const shown = (event: AgentEvent) => eventLines(event).map(({ name, value }) => `${name}: ${value}`);

test("every field is a line, in words, with those inside it named by their way", () =>
  expect(
    shown({ type: "turn-ended", turnId: "t1", outcome: { kind: "failed", name: "ModelError", message: "No answer." } }),
  ).toEqual(["turn id: t1", "outcome · kind: failed", "outcome · name: ModelError", "outcome · message: No answer."]));

test("numbers are grouped, times are dates, and lists are counted", () => {
  const lines = shown({
    type: "turn-waiting",
    turnId: "t",
    model: "m",
    fault: "rate",
    why: "Busy.",
    until: 0,
    attempt: 2,
    of: 12_000,
  });
  expect(lines).toContain("of: 12,000");
  expect(lines.find((line) => line.startsWith("until"))).toMatch(/19(69|70)/);
  expect(shown({ type: "turn-replaced", sessionId: "s", turn: { id: "t", at: 0, blocks: [] } })).toContain(
    "turn · blocks: 0",
  );
});

test("what is long is cut, and says by how much", () => {
  const [, , , output] = eventLines({
    type: "tool-finished",
    turnId: "t",
    callId: "c",
    state: "done",
    output: "x".repeat(5_000),
  });
  expect(output!.value.length).toBeLessThan(2_100);
  expect(output!.value).toContain("3,000 more characters");
});

test.each([
  "AIzaSyD-1234567890abcdefghijklmnopqrstuv",
  "sk-proj-abcdef0123456789",
  "Authorization: Bearer abcdef0123456789abcdef",
  "https://example.org/?key=abcdef0123456789abcdef",
])("what looks like a key is never shown: %s", (text) => {
  const lines = shown({ type: "tool-progress", turnId: "t", callId: "c", words: `before ${text} after` }).join("\n");
  expect(lines).not.toMatch(/SyD-|abcdef/);
  expect(lines).toContain("before");
  expect(lines).toContain("after");
});
