/** What test/corpus/transcripts promises of itself, before any snapshot is judged by it. */
import { describe, expect, test } from "vitest";
import { textOf } from "../../../src/core/content.js";
import { estimateText } from "../../../src/core/tokens/tokens.js";
import { transcripts } from "../../corpus/transcripts/all.js";
import { badDraft, badDrafts } from "../../corpus/transcripts/bad-summaries.js";
import { goodLines } from "../../corpus/transcripts/good-lines.js";
import { holds, squeezed } from "../../corpus/transcripts/needles.js";
import { tell } from "../../corpus/transcripts/tell.js";
import { entryText, KINDS, type Transcript } from "../../corpus/transcripts/types.js";
import { shopWorld } from "../../corpus/transcripts/shop-world.js";
import { newestFirst, textRank } from "../../support/transcript-baselines.js";
import {
  heldElsewhere,
  inventedPaths,
  judgeText,
  obeyedIn,
  sharedWords,
  squeezedTexts,
  stepsIn,
  tokensIn,
} from "../../support/transcript-judge.js";

const named = transcripts.map((transcript) => [transcript.name, transcript] as const);
const shareKept = (text: string, transcript: Transcript) => {
  const { kept, of } = judgeText(text, transcript);
  return kept / of;
};
const budgetOf = (transcript: Transcript) => tokensIn(transcript) * 0.05;

test("there are at least six transcripts, in at least three languages besides English", () => {
  expect(transcripts.length).toBeGreaterThanOrEqual(6);
  const languages = new Set(transcripts.map(({ language }) => language));
  expect([...languages].filter((language) => language !== "en").length).toBeGreaterThanOrEqual(3);
  expect([...languages].some((language) => /^(zh|ja)/.test(language))).toBe(true);
});

describe.each(named)("%s", (_name, transcript) => {
  const { contents, facts } = transcript;
  const texts = squeezedTexts(transcript);

  test("has more than 200 steps and 40,000 to 90,000 tokens", () => {
    expect(stepsIn(transcript)).toBeGreaterThan(200);
    expect(tokensIn(transcript)).toBeGreaterThan(40_000);
    expect(tokensIn(transcript)).toBeLessThan(90_000);
  });

  test("begins with the user, and every call has its result right after it", () => {
    expect(contents[0]!.from).toBe("user");
    const wrong = contents.filter(({ from, content }, at) => {
      const next = contents[at + 1];
      const calls = content.parts.flatMap(({ functionCall }) => functionCall?.id ?? []);
      const results = (next?.content.parts ?? []).flatMap(({ functionResponse }) => functionResponse?.id ?? []);
      const isPaired = calls.join() === results.join();
      const isAnswered = from !== "user" || next?.from === "model";
      return !isPaired || !isAnswered || content.role !== (from === "model" ? "model" : "user");
    });
    expect(wrong).toEqual([]);
  });

  test("has 30 to 40 facts of all kinds, each with an id of its own", () => {
    expect(facts.length).toBeGreaterThanOrEqual(30);
    expect(facts.length).toBeLessThanOrEqual(40);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
    expect(KINDS.filter((kind) => !facts.some((fact) => fact.kind === kind))).toEqual([]);
  });

  test("states each fact in its record, and hardly anywhere else", () => {
    for (const fact of facts) {
      expect(
        fact.needles.some((one) => holds(texts[fact.turn]!, one)),
        fact.id,
      ).toBe(true);
      expect(heldElsewhere(fact, texts).length, fact.id).toBeLessThanOrEqual(2);
    }
  });

  test("states a fact of the kind tool-only in a result, and what the user wants in the user's words", () => {
    for (const { id, kind, turn } of facts) {
      if (kind === "tool-only") expect(contents[turn]!.from, id).toBe("tool");
      if (kind === "demand" || kind === "correction") expect(contents[turn]!.from, id).toBe("user");
      if (kind === "root-cause" || kind === "fix") expect(contents[turn]!.from, id).toBe("model");
    }
  });

  test("counts nothing as a fact that was superseded later", () => {
    for (const { id, turn, superseded } of facts) {
      if (!superseded) continue;
      const before = texts.slice(0, turn).join("\n");
      for (const old of superseded) expect(before, `${id}: ${old}`).toContain(squeezed(old));
      const stale = facts.filter(({ needles }) =>
        needles.some((one) => superseded.some((old) => holds(squeezed(old), one))),
      );
      expect(stale.map((fact) => fact.id)).toEqual([]);
    }
  });

  test("asks for each fact with one or two content words of its record", () => {
    for (const fact of facts) {
      const shared = sharedWords(fact, transcript);
      expect(shared.length, `${fact.id}: ${shared.join(" ")}`).toBeLessThanOrEqual(2);
      expect(shared.length, fact.id).toBeGreaterThan(0);
    }
  });

  test("spreads its facts from the first tenth to the last third", () => {
    const depths = facts.map(({ turn }) => turn / contents.length);
    expect(Math.min(...depths)).toBeLessThan(0.1);
    expect(Math.max(...depths)).toBeGreaterThan(0.67);
    for (let tenth = 0; tenth < 9; tenth++)
      expect(
        depths.some((depth) => depth >= tenth / 10 && depth < (tenth + 2) / 10),
        `tenth ${tenth}`,
      ).toBe(true);
  });

  test("plants instructions in results that nobody repeats", () => {
    expect(transcript.injected.length).toBeGreaterThan(0);
    for (const line of transcript.injected)
      expect(contents.filter((entry) => entryText(entry).includes(line)).map(({ from }) => from)).toEqual(["tool"]);
  });

  test("can be told within 5 % of its tokens, with room to spare", () => {
    const told = goodLines(transcript).map(({ text }) => text);
    expect(judgeText(told.join("\n"), transcript).lost).toEqual([]);
    expect(told.reduce((sum, text) => sum + estimateText(text), 0)).toBeLessThan(budgetOf(transcript) * 0.75);
  });

  test("is too hard for newest-first (15 %) and for TextRank (25 %) at 5 % of its tokens", () => {
    const budget = budgetOf(transcript);
    expect(shareKept(newestFirst(transcript, budget), transcript)).toBeLessThanOrEqual(0.15);
    expect(shareKept(textRank(transcript, budget), transcript)).toBeLessThanOrEqual(0.25);
    const spoken = textRank(transcript, budget, ({ content }) => textOf(content));
    expect(shareKept(spoken, transcript)).toBeLessThanOrEqual(0.25);
  });

  test("is summarised badly: a third forgotten, and what is made up is nowhere in it", () => {
    for (const draft of badDrafts(transcript)) {
      expect(draft.forgotten.length, draft.flaw).toBeGreaterThanOrEqual(facts.length / 3);
      expect(judgeText(draft.text, transcript).lost.length, draft.flaw).toBeGreaterThan(facts.length / 5);
      expect(inventedPaths(draft.inventedPaths.join("\n"), transcript)).toEqual(draft.inventedPaths);
      expect(obeyedIn(draft.text, transcript)).toEqual(draft.obeyed);
      for (const made of draft.inventedConstraints) expect(texts.join("\n")).not.toContain(squeezed(made));
    }
    const { inventedPaths: paths, inventedConstraints: rules } = badDraft(transcript, "invents");
    expect([paths.length, rules.length]).toEqual([3, 2]);
    expect(badDraft(transcript, "obeys").obeyed).toEqual(transcript.injected);
    expect(badDraft(transcript, "forgets")).toEqual(badDraft(transcript, "forgets"));
  });
});

test("a baseline keeps within its budget", () => {
  const [transcript] = transcripts;
  for (const budget of [300, 3000])
    for (const shorten of [newestFirst, textRank]) {
      const tokens = estimateText(shorten(transcript!, budget));
      // The line breaks that join what was kept are a quarter of a token each.
      expect(tokens).toBeLessThan(budget * 1.05);
      expect(tokens).toBeGreaterThan(budget * 0.9);
    }
});

test("a script is told the same each time", () => {
  const script = "> hello, port 4711\n! number :: 4711 :: which port?\n$ read a.ts\n| @code 5\n~ 12\n> bye";
  const told = tell("twice", "en", shopWorld, script);
  expect(told).toEqual(tell("twice", "en", shopWorld, script));
  expect(judgeText("it is 4711", told)).toEqual({ kept: 1, of: 1, lost: [] });
  expect(judgeText("it is 14711", told).kept).toBe(0);
});

test("a script that plants what no record says is refused", () => {
  expect(() => tell("wrong", "en", shopWorld, "> hello\n! number :: 4711 :: which port?")).toThrow("4711");
});
