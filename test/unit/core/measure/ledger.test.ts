import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLedger, LEDGER_KINDS, type Ledger, type LedgerEntry } from "../../../../src/core/measure/ledger.js";
import { weighedAs } from "../../../support/histories.js";

const entry = (kind: LedgerEntry["kind"], id: string, tokens: number, exact = true): LedgerEntry => ({
  kind,
  id,
  tokens,
  exact,
});
const shares = (ledger: Ledger) =>
  Object.fromEntries(ledger.totals(1_000).kinds.flatMap(({ kind, tokens }) => (tokens === 0 ? [] : [[kind, tokens]])));

test("T5 says who takes what of the limit", () => {
  const ledger = createLedger();
  ledger.put(entry("system", "prompt", 100));
  ledger.put(entry("memory", "~/.gemini/GEMINI.md", 30));
  ledger.put(entry("memory", "GEMINI.md", 20));
  ledger.putContent("1", weighedAs("u", 50));
  ledger.putContent("2", weighedAs("r", 200));
  ledger.putContent("3", weighedAs("u", 100), "pending");
  expect(shares(ledger)).toEqual({ system: 100, memory: 50, history: 50, results: 200, pending: 100 });
  expect(ledger.totals(1_000)).toMatchObject({ tokens: 500, limit: 1_000, percent: 50, source: "exact" });
  expect([...ledger.entries("memory")].map(({ id, tokens }) => [id, tokens])).toEqual([
    ["~/.gemini/GEMINI.md", 30],
    ["GEMINI.md", 20],
  ]);
});

test("T5 a Content that was pending and is sent moves, and is counted once", () => {
  const ledger = createLedger();
  ledger.putContent("1", weighedAs("r", 80), "pending");
  expect(shares(ledger)).toEqual({ pending: 80 });
  ledger.putContent("1", weighedAs("r", 80));
  expect(shares(ledger)).toEqual({ results: 80 });
  ledger.removeContent("1");
  expect(shares(ledger)).toEqual({});
});

test("T5 a Content of results and words is in both places", () => {
  const ledger = createLedger();
  ledger.putContent("1", { ...weighedAs("r", 80), tokens: 100 });
  expect(shares(ledger)).toEqual({ history: 20, results: 80 });
});

describe("R3 the source", () => {
  const ledger = createLedger();
  const source = () => ledger.totals(1_000).source;

  test("one estimate makes it an estimate", () => {
    ledger.put(entry("system", "prompt", 100));
    expect(source()).toBe("exact");
    ledger.put(entry("tools", "glob", 10, false));
    expect(source()).toBe("estimate");
    ledger.put(entry("tools", "glob", 12, true));
    expect(source()).toBe("exact");
  });
  test("a server's count is the total, and the difference overhead", () => {
    ledger.put(entry("overhead", "expected", 4, false));
    ledger.settle(150);
    expect(source()).toBe("server");
    expect(shares(ledger)).toEqual({ system: 100, tools: 12, overhead: 38 });
  });
  test("until an entry changes", () => {
    ledger.putContent("1", weighedAs("m", 7));
    expect(source()).toBe("exact");
    expect(ledger.tokens()).toBe(157);
  });
});

test("R1 the entries add up to the total, whatever was put, replaced, removed or settled", () => {
  const anyId = fc.constantFrom("a", "b", "c");
  const anyKind = fc.constantFrom(...LEDGER_KINDS);
  const anyStep = fc.oneof(
    fc.tuple(anyKind, anyId, fc.nat(1_000), fc.boolean()).map(
      ([kind, id, tokens, exact]) =>
        (ledger: Ledger) =>
          ledger.put(entry(kind, id, tokens, exact)),
    ),
    fc
      .tuple(
        anyId,
        fc.nat(1_000),
        fc.constantFrom("u", "m", "c", "r"),
        fc.constantFrom("history", "snapshot", "pending"),
      )
      .map(
        ([id, tokens, as, kind]) =>
          (ledger: Ledger) =>
            ledger.putContent(id, weighedAs(as as "u", tokens), kind as "history"),
      ),
    fc.tuple(anyKind, anyId).map(
      ([kind, id]) =>
        (ledger: Ledger) =>
          ledger.remove(kind, id),
    ),
    anyId.map((id) => (ledger: Ledger) => ledger.removeContent(id)),
    anyKind.map((kind) => (ledger: Ledger) => ledger.clear(kind)),
    fc.nat(9_000).map((counted) => (ledger: Ledger) => ledger.settle(counted)),
  );
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const ledger = createLedger();
      for (const step of steps) step(ledger);
      const entries = LEDGER_KINDS.flatMap((kind) => [...ledger.entries(kind)]);
      const { tokens, kinds, source } = ledger.totals(1_000);
      expect(entries.reduce((sum, each) => sum + each.tokens, 0)).toBe(tokens);
      expect(kinds.reduce((sum, each) => sum + each.tokens, 0)).toBe(tokens);
      for (const share of kinds)
        expect([...ledger.entries(share.kind)].reduce((sum, each) => sum + each.tokens, 0)).toBe(share.tokens);
      if (source === "exact") expect(entries.every((each) => each.exact || each.tokens === 0)).toBe(true);
    }),
  );
});
