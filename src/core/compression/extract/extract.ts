/**
 * An extractive Snapshot: made on the device, by rules and ranking, without a Model (C9). It has the same seven sections and the same budget.
 *
 * R1 Lines of the ledgers come first, then sentences by worth over their length.
 * R2 Each section has a share of the budget that only it may use; the rest of it goes to the best of all.
 * R3 Lines of an earlier Snapshot compete as the user's words do, and are corrected as these are; those left out are listed first. The fates
 *    of its files go on (earlier-snapshot.ts); a newer plan takes the place of an older one.
 * R4 An extract never takes more than its budget.
 * R5 Sentences of one record that come to stand in one section are one line, under one label.
 */
import { emptySnapshot, writeSnapshot, type Snapshot } from "../../log/snapshot.js";
import { candidatesOf, type LineCandidate } from "./candidates.js";
import { ledgersOf, pathOf, type FileEntry, type FileAction, type Ledgers } from "./ledgers.js";
import { sentencesOf } from "./sentences.js";
import { goneOn, splitEarlier } from "./earlier-snapshot.js";
import { checkAgainstLedgers, STEP } from "./check-against-ledgers.js";
import { labelledText, type LabelledRecord } from "../../context/labelled-record.js";
import { wordsOf } from "../../text/words.js";
import { SECTIONS, type Section, type SnapshotLine, type PlacedLine } from "../../log/snapshot-sections.js";

interface ExtractOptions {
  /** Tokens of the whole Snapshot as it is sent. */
  readonly budget: number;
  readonly count: (text: string) => number;
  /** The Snapshot that stands for earlier records. */
  readonly earlier?: Snapshot;
  /** The subject that the user wants to be kept above all: lines with its words are worth more. */
  readonly focus?: string;
}

export interface Extract {
  readonly snapshot: Snapshot;
  readonly tokens: number;
  /** Lines that were worth considering and did not fit: first those of an earlier Snapshot (R3), then the best. */
  readonly leftOut: readonly PlacedLine[];
  /** Those of them that would have come next, had there been more room. */
  readonly next: readonly PlacedLine[];
}

/** R2 */
const SHARES: Readonly<Record<Section, number>> = {
  overall_goal: 0.06,
  active_constraints: 0.26,
  key_knowledge: 0.3,
  artifact_trail: 0.1,
  file_system_state: 0.08,
  recent_actions: 0.04,
  task_state: 0.1,
};

const LEFT_OUT_SHOWN = 200;
/** Candidates of less worth (a Model saying what it does next) are left out even if there is room; lines of an earlier Snapshot are not. */
const LEAST = 0.2;
const isWorthIt = (each: LineCandidate): boolean => each.value >= LEAST || isEarlier(each);

export function extractSnapshot(
  records: readonly LabelledRecord[],
  { budget, count, earlier, focus }: ExtractOptions,
): Extract {
  const { files, lines } = splitEarlier(earlier);
  const now = ledgersOf(records);
  const ledgers = { ...now, files: goneOn(files, now.files) };
  const established = linesOfEarlier(lines, ledgers);
  const over = lines.filter(({ text }) => !established.some((each) => each.was === text));
  const sentences = candidatesOf(records, { calls: ledgers.calls, focus: focusOf(ledgers), earlier: established });
  const found: readonly LineCandidate[] = [
    ...linesOfLedgers(ledgers),
    ...withGoal(records, sentences.filter(isWorthIt)),
  ];
  const all = focus ? found.map(focusedOn(new Set(wordsOf(focus)))) : found;
  const frame = count(writeSnapshot(emptySnapshot()));
  const ranked = rankedOf(all, count);
  let chosen = choose(ranked, Math.max(0, budget - frame));
  let snapshot = asSnapshot(chosen);
  // The sum of the pieces differs a little from the whole: room that is left is used, then the least worth is taken out until it fits (R4).
  let tokens = count(writeSnapshot(snapshot));
  if (tokens < budget) {
    chosen = choose(ranked, Math.max(0, 2 * budget - frame - tokens));
    snapshot = asSnapshot(chosen);
    tokens = count(writeSnapshot(snapshot));
  }
  const byWorth = [...chosen].toSorted((one, other) => other.value - one.value);
  while (tokens > budget && byWorth.length > 0) {
    for (let over = tokens - budget; over > 0 && byWorth.length > 0;) {
      const least = byWorth.pop()!;
      chosen.delete(least);
      over -= count(least.text);
    }
    snapshot = asSnapshot(chosen);
    tokens = count(writeSnapshot(snapshot));
  }
  const left = all.filter((each) => !chosen.has(each)).toSorted((one, other) => other.value - one.value);
  return {
    snapshot,
    tokens,
    next: left.slice(0, LEFT_OUT_SHOWN).map(placed),
    leftOut: [...over, ...[...left.filter(isEarlier), ...left.filter(isNew)].slice(0, LEFT_OUT_SHOWN).map(placed)],
  };
}

const placed = ({ section, text, from }: LineCandidate): PlacedLine => ({ section, text, from });

/** The more words of the focus a line has, the more it is worth: up to three times as much. */
const focusedOn =
  (wanted: ReadonlySet<string>) =>
  (each: LineCandidate): LineCandidate => {
    const shared = new Set(wordsOf(each.text).filter((word) => wanted.has(word))).size;
    return shared === 0 ? each : { ...each, value: each.value * (1 + (2 * shared) / wanted.size) };
  };

const rankedOf = (all: readonly LineCandidate[], count: (text: string) => number): readonly Sized[] =>
  all
    .map((each) => ({ each, tokens: count(each.text), line: lineOf(each), label: labelTokens(each) }))
    .toSorted((one, other) => rankOf(other) - rankOf(one));

/** Candidates by worth over length: for each section within its own share, then the best of all for the rest (R2). */
function choose(ranked: readonly Sized[], budget: number): Set<LineCandidate> {
  const chosen = new Set<LineCandidate>();
  const begun = new Set<string>();
  /** A sentence that joins a line needs no label of its own (R5). */
  const costOf = ({ line, label, tokens }: Sized) => tokens + (begun.has(line) ? 1 : LINE + label);
  const take = (sized: Sized, most: number): number => {
    const cost = costOf(sized);
    if (cost > most) return 0;
    chosen.add(sized.each);
    if (sized.each.isSentence) begun.add(sized.line);
    return cost;
  };
  let left = budget;
  for (const section of SECTIONS) {
    let share = budget * SHARES[section];
    for (const sized of ranked) {
      if (sized.each.section !== section) continue;
      const taken = take(sized, Math.min(share, left));
      share -= taken;
      left -= taken;
    }
  }
  for (const sized of ranked) if (!chosen.has(sized.each)) left -= take(sized, left);
  return chosen;
}

interface Sized {
  readonly each: LineCandidate;
  readonly tokens: number;
  readonly line: string;
  readonly label: number;
}

/** Tokens of "- ", " [", "]" and the line break. */
const LINE = 4;
/** Each digit is a token. */
const labelTokens = ({ from }: LineCandidate): number => from.reduce((sum, label) => sum + 1 + String(label).length, 0);
const lineOf = ({ section, from }: LineCandidate): string => `${section} ${from.join(" ")}`;

const rankOf = ({ each, tokens, label }: Sized): number => each.value / Math.sqrt(tokens + 10 + LINE + label);

function asSnapshot(chosen: ReadonlySet<LineCandidate>): Snapshot {
  const inOrder = [...chosen].toSorted((one, other) => one.at - other.at);
  const lines = (section: Section): readonly SnapshotLine[] =>
    joined(inOrder.filter((each) => each.section === section));
  return Object.fromEntries(SECTIONS.map((section) => [section, lines(section)])) as unknown as Snapshot;
}

/** R5 */
function joined(inOrder: readonly LineCandidate[]): readonly SnapshotLine[] {
  const lines: SnapshotLine[] = [];
  let before: LineCandidate | undefined;
  for (const each of inOrder) {
    const last = lines.at(-1);
    const isSame = last && before?.isSentence && each.isSentence && lineOf(before) === lineOf(each);
    if (isSame) lines[lines.length - 1] = { ...last, text: last.text + gapBetween(last.text, each.text) + each.text };
    else lines.push({ text: each.text, from: each.from });
    before = each;
  }
  return lines;
}

/** A Chinese or Japanese full stop needs no space; a sentence without an end gets a semicolon. */
const gapBetween = (one: string, other: string): string =>
  /[。！？；…]$/.test(one) ? "" : /[.!?:;,)]$/.test(one) || /^[(–-]/.test(other) ? " " : "; ";

/** The candidates with a goal: the one they have, or the first sentence of the user. */
function withGoal(records: readonly LabelledRecord[], found: readonly LineCandidate[]): readonly LineCandidate[] {
  if (found.some(({ section }) => section === "overall_goal"))
    return found.map((each) =>
      each.section === "overall_goal" ? { ...each, value: Math.max(GOAL, each.value) } : each,
    );
  const first = records.find((each) => each.from === "user" && labelledText(each).trim() !== "");
  const text = first && sentencesOf(labelledText(first))[0]?.text;
  if (!text) return found;
  const goal: LineCandidate = {
    section: "overall_goal",
    text,
    from: [first.label],
    value: GOAL,
    at: -1,
    isSentence: true,
  };
  return [goal, ...found.filter((each) => each.text !== text)];
}

/** The worth of a goal is above that of any other candidate. */
const GOAL = 6;

/** R3: lines of an earlier Snapshot stay in their order, before all others. */
const BEFORE_ALL = -100_000;
const isEarlier = ({ at }: LineCandidate): boolean => at < BEFORE_ALL / 2;
const isNew = (each: LineCandidate): boolean => !isEarlier(each);

function linesOfEarlier(
  lines: readonly PlacedLine[],
  ledgers: Ledgers,
): readonly (LineCandidate & { readonly was: string })[] {
  return lines.flatMap(({ section, text, from }, nth) => {
    if (section === "task_state" && ledgers.plan.length > 0 && STEP.test(text)) return [];
    const checked = checkAgainstLedgers(text, ledgers);
    if (checked === undefined) return [];
    const value = section === "overall_goal" ? GOAL : 2.4;
    return [{ section, text: checked, from, value, at: BEFORE_ALL + nth, was: text }];
  });
}

/** The focus of the candidates: open steps, failing commands, changed files. */
const focusOf = ({ plan, unresolved, files }: Ledgers): readonly string[] => [
  ...plan.filter(({ state }) => state !== "DONE").map(({ text }) => text),
  ...unresolved.map(({ gist, command }) => gist ?? command),
  ...files.filter(({ state }) => state !== "READ").map(({ path }) => path),
];

const RECENT = 6;

function linesOfLedgers({ files, unresolved, commands, plan, calls }: Ledgers): readonly LineCandidate[] {
  const end = Number.MAX_SAFE_INTEGER;
  return [
    ...(["CREATED", "MODIFIED", "DELETED", "READ"] as const).flatMap((state, nth) => folded(files, state, nth)),
    ...files.flatMap(notesLine),
    ...plan.map(({ text, state, from }, nth): LineCandidate => ({
      section: "task_state",
      text: `${nth + 1}. [${state}] ${text}`,
      from: [from],
      value: state === "DONE" ? 1.6 : 4,
      at: end / 2 + nth,
    })),
    ...unresolved.map(({ command, gist, exit, from }, nth): LineCandidate => ({
      section: "task_state",
      text: `Still failing: \`${command.slice(0, 160)}\`${exit === undefined ? "" : ` (exit ${exit})`}${gist ? `: ${gist}` : ""}`,
      from,
      value: 2.5,
      at: end / 4 + nth,
    })),
    ...lastRuns(commands),
    ...calls.slice(-RECENT).map((call, nth): LineCandidate => ({
      section: "recent_actions",
      text: actionText(call),
      from: [call.label],
      value: 0.6 + nth * 0.1,
      at: nth,
    })),
  ];
}

/** Lines for the files of one fate, one for each folder, so that a hundred files take some lines; those changed last are named last. */
function folded(files: readonly FileEntry[], state: FileAction, nth: number): readonly LineCandidate[] {
  const folders = new Map<string, FileEntry[]>();
  for (const file of files) {
    if (file.state !== state) continue;
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf("/")));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, inside]) => {
    const names = inside.map(({ path }) => path.slice(folder === "" ? 0 : folder.length + 1));
    const shown =
      names.length === 1 ? inside[0]!.path : `${folder === "" ? "" : `${folder}/`}{${names.slice(-12).join(", ")}}`;
    return {
      section: "file_system_state",
      text: `${state}: ${shown}`,
      from: inside.slice(-2).flatMap(({ from }) => from.slice(-1)),
      value: state === "READ" ? 0.4 : 1.5,
      at: nth,
    };
  });
}

function notesLine({ path, notes, from }: FileEntry, nth: number): readonly LineCandidate[] {
  const distinct = [...new Set(notes)].slice(-3);
  if (distinct.length === 0) return [];
  return [
    {
      section: "artifact_trail",
      text: `${path}: ${distinct.join("; ").replaceAll(/\s+/g, " ").slice(0, 300)}`,
      from: from.slice(-3),
      value: 1.8,
      at: nth,
    },
  ];
}

/** Lines for the last successful run of each command, such as tests and builds. */
function lastRuns(commands: Ledgers["commands"]): readonly LineCandidate[] {
  const last = new Map<string, Ledgers["commands"][number]>();
  for (const entry of commands) if (!entry.isFailed && entry.gist) last.set(entry.command, entry);
  return [...last.values()].slice(-6).map(({ command, gist, from }, nth) => ({
    section: "artifact_trail",
    text: `\`${command.slice(0, 120)}\` → ${gist}`,
    from,
    value: 0.9,
    at: 10_000 + nth,
  }));
}

function actionText(call: Parameters<typeof pathOf>[0]): string {
  const about =
    pathOf(call) ??
    [call.args.command, call.args.pattern, call.args.query, call.args.url].find((each) => typeof each === "string");
  const ended = call.result?.failed ? ` → failed: ${call.result.text.split("\n")[0]!.slice(0, 100)}` : "";
  return `${call.name}${about ? ` ${String(about).replaceAll(/\s+/g, " ").slice(0, 120)}` : ""}${ended}`;
}
