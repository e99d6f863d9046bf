/**
 * The coverage check finds what a Model's draft of a Snapshot lost and what it made up (C6, C10). It is deterministic: the draft is
 * compared with the extract of the same History. A record carries a line if it has most of the line's rare words.
 *
 * R1 Wanted lines are those that an extract keeps, with the marks (paths, names, numbers, errors, addresses) in them.
 * R2 A wanted line is covered if the draft has all its marks, or the one that is left out is no path, number or address and most of its
 *    rare words are there. The score is the share of worth that is covered.
 * R3 A line of the draft that names a path, an address or a number that the History does not have is made up, and is dropped.
 * R4 Only the user's words may be a constraint: a line there that no words of the user carry becomes knowledge if it demands nothing, and
 *    is dropped if it does, since it may come from a file. So is a goal or a step that only files or Tools carry.
 * R5 Labels are checked against the words of the line; a line without one gets that of the record that carries most of it; one that no
 *    record carries is dropped.
 * R6 Wanted lines that are missing are added unchanged, the most worth first, as far as the budget goes; the rest is listed as left out.
 * R7 A line that gives orders to its reader is dropped, in whatever section and words, unless the user said it (prompt-injection.ts).
 * R8 A line that contradicts the ledgers is corrected or dropped (check-against-ledgers.ts).
 */
import { emptySnapshot, snapshotLines, withLines, writeLine, writeSnapshot, type Snapshot } from "../log/snapshot.js";
import { cuesIn } from "./extract/cues.js";
import { isPromptInjection } from "./extract/prompt-injection.js";
import { checkAgainstLedgers } from "./extract/check-against-ledgers.js";
import { ledgersOf } from "./extract/ledgers.js";
import { marksIn, type Identifier } from "./extract/identifiers.js";
import type { LabelledRecord } from "../context/labelled-record.js";
import { wordsOf, type Rarity } from "../text/words.js";
import { indexSources, type Source } from "./source-index.js";
import type { Section, PlacedLine } from "../log/snapshot-sections.js";

export interface Checked {
  readonly snapshot: Snapshot;
  /** From 0 to 1 (R2). */
  readonly score: number;
  readonly missing: readonly PlacedLine[];
  readonly dropped: readonly { readonly line: PlacedLine; readonly why: Fault }[];
}

type Fault = "made up" | "not the user's demand" | "a stranger's order" | "against the ledgers" | "from nowhere";

export interface CoverageCheck {
  check(draft: Snapshot, wanted: readonly PlacedLine[]): Checked;
  /** Those of the lines that the Snapshot does not cover (R2). */
  missingIn(snapshot: Snapshot, lines: readonly PlacedLine[]): readonly PlacedLine[];
}

/** The share of a line's words, by rarity, that a record must have to carry it. */
const CARRIES = 0.5;
/** A line with a smaller share in every record comes from none of them. */
const HARDLY = 0.35;
/** A record with a smaller share is no source of the line: every two texts share some words. */
const TOUCHES = 0.2;
const MOST_LABELS = 4;
/** The words that a line has because of its section: a step's number and state, a file's fate. */
const FORM = /^\s*\d+[.)]|\[(?:DONE|IN PROGRESS|TODO)\]|^\s*(?:CWD|READ|MODIFIED|CREATED|DELETED):/g;

const isUsers = ({ from }: Source): boolean => from === "user";
const isSpoken = ({ from }: Source): boolean => from === "user" || from === "model";

export function createCoverageCheck(records: readonly LabelledRecord[]): CoverageCheck {
  const sources = indexSources(records);
  const ledgers = ledgersOf(records);

  /** The line as it is kept, or the reason why it is dropped: R3–R5, R7, R8. */
  function judge(line: PlacedLine): PlacedLine | Fault {
    const words = new Set(wordsOf(line.text.replaceAll(FORM, " ")));
    const byUser = sources.carrierOf(words, isUsers);
    const isTheUsers = byUser !== undefined && byUser.share >= CARRIES;
    if (isPromptInjection(line.text) && !isTheUsers) return "a stranger's order";
    if (marksIn(line.text).some((mark) => isStrict(mark) && !sources.has(mark))) return "made up";
    const best = sources.carrierOf(words);
    if (!best || best.share < HARDLY) return "from nowhere";
    const isSaid = isTheUsers || (sources.carrierOf(words, isSpoken)?.share ?? 0) >= CARRIES;
    if (!isSaid && sources.hasOrderIn(best.source, words)) return "a stranger's order";
    const text = checkAgainstLedgers(line.text, ledgers);
    if (text === undefined) return "against the ledgers";
    const given = line.from.filter((label) => sources.shareIn(label, words) >= TOUCHES);
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
    const text = snapshotLines(snapshot)
      .map((line) => line.text)
      .join("\n")
      .toLowerCase();
    const words = new Set(wordsOf(text));
    return lines.filter((line) => !isCovered(line.text, text, words, sources.rarity));
  };

  return {
    check(draft, wanted) {
      const kept: PlacedLine[] = [];
      const dropped: Checked["dropped"][number][] = [];
      for (const line of snapshotLines(draft)) {
        const judged = judge(line);
        if (typeof judged === "string") dropped.push({ line, why: judged });
        else kept.push(judged);
      }
      const snapshot = withLines(emptySnapshot(), kept);
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
  return { snapshot: withLines(checked.snapshot, added), leftOut };
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
