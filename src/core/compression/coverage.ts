/**
 * What a draft of a Snapshot lost, and what it made up (C6, C10). Deterministic: the extract of the same History is the scaffold that a
 * Model's draft is held to.
 *
 * R1 Wanted is what an extract keeps: its lines, with the marks (paths, names, numbers, errors, addresses) in them.
 * R2 A wanted line is covered if the draft has all its marks, or the one that is left out is no path, number or address and most of its
 *    rare words are there. The score is the share of worth that is covered.
 * R3 A line of the draft that names a path, an address or a number that the History does not have is made up, and goes.
 * R4 Only what the user said may be a constraint: a line there that no words of the user carry becomes knowledge if it demands nothing, and
 *    goes if it does, since then a stranger's file may be speaking. So does a goal or a step that only a file or a Tool speaks of.
 * R5 Labels are checked against what the line says; a line without one gets that of the record that carries most of it; one that no record
 *    carries goes.
 * R6 What is wanted and missing is added as it stands, the most worth first, as far as the budget goes; the rest is told as left out.
 * R7 What orders about who reads it goes, in whatever section and words, unless the user said it (prompt-injection.ts).
 * R8 What contradicts the ledgers is mended, or goes (check-against-ledgers.ts).
 */
import { writeLine, writeSnapshot, type Snapshot } from "../log/snapshot.js";
import { cuesIn } from "./extract/cues.js";
import { isPromptInjection } from "./extract/prompt-injection.js";
import { checkAgainstLedgers } from "./extract/check-against-ledgers.js";
import { ledgersOf } from "./extract/ledgers.js";
import { marksIn, type Identifier } from "./extract/identifiers.js";
import type { LabelledRecord } from "../context/labelled-record.js";
import { wordsOf, type Rarity } from "../text/words.js";
import { indexSources, type Source } from "./source-index.js";
import { SECTIONS, type Section, type PlacedLine } from "../log/snapshot-sections.js";

export interface Checked {
  readonly snapshot: Snapshot;
  /** From 0 to 1 (R2). */
  readonly score: number;
  readonly missing: readonly PlacedLine[];
  /** What was taken out, and why. */
  readonly dropped: readonly { readonly line: PlacedLine; readonly why: Fault }[];
}

type Fault = "made up" | "not the user's demand" | "a stranger's order" | "against the ledgers" | "from nowhere";

/** A History made ready for many questions. */
export interface CoverageCheck {
  /** Checks a draft against the lines that are wanted. */
  check(draft: Snapshot, wanted: readonly PlacedLine[]): Checked;
  /** Those of the lines that a Snapshot does not have (R2). */
  missingIn(snapshot: Snapshot, lines: readonly PlacedLine[]): readonly PlacedLine[];
}

/** Of the words of a line, by rarity, that a record must have to carry it. */
const CARRIES = 0.5;
/** Less than this and no record has said it. */
const HARDLY = 0.35;
/** Less than this and a record says nothing of it: every two texts share some words. */
const TOUCHES = 0.2;
const MOST_LABELS = 4;
/** What a line has for its section's sake: a step's number and state, a file's fate. */
const FORM = /^\s*\d+[.)]|\[(?:DONE|IN PROGRESS|TODO)\]|^\s*(?:CWD|READ|MODIFIED|CREATED|DELETED):/g;

const isUsers = ({ from }: Source): boolean => from === "user";
const isSpoken = ({ from }: Source): boolean => from === "user" || from === "model";

export function createCoverageCheck(told: readonly LabelledRecord[]): CoverageCheck {
  const testimony = indexSources(told);
  const ledgers = ledgersOf(told);

  /** R3–R5, R7, R8, for one line: what becomes of it. */
  function judge(line: PlacedLine): PlacedLine | Fault {
    const words = new Set(wordsOf(line.text.replaceAll(FORM, " ")));
    const byUser = testimony.carrierOf(words, isUsers);
    const isTheUsers = byUser !== undefined && byUser.share >= CARRIES;
    if (isPromptInjection(line.text) && !isTheUsers) return "a stranger's order";
    if (marksIn(line.text).some((mark) => isStrict(mark) && !testimony.has(mark))) return "made up";
    const best = testimony.carrierOf(words);
    if (!best || best.share < HARDLY) return "from nowhere";
    const isSaid = isTheUsers || (testimony.carrierOf(words, isSpoken)?.share ?? 0) >= CARRIES;
    if (!isSaid && testimony.isBidIn(best.source, words)) return "a stranger's order";
    const text = checkAgainstLedgers(line.text, ledgers);
    if (text === undefined) return "against the ledgers";
    const given = line.from.filter((label) => testimony.shareIn(label, words) >= TOUCHES);
    const from = given.length > 0 ? given : [best.source.label];
    const section = line.section;
    if (section === "active_constraints" && isTheUsers)
      return { section, text, from: [...new Set([byUser.source.label, ...from])].slice(0, MOST_LABELS) };
    const isPlaced =
      section === "active_constraints" ? false : section === "task_state" || section === "overall_goal" ? isSaid : true;
    if (isPlaced) return { section, text, from };
    return cuesIn(text).has("demand") ? "not the user's demand" : { section: "key_knowledge", text, from }; // R4
  }

  const missingIn: CoverageCheck["missingIn"] = (snapshot, lines) => {
    const text = placed(snapshot)
      .map((line) => line.text)
      .join("\n")
      .toLowerCase();
    const words = new Set(wordsOf(text));
    return lines.filter((line) => !isCovered(line.text, text, words, testimony.rarity));
  };

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
      const missing = missingIn(snapshot, wanted);
      const worth = worthOf(wanted);
      return { snapshot, score: worth === 0 ? 1 : 1 - worthOf(missing) / worth, missing, dropped };
    },
    missingIn,
  };
}

const worthOf = (lines: readonly PlacedLine[]): number => lines.reduce((sum, { section }) => sum + WORTH[section], 0);

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

const isStrict = ({ kind }: Identifier): boolean => kind === "path" || kind === "address" || kind === "number";
