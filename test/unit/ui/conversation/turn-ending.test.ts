/** What is said below a Turn, made from the Log as after a reload. */
import { expect, test } from "vitest";
import type { LogRecord } from "../../../../src/core/log/log.js";
import { turnsOf } from "../../../../src/core/port/turns.js";
import { endingOf } from "../../../../src/ui/conversation/turn-ending.js";
import { answered, nextId, record, said } from "../../../support/records.js";
import type { Outcome } from "../../../../src/core/log/outcome.js";

const turn = nextId();
const half = { ...answered("s", "The first half", { turn }), interrupted: true };
const whole = answered("s", "The whole.", { turn });
const goOn = record("s", {
  kind: "content",
  turn,
  step: turn,
  from: "app",
  content: { role: "user", parts: [{ text: "Go on." }] },
});
const calls = record("s", {
  kind: "content",
  turn,
  step: "x",
  from: "model",
  content: { role: "model", parts: [{ functionCall: { id: "c", name: "glob" } }] },
});
const ends = (kind: Exclude<Outcome["kind"], "failed">) => record("s", { kind: "turn-ended", turn, outcome: { kind } });

function ending(records: readonly LogRecord[], how = { last: true, locked: false }): string {
  const found = endingOf(turnsOf([said("s", "question", turn), ...records]).at(-1)!, how);
  return found ? `${found.sentence}${found.canContinue ? " [Continue]" : ""}` : "";
}
const CUT = "This answer was cut off. What had arrived is kept. [Continue]";

test("an answer that ended as it should says nothing", () => expect(ending([whole, ends("done")])).toBe(""));

test("L3: an answer that was cut off says so and can be continued", () =>
  expect(ending([half, ends("interrupted")])).toBe(CUT));

test("L3: one that was continued to its end is whole, whatever cut it before", () => {
  expect(ending([half, ends("interrupted"), goOn, whole, ends("done")])).toBe("");
  expect(ending([half, ends("stopped"), goOn, whole, ends("done")])).toBe("");
  expect(ending([half, goOn, whole, ends("done")])).toBe(""); // a first circle (D4)
});

test("L3: one that was cut off once more says so once more", () =>
  expect(ending([half, ends("interrupted"), goOn, half, ends("interrupted")])).toBe(CUT));

test("one that who answers ended early says why, and can be continued where that may help", () => {
  const early = (by: "max-tokens" | "safety" | "recitation" | "other", last = true) =>
    ending([whole, record("s", { kind: "turn-ended", turn, outcome: { kind: "interrupted", by } })], {
      last,
      locked: false,
    });
  expect(early("max-tokens")).toBe(
    "This answer reached the length that is allowed for one. Continue asks for the rest. [Continue]",
  );
  expect(early("safety")).toMatch(/^The service’s safety filter ended this answer early\..*other model\.$/);
  expect(early("recitation")).toMatch(/^The service ended this answer early: it would have repeated.*words\.$/);
  expect(early("safety", false)).toBe("The service’s safety filter ended this answer early.");
  expect(early("other")).toMatch(/^The service ended this answer early and did not say why\..*\[Continue\]$/);
});

test("a stopped answer can be continued where the Model was speaking", () => {
  expect(ending([half, ends("stopped")])).toBe("You stopped this answer. [Continue]");
  expect(ending([ends("stopped")])).toBe("You stopped this answer.");
  expect(ending([whole, calls, ends("stopped")])).toBe("You stopped this answer.");
});

test("a Turn without an end was cut off, unless another tab may be speaking in it", () => {
  expect(ending([whole])).toBe(CUT);
  expect(ending([whole], { last: true, locked: true })).toBe("");
  expect(ending([half], { last: false, locked: false })).toBe(CUT);
  expect(ending([half, goOn, whole], { last: false, locked: false })).toBe("");
});
