/**
 * What a draft of a Snapshot lost, and what it made up (C6, C10). Deterministic: the extract of the same History is the scaffold that a
 * Model's draft is held to.
 *
 * R1 Wanted is what an extract keeps: its lines, with the marks (paths, names, numbers, errors, addresses) in them.
 * R2 A wanted line is covered if the draft has all its marks, or the one that is left out is no path, number or address and most of its
 *    rare words are there. The score is the share of worth that is covered.
 * R3 A line of the draft that names a path, an address, a number or a name of code that the History does not have is made up, and goes.
 * R4 Only what the user said may be a constraint: a line there that no words of the user carry becomes knowledge if it demands nothing, and
 *    goes if it does, since then a stranger's file may be speaking.
 * R5 Labels are checked against what the line says; a line without one gets that of the record that carries most of it; one that no record
 *    carries goes.
 * R6 What is wanted and missing is added as it stands, the most worth first, as far as the budget goes; the rest is told as left out.
 */
import type { PlacedLine } from "./compression.js";
import { SECTIONS, writeLine, writeSnapshot, type Section, type Snapshot } from "./snapshot.js";
import { cuesIn } from "./extract/cues.js";
import { marksIn, type Mark } from "./extract/marks.js";
import { resultOf, textOf, type Told } from "./extract/told.js";
import { Rarity, wordsOf } from "./extract/words.js";

export interface Checked {
  readonly snapshot: Snapshot;
  /** From 0 to 1 (R2). */
  readonly score: number;
  readonly missing: readonly PlacedLine[];
  /** What was taken out, and why. */
  readonly dropped: readonly {
    readonly line: PlacedLine;
    readonly why: "made up" | "not the user's demand" | "from nowhere";
  }[];
}

/** A History made ready for many questions. */
export interface Witness {
  /** Checks a draft against the lines that are wanted. */
  check(draft: Snapshot, wanted: Snapshot): Checked;
}

interface Source {
  readonly label: number;
  readonly from: Told["from"];
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

/** Of the words of a line, by rarity, that a record must have to carry it. */
const CARRIES = 0.5;
const MOST_TEXT = 60_000;

export function createWitness(told: readonly Told[]): Witness {
  const sources = told.filter(({ from }) => from !== "app").map(sourceOf);
  const rarity = new Rarity();
  for (const { words } of sources) rarity.add(words);
  const everything = sources
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
  const bySomeWord = new Map<string, Source[]>();
  for (const source of sources) {
    for (const word of source.words) {
      const carriers = bySomeWord.get(word);
      if (carriers) carriers.push(source);
      else bySomeWord.set(word, [source]);
    }
  }

  const carriedBy = (words: ReadonlySet<string>, of: (source: Source) => boolean = () => true) => {
    const whole = [...words].reduce((sum, word) => sum + rarity.of(word), 0);
    const shares = new Map<Source, number>();
    for (const word of words) {
      for (const source of bySomeWord.get(word) ?? []) shares.set(source, (shares.get(source) ?? 0) + rarity.of(word));
    }
    let best: { readonly source: Source; readonly share: number } | undefined;
    for (const [source, sum] of shares) {
      const share = whole === 0 ? 0 : sum / whole;
      if (of(source) && share > (best?.share ?? 0)) best = { source, share };
    }
    return best;
  };

  /** R3–R5, for one line: what becomes of it. */
  function judge(line: PlacedLine): PlacedLine | Checked["dropped"][number]["why"] {
    if (marksIn(line.text).some((mark) => isStrict(mark) && !everything.includes(mark.text.toLowerCase())))
      return "made up";
    const words = new Set(wordsOf(line.text));
    const best = carriedBy(words);
    if (!best || best.share < CARRIES * 0.7) return "from nowhere";
    const isTrue = (label: number) => {
      const source = sources.find((each) => each.label === label);
      return source !== undefined && [...words].some((word) => source.words.has(word));
    };
    const given = line.from.filter(isTrue);
    const from = given.length > 0 ? given : [best.source.label];
    if (line.section !== "active_constraints") return { ...line, from };
    const byUser = carriedBy(words, (source) => source.from === "user");
    if (byUser && byUser.share >= CARRIES)
      return { ...line, from: [...new Set([byUser.source.label, ...from])].slice(0, 4) };
    return cuesIn(line.text).has("demand") ? "not the user's demand" : { ...line, section: "key_knowledge", from };
  }

  return {
    check(draft, wanted) {
      const kept: PlacedLine[] = [];
      const dropped: Checked["dropped"][number][] = [];
      for (const line of placed(draft)) {
        const judged = judge(line);
        if (typeof judged === "string") dropped.push({ line, why: judged });
        else kept.push(judged);
      }
      const snapshot = asSnapshot(kept);
      const text = kept
        .map((line) => line.text)
        .join("\n")
        .toLowerCase();
      const words = new Set(wordsOf(text));
      let worth = 0;
      let covered = 0;
      const missing: PlacedLine[] = [];
      for (const line of placed(wanted)) {
        const each = WORTH[line.section];
        worth += each;
        if (isCovered(line.text, text, words, rarity)) covered += each;
        else missing.push(line);
      }
      return { snapshot, score: worth === 0 ? 1 : covered / worth, missing, dropped };
    },
  };
}

/** R6 */
export function complete(
  checked: Checked,
  { budget, count }: { readonly budget: number; readonly count: (text: string) => number },
): { readonly snapshot: Snapshot; readonly leftOut: readonly PlacedLine[] } {
  let room = budget - count(writeSnapshot(checked.snapshot));
  const added: PlacedLine[] = [];
  const leftOut: PlacedLine[] = [];
  for (const line of checked.missing.toSorted((one, other) => WORTH[other.section] - WORTH[one.section])) {
    const tokens = count(writeLine(line)) + 1;
    if (tokens > room) leftOut.push(line);
    else {
      added.push(line);
      room -= tokens;
    }
  }
  return { snapshot: asSnapshot([...placed(checked.snapshot), ...added]), leftOut };
}

const WORTH: Readonly<Record<Section, number>> = {
  overall_goal: 3,
  active_constraints: 3,
  key_knowledge: 2,
  task_state: 2,
  artifact_trail: 1.5,
  file_system_state: 1,
  recent_actions: 0.3,
};

const placed = (snapshot: Snapshot): readonly PlacedLine[] =>
  SECTIONS.flatMap((section) => snapshot[section].map((line) => ({ ...line, section })));

const asSnapshot = (lines: readonly PlacedLine[]): Snapshot =>
  Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      lines.filter((line) => line.section === section).map(({ text, from }) => ({ text, from })),
    ]),
  ) as unknown as Snapshot;

function isCovered(line: string, text: string, words: ReadonlySet<string>, rarity: Rarity): boolean {
  const lost = marksIn(line).filter((mark) => !text.includes(mark.text.toLowerCase()));
  if (lost.some(isStrict) || lost.length > 1) return false;
  let whole = 0;
  let there = 0;
  for (const word of new Set(wordsOf(line))) {
    whole += rarity.of(word);
    if (words.has(word)) there += rarity.of(word);
  }
  return whole === 0 || there / whole >= 0.6;
}

const isStrict = ({ kind }: Mark): boolean => kind === "path" || kind === "address" || kind === "number";

function sourceOf(each: Told): Source {
  const results = each.content.parts.flatMap(({ functionResponse, functionCall }) => [
    ...(functionResponse ? [resultOf(functionResponse).text.slice(0, MOST_TEXT)] : []),
    ...(functionCall ? [`${functionCall.name} ${JSON.stringify(functionCall.args ?? {}).slice(0, MOST_TEXT)}`] : []),
  ]);
  const text = [textOf(each), ...results].join("\n");
  return { label: each.label, from: each.from, text, words: new Set(wordsOf(text)) };
}
