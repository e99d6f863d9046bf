/**
 * SnapshotMaker: who makes and checks Snapshots (C5, C6, C9, C10). It reads the texts from the store by itself, in the thread of the Gauge,
 * so that a History of any size costs the page nothing. It may be killed at any time: what it has forgotten it reads again.
 */
import { LEFT_OUT_SHOWN, snapshotBudget, snapshotCap } from "./compression.js";
import { cutForCompression, earlierAsRecords, type CompressionCut, type TurnRange } from "./compression-cut.js";
import { complete, createCoverageCheck, type Checked, type CoverageCheck } from "./coverage.js";
import { extractSnapshot, type Extract } from "./extract/extract.js";
import type { WeightTrace } from "../log/record-kinds.js";
import type { LogRecord } from "../log/log.js";
import { snapshotLines, readSnapshot, writeLine, writeSnapshot, type Snapshot } from "../log/snapshot.js";
import type { SnapshotMethod } from "../log/snapshot-sections.js";
import { SPLIT_FRACTION } from "./split.js";
import { transcriptOf } from "./transcript.js";
import { goneAmong, goneByWords, prefetchFrom, type PrefetchAsked, type Prefetched } from "../context/prefetch.js";
import type { Labelled } from "../context/recalled.js";
import { rewordedLinesIn } from "./verbatim-lines.js";
import type { TextCounter } from "../tokens/content-weight.js";
import { SECTIONS, type Section, type PlacedLine } from "../log/snapshot-sections.js";
import type { RecordId, SessionId } from "../ids.js";

export interface SnapshotMaker {
  /** What would be compressed now, and the extract of it; nothing where there is nothing to compress. */
  prepare(session: SessionId, options?: PrepareOptions): Promise<CompressionPlan | undefined>;
  /**
   * What was prepared, for a summariser with so much room (tokens): in one piece, or in several. `as`: how it was prepared, since a
   * worker that was replaced must do it again.
   */
  transcript(session: SessionId, room: number, as?: PrepareOptions): Promise<readonly string[]>;
  /** Holds what a Model said to what was prepared; nothing where it can't be read as a Snapshot. */
  check(session: SessionId, said: string, as?: PrepareOptions): Promise<CheckedDraft | undefined>;
  /** How much of all that is worth keeping is in this text, from 0 to 1: a yardstick that is the same for whoever wrote it. */
  rate(session: SessionId, text: string): Promise<number>;
  /** What a question may need of what left the context (C11). */
  prefetch(session: SessionId, asked: PrefetchAsked): Promise<readonly Prefetched[]>;
  /** What was prepared is not needed any more. */
  release(session: SessionId): Promise<void>;
}

interface PrepareOptions {
  /** What the user wants to be kept above all (C1). */
  readonly focus?: string;
  readonly fraction?: number;
  /** Of which Turns, where the user says so. */
  readonly range?: TurnRange;
}

export interface CompressionPlan {
  readonly as: PrepareOptions;
  readonly from: RecordId;
  readonly through: RecordId;
  /** Tokens of what it stands for, and of the environment, as they are in the context now. */
  readonly replaced: number;
  readonly environment: number;
  /** An earlier Snapshot that must be integrated, as it is written. */
  readonly earlier?: string;
  /** Tokens a Model is asked to keep to. */
  readonly budget: number;
  readonly extract: SnapshotDraft;
}

/** A Snapshot that could be installed: the second stage, after the plan. */
export interface SnapshotDraft {
  readonly method: Exclude<SnapshotMethod, "edited">;
  readonly text: string;
  readonly leftOut: readonly PlacedLine[];
  readonly sources: Readonly<Record<number, string>>;
  /** Places of the lines that say in other words what their records say. */
  readonly retold: readonly number[];
  /** How much of what is worth keeping is in it, from 0 to 1, where that was measured. */
  readonly score?: number;
  /** Why it was made so, as a sentence, where there is more to say. */
  readonly why?: string;
}

/** A Model's draft, held to the records it stands for. */
export interface CheckedDraft {
  /** From 0 to 1, before what is missing was added. */
  readonly score: number;
  readonly missing: readonly PlacedLine[];
  readonly dropped: Checked["dropped"];
  /** Without what was made up, with what is missing, as far as it fits. */
  readonly draft: SnapshotDraft;
}

interface CondenserParts {
  readonly counter: () => Promise<TextCounter>;
  readonly records: (session: SessionId) => Promise<readonly LogRecord[]>;
  /** What the Gauge is given: what stands in the context is known from it without a text. */
  readonly stored: (session: SessionId) => Promise<readonly WeightTrace[]>;
  readonly whole: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
}

interface Work {
  readonly cut: CompressionCut;
  readonly extract: Extract;
  readonly count: (text: string) => number;
  witness?: CoverageCheck;
}

/** Lines handed to a second pass: more than this it would not take in. */
const MISSING_TOLD = 80;

export function createSnapshotMaker({ counter, records, stored, whole }: CondenserParts): SnapshotMaker {
  /** Of the one Session that is being compressed. */
  let work: { readonly session: SessionId; readonly made: Promise<Work | undefined> } | undefined;

  async function make(session: SessionId, options: PrepareOptions): Promise<Work | undefined> {
    const by = await counter();
    const count = (text: string) => Math.ceil(by.count(text));
    const { fraction = SPLIT_FRACTION, focus, range } = options;
    const cut = cutForCompression(await records(session), { fraction, counter: by, ...(range && { range }) });
    if (!cut) return undefined;
    const budget = snapshotBudget(cut.replaced);
    const extract = extractSnapshot(cut.told, { budget, count, earlier: cut.earlier, ...(focus && { focus }) });
    return { cut, extract, count };
  }

  function begin(session: SessionId, options: PrepareOptions): Promise<Work | undefined> {
    const made = make(session, options);
    work = { session, made };
    made.catch(() => (work = undefined));
    return made;
  }

  const known = (session: SessionId, as: PrepareOptions = {}) =>
    work?.session === session ? work.made : begin(session, as);

  function witnessOf(made: Work): CoverageCheck {
    const earlier = made.cut.earlier ? earlierAsRecords(snapshotLines(made.cut.earlier)) : [];
    return (made.witness ??= createCoverageCheck([...made.cut.told, ...earlier]));
  }

  return {
    async prepare(session, options = {}) {
      const made = await begin(session, options);
      if (!made) return undefined;
      const { cut, extract } = made;
      const { from, through, replaced, environment, earlier } = cut;
      return {
        ...{ as: options, from, through, replaced, environment },
        ...(earlier && { earlier: writeSnapshot(earlier) }),
        budget: snapshotBudget(replaced),
        extract: draftOf("extractive", { ...extract, cut }),
      };
    },
    async transcript(session, room, as) {
      const made = await known(session, as);
      return made ? transcriptOf(made.cut.told, { room, count: made.count }) : [];
    },
    async check(session, said, as) {
      const made = await known(session, as);
      const draft = made && readSnapshot(said, (label) => made.cut.labels.has(label));
      if (!draft) return undefined;
      const { cut, count, extract } = made;
      const witness = witnessOf(made);
      const checked = witness.check(draft, wantedOf(made));
      const cap = snapshotCap(cut.replaced);
      const fitting = { ...checked, snapshot: fitTo(checked.snapshot, cap, count) };
      if (snapshotLines(fitting.snapshot).length === 0) return undefined;
      const { snapshot, leftOut } = complete(fitting, { budget: cap, count });
      const others = witness.missingIn(snapshot, extract.leftOut);
      return {
        score: checked.score,
        missing: checked.missing.slice(0, MISSING_TOLD),
        dropped: checked.dropped,
        draft: draftOf("model", { snapshot, leftOut: [...new Set([...leftOut, ...others])], cut }),
      };
    },
    async rate(session, text) {
      const made = await known(session);
      const read = readSnapshot(text);
      if (!made || !read) return 0;
      const { snapshot, leftOut } = made.extract;
      const wanted = [...snapshotLines(snapshot), ...leftOut.slice(0, LEFT_OUT_SHOWN)];
      return witnessOf(made).check(read, wanted).score;
    },
    async prefetch(session, asked) {
      if (!asked.ids) return prefetchFrom(goneByWords(await records(session), asked.words), asked);
      const labels = goneAmong(await stored(session), asked.ids);
      const found = new Map((await whole(session, [...labels.keys()])).map((record) => [record.id, record]));
      const gone = [...labels].flatMap(([id, label]): Labelled[] => {
        const record = found.get(id);
        return record?.kind === "content" ? [{ label, record }] : [];
      });
      return prefetchFrom(gone, asked);
    },
    release: (session) => Promise.resolve(void (work?.session === session && (work = undefined))),
  };
}

/** A draft has more room than an extract (compression R1), and is held to what would have stood in some of it too. */
const MORE_WANTED = 0.3;

function wantedOf({ extract, count, cut }: Work): readonly PlacedLine[] {
  let room = MORE_WANTED * snapshotBudget(cut.replaced);
  const more = extract.next.filter((line) => {
    const tokens = count(writeLine(line)) + 1;
    if (tokens > room) return false;
    room -= tokens;
    return true;
  });
  return [...snapshotLines(extract.snapshot), ...more];
}

/** All of what an earlier Snapshot had established and this one has not is told, however much that is (C5). */
function draftOf(
  method: SnapshotDraft["method"],
  {
    snapshot,
    leftOut,
    cut,
  }: { readonly snapshot: Snapshot; readonly leftOut: readonly PlacedLine[]; readonly cut: CompressionCut },
): SnapshotDraft {
  const { labels, earlier } = cut;
  const established = new Set(earlier ? snapshotLines(earlier).map(({ text }) => text) : []);
  const lost = leftOut.filter(({ text }) => established.has(text));
  const others = leftOut.filter(({ text }) => !established.has(text));
  const shown = [...lost, ...others.slice(0, Math.max(0, LEFT_OUT_SHOWN - lost.length))];
  const used = new Set([...snapshotLines(snapshot), ...shown].flatMap(({ from }) => from));
  const sources = Object.fromEntries(
    [...used].flatMap((label) => (labels.has(label) ? [[label, labels.get(label)!]] : [])),
  );
  return {
    method,
    text: writeSnapshot(snapshot),
    leftOut: shown,
    sources,
    retold: rewordedLinesIn(snapshotLines(snapshot), cut),
  };
}

/** What a Model says too much goes, the least needed first. */
const LEAST_FIRST: readonly Section[] = [
  "recent_actions",
  "file_system_state",
  "artifact_trail",
  "key_knowledge",
  "task_state",
  "active_constraints",
  "overall_goal",
];

function fitTo(snapshot: Snapshot, cap: number, count: (text: string) => number): Snapshot {
  let fitting = snapshot;
  for (const section of LEAST_FIRST) {
    while (count(writeSnapshot(fitting)) > cap && fitting[section].length > 0) {
      const lines = fitting[section];
      // A quarter at a time: a draft that is far too long takes a few rounds, not one for each line.
      fitting = { ...fitting, [section]: lines.slice(0, Math.floor(lines.length * 0.75)) };
    }
  }
  return SECTIONS.some((section) => fitting[section].length > 0) ? fitting : snapshot;
}
