import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { snapshotLines, readSnapshot, writeSnapshot, type Snapshot } from "../../../../src/core/log/snapshot.js";
import { SECTIONS, type SnapshotLine } from "../../../../src/core/log/snapshot-sections.js";

/** `section: text [#1]` a line. */
const shown = (snapshot: Snapshot | undefined) =>
  snapshot &&
  snapshotLines(snapshot)
    .map(({ section, text, from }) => `${section}: ${text}${from.length > 0 ? ` [${from.join(" ")}]` : ""}`)
    .join("\n");
const wrapped = (inside: string) => `<state_snapshot>\n${inside}\n</state_snapshot>`;

describe("a Snapshot is read from what a Model made of it (C5)", () => {
  test("without its scratchpad, the words around it, and fences (R1)", () => {
    const said = [
      "<scratchpad>The user wants <overall_goal>lies</overall_goal></scratchpad>",
      "Here you are:",
      "```xml",
      wrapped("<overall_goal>\n- Ship it. [#3]\n</overall_goal>"),
      "```",
      "Hope this helps!",
    ].join("\n");
    expect(shown(readSnapshot(said))).toBe("overall_goal: Ship it. [3]");
  });

  test("the last one counts (R1)", () => {
    const said = wrapped("<overall_goal>old</overall_goal>") + wrapped("<overall_goal>new</overall_goal>");
    expect(shown(readSnapshot(said))).toBe("overall_goal: new");
  });

  test("with sections that are not closed, missing, unknown or named as before (R2, R3)", () => {
    const said =
      "<state_snapshot><overall_goal>one\n<key_knowledge>\n* two\n<mood>fine</mood>\n<current_plan>\n1. [DONE] three\n2. [TODO] four";
    expect(shown(readSnapshot(said))).toBe(
      "overall_goal: one\nkey_knowledge: two\nkey_knowledge: <mood>fine</mood>\ntask_state: 1. [DONE] three\ntask_state: 2. [TODO] four",
    );
  });

  test("with lines below lines, and characters that were escaped (R4)", () => {
    const said = wrapped("<key_knowledge>\n- `a &lt; b &amp;&amp; c`\n  and more\n- other\n</key_knowledge>");
    expect(shown(readSnapshot(said))).toBe("key_knowledge: `a < b && c`\nand more\nkey_knowledge: other");
  });

  test("with labels that exist, each once (R5)", () => {
    const said = wrapped(
      "<key_knowledge>\n- Port 4173 (#4, #9; #4)\n- see issue #12 for more\n- lie [#99]\n</key_knowledge>",
    );
    expect(shown(readSnapshot(said, (label) => label < 50))).toBe(
      "key_knowledge: Port 4173 [4 9]\nkey_knowledge: see issue #12 for more\nkey_knowledge: lie",
    );
  });

  test("or not at all (R6)", () => {
    for (const said of [
      "",
      "I can't do that.",
      "<state_snapshot></state_snapshot>",
      wrapped("<overall_goal>\n-\n</overall_goal>"),
    ]) {
      expect(readSnapshot(said), said).toBeUndefined();
    }
  });

  test("again as it was written (R7)", () => {
    const text = fc
      .array(
        fc.constantFrom(
          "a",
          "B1",
          "<b>",
          "</overall_goal>",
          "<key_knowledge>",
          "&amp;",
          "#7",
          "é",
          "文",
          "src/a.ts",
          "- x",
          "…",
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((words) => `w ${words.join(" ")} e`);
    const line: fc.Arbitrary<SnapshotLine> = fc.record({
      text,
      from: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
    });
    const snapshot = fc.record(
      Object.fromEntries(SECTIONS.map((section) => [section, fc.array(line, { maxLength: 3 })])),
    ) as unknown as fc.Arbitrary<Snapshot>;
    fc.assert(
      fc.property(snapshot, (given) => {
        const read = readSnapshot(writeSnapshot(given));
        if (snapshotLines(given).length === 0) expect(read).toBeUndefined();
        else expect(read).toEqual(given);
      }),
    );
  });

  test("from anything, without a throw (P4)", () => {
    const piece = fc.constantFrom(
      "<state_snapshot>",
      "</state_snapshot>",
      "<overall_goal>",
      "</key_knowledge>",
      "<scratchpad>",
      "- a",
      "\n",
      "[#1",
      "]",
      "&lt;",
      "x".repeat(500),
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void readSnapshot(pieces.join(""))));
  });
});
