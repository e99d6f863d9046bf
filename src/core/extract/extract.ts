/**
 * An extractive Snapshot: made on the device, by rules and ranking, without a Model (C9). Same seven sections, same budget.
 *
 * R1 Ledgers first (what was done, exactly), then sentences by worth over their length.
 * R2 Each section has a share of the budget that only it may use; what it leaves over goes to the best of all.
 * R3 Lines of an earlier Snapshot compete as the user's words do; what is left out of them is told.
 * R4 It never takes more than its budget.
 */
import { SECTIONS, writeLine, writeSnapshot, type Section, type Snapshot, type SnapshotLine } from "../snapshot.js";
import { candidatesOf, type Candidate } from "./candidates.js";
import { ledgersOf, pathOf, type FileEntry, type FileState, type Ledgers } from "./ledgers.js";
import { textOf, type Told } from "./told.js";
import { wordsOf } from "./words.js";

export interface ExtractOptions {
  /** Tokens of the whole Snapshot as it is sent. */
  readonly budget: number;
  readonly count: (text: string) => number;
  /** The Snapshot that stands for what was before. */
  readonly earlier?: Snapshot;
  /** What the user wants to be kept above all: lines that speak of it are worth more. */
  readonly focus?: string;
}

export interface Extract {
  readonly snapshot: Snapshot;
  readonly tokens: number;
  /** Lines that were worth considering and did not fit, the best first. */
  readonly leftOut: readonly (SnapshotLine & { readonly section: Section })[];
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
/** What is worth less stays out though there be room: a Model saying what it is about to do. */
const LEAST = 0.2;

export function extractSnapshot(told: readonly Told[], { budget, count, earlier, focus }: ExtractOptions): Extract {
  const ledgers = ledgersOf(told);
  const found: readonly Candidate[] = [
    ...goalOf(told),
    ...linesOfEarlier(earlier),
    ...linesOfLedgers(ledgers),
    ...candidatesOf(told, ledgers.calls, focusOf(ledgers)).filter(({ value }) => value >= LEAST),
  ];
  const all = focus ? found.map(focusedOn(new Set(wordsOf(focus)))) : found;
  const frame = count(
    writeSnapshot(Object.fromEntries(SECTIONS.map((section) => [section, []])) as unknown as Snapshot),
  );
  const chosen = choose(all, Math.max(0, budget - frame), count);
  let snapshot = asSnapshot(chosen);
  // Counted line by line the whole comes out a little lower or higher: the least worth goes until it fits (R4).
  const byWorth = [...chosen].toSorted((one, other) => one.value - other.value);
  let tokens = count(writeSnapshot(snapshot));
  while (tokens > budget && byWorth.length > 0) {
    chosen.delete(byWorth.shift()!);
    snapshot = asSnapshot(chosen);
    tokens = count(writeSnapshot(snapshot));
  }
  const leftOut = all
    .filter((each) => !chosen.has(each))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, LEFT_OUT_SHOWN)
    .map(({ section, text, from }) => ({ section, text, from }));
  return { snapshot, tokens, leftOut };
}

/** A word in common is a hint, all of them are what was asked for. */
const focusedOn =
  (wanted: ReadonlySet<string>) =>
  (each: Candidate): Candidate => {
    const shared = new Set(wordsOf(each.text).filter((word) => wanted.has(word))).size;
    return shared === 0 ? each : { ...each, value: each.value * (1 + (2 * shared) / wanted.size) };
  };

/** By worth over length; a section's own share first, then the best of all for what is left. */
function choose(all: readonly Candidate[], budget: number, count: (text: string) => number): Set<Candidate> {
  const sized = all.map((each) => ({ each, tokens: count(writeLine(each)) + 1 }));
  const ranked = sized.toSorted((one, other) => rankOf(other) - rankOf(one));
  const chosen = new Set<Candidate>();
  let left = budget;
  for (const section of SECTIONS) {
    let share = budget * SHARES[section];
    for (const { each, tokens } of ranked) {
      if (each.section !== section || tokens > share || tokens > left) continue;
      chosen.add(each);
      share -= tokens;
      left -= tokens;
    }
  }
  for (const { each, tokens } of ranked) {
    if (chosen.has(each) || tokens > left) continue;
    chosen.add(each);
    left -= tokens;
  }
  return chosen;
}

const rankOf = ({ each, tokens }: { readonly each: Candidate; readonly tokens: number }): number =>
  each.value / Math.sqrt(tokens + 10);

function asSnapshot(chosen: ReadonlySet<Candidate>): Snapshot {
  const inOrder = [...chosen].toSorted((one, other) => one.at - other.at);
  const lines = (section: Section): readonly SnapshotLine[] =>
    inOrder.filter((each) => each.section === section).map(({ text, from }) => ({ text, from }));
  return Object.fromEntries(SECTIONS.map((section) => [section, lines(section)])) as unknown as Snapshot;
}

/** The first thing the user asked for, whatever its words. */
function goalOf(told: readonly Told[]): readonly Candidate[] {
  const first = told.find(({ from }) => from === "user");
  const text =
    first &&
    textOf(first)
      .trim()
      .split(/\n\s*\n/)[0]!
      .replaceAll(/\s+/g, " ")
      .slice(0, 400);
  return text ? [{ section: "overall_goal", text, from: [first.label], value: 6, at: -1 }] : [];
}

/** R3 */
const linesOfEarlier = (earlier: Snapshot | undefined): readonly Candidate[] =>
  earlier
    ? SECTIONS.filter((section) => section !== "recent_actions").flatMap((section) =>
        earlier[section].map(({ text, from }, nth) => ({
          section,
          text,
          from,
          value: section === "overall_goal" ? 6 : 2.4,
          at: nth - 100_000,
        })),
      )
    : [];

/** What the Model's words are measured by: what is open, planned and changed. */
const focusOf = ({ plan, unresolved, files }: Ledgers): readonly string[] => [
  ...plan.filter(({ state }) => state !== "DONE").map(({ text }) => text),
  ...unresolved.map(({ gist, command }) => gist ?? command),
  ...files.filter(({ state }) => state !== "READ").map(({ path }) => path),
];

const RECENT = 6;

function linesOfLedgers({ files, unresolved, commands, plan, calls }: Ledgers): readonly Candidate[] {
  const end = Number.MAX_SAFE_INTEGER;
  return [
    ...(["CREATED", "MODIFIED", "DELETED", "READ"] as const).flatMap((state, nth) => folded(files, state, nth)),
    ...files.flatMap(notesLine),
    ...plan.map(({ text, state, from }, nth): Candidate => ({
      section: "task_state",
      text: `${nth + 1}. [${state}] ${text}`,
      from: [from],
      value: state === "DONE" ? 1.6 : 4,
      at: end / 2 + nth,
    })),
    ...unresolved.map(({ command, gist, exit, from }, nth): Candidate => ({
      section: "task_state",
      text: `Still failing: \`${command.slice(0, 160)}\`${exit === undefined ? "" : ` (exit ${exit})`}${gist ? `: ${gist}` : ""}`,
      from,
      value: 2.5,
      at: end / 4 + nth,
    })),
    ...lastRuns(commands),
    ...calls.slice(-RECENT).map((call, nth): Candidate => ({
      section: "recent_actions",
      text: actionText(call),
      from: [call.label],
      value: 0.6 + nth * 0.1,
      at: nth,
    })),
  ];
}

/** Files of one fate, folder by folder, so that a hundred of them take some lines; those changed last are named last. */
function folded(files: readonly FileEntry[], state: FileState, nth: number): readonly Candidate[] {
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

function notesLine({ path, notes, from }: FileEntry, nth: number): readonly Candidate[] {
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

/** How each kind of run ended last: tests, builds. */
function lastRuns(commands: Ledgers["commands"]): readonly Candidate[] {
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
