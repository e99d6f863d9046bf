/**
 * The snapshot maker makes and checks Snapshots (C5, C6, C9, C10). It reads the texts from the store in the thread of the Gauge, so that a
 * History of any size costs the page nothing. Its worker may be killed at any time: it keeps nothing that it can't read again.
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
  /** The cut as it would be made now, and its extract; nothing where there is nothing to compress. */
  prepare(session: SessionId, options?: PrepareOptions): Promise<CompressionPlan | undefined>;
  /** The prepared cut as pieces of at most `room` tokens for a summariser. `as` says how it was prepared: a new worker prepares it again. */
  transcript(session: SessionId, room: number, as?: PrepareOptions): Promise<readonly string[]>;
  /** Checks a Model's answer against the prepared cut; nothing where the answer can't be read as a Snapshot. */
  check(session: SessionId, said: string, as?: PrepareOptions): Promise<CheckedDraft | undefined>;
  /** The share of all lines worth keeping that this text covers, 0 to 1; texts of Models and extracts compare by it. */
  rate(session: SessionId, text: string): Promise<number>;
  /** Passages that left the context and that a question may need (C11). */
  prefetch(session: SessionId, asked: PrefetchAsked): Promise<readonly Prefetched[]>;
  /** Forgets the prepared cut. */
  release(session: SessionId): Promise<void>;
}

interface PrepareOptions {
  /** The subject that the user wants to be kept above all (C1). */
  readonly focus?: string;
  readonly fraction?: number;
  /** The Turns to compress, where the user names them. */
  readonly range?: TurnRange;
}

export interface CompressionPlan {
  readonly as: PrepareOptions;
  readonly from: RecordId;
  readonly through: RecordId;
  /** Tokens of the covered records and of the environment, as the context has them now. */
  readonly replaced: number;
  readonly environment: number;
  /** The text of an earlier Snapshot that must be integrated. */
  readonly earlier?: string;
  /** Tokens a Model is asked to keep to. */
  readonly budget: number;
  readonly extract: SnapshotDraft;
}

/** A Snapshot that can be installed: the second stage, after the plan. */
export interface SnapshotDraft {
  readonly method: Exclude<SnapshotMethod, "edited">;
  readonly text: string;
  readonly leftOut: readonly PlacedLine[];
  readonly sources: Readonly<Record<number, string>>;
  /** Places of the lines that say in other words what their records say (verbatim-lines.ts). */
  readonly reworded: readonly number[];
  /** The share of wanted lines that it covers, 0 to 1 (coverage R2), where that was measured. */
  readonly score?: number;
  /** Why it was made so, as a sentence, where there is more to say. */
  readonly why?: string;
}

/** A Model's draft after the coverage check. */
export interface CheckedDraft {
  /** From 0 to 1, before missing lines were added. */
  readonly score: number;
  readonly missing: readonly PlacedLine[];
  readonly dropped: Checked["dropped"];
  /** The draft without dropped lines, and with missing ones as far as they fit. */
  readonly draft: SnapshotDraft;
}

interface SnapshotMakerParts {
  readonly counter: () => Promise<TextCounter>;
  readonly records: (session: SessionId) => Promise<readonly LogRecord[]>;
  /** The weights of all records, as the Gauge reads them: enough to know what the context has, without any text. */
  readonly stored: (session: SessionId) => Promise<readonly WeightTrace[]>;
  readonly whole: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
}

interface Work {
  readonly cut: CompressionCut;
  readonly extract: Extract;
  readonly count: (text: string) => number;
  coverage?: CoverageCheck;
}

/** Missing lines handed to a second pass: a Model would not take in more. */
const MOST_MISSING = 80;

export function createSnapshotMaker({ counter, records, stored, whole }: SnapshotMakerParts): SnapshotMaker {
  /** The work for the one Session that is being compressed. */
  let work: { readonly session: SessionId; readonly made: Promise<Work | undefined> } | undefined;

  async function make(session: SessionId, options: PrepareOptions): Promise<Work | undefined> {
    const by = await counter();
    const count = (text: string) => Math.ceil(by.count(text));
    const { fraction = SPLIT_FRACTION, focus, range } = options;
    const cut = cutForCompression(await records(session), { fraction, counter: by, ...(range && { range }) });
    if (!cut) return undefined;
    const budget = snapshotBudget(cut.replaced);
    const extract = extractSnapshot(cut.covered, { budget, count, earlier: cut.earlier, ...(focus && { focus }) });
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

  function coverageOf(made: Work): CoverageCheck {
    const earlier = made.cut.earlier ? earlierAsRecords(snapshotLines(made.cut.earlier)) : [];
    return (made.coverage ??= createCoverageCheck([...made.cut.covered, ...earlier]));
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
      return made ? transcriptOf(made.cut.covered, { room, count: made.count }) : [];
    },
    async check(session, said, as) {
      const made = await known(session, as);
      const draft = made && readSnapshot(said, (label) => made.cut.labels.has(label));
      if (!draft) return undefined;
      const { cut, count, extract } = made;
      const coverage = coverageOf(made);
      const checked = coverage.check(draft, wantedOf(made));
      const cap = snapshotCap(cut.replaced);
      const fitting = { ...checked, snapshot: fitTo(checked.snapshot, cap, count) };
      if (snapshotLines(fitting.snapshot).length === 0) return undefined;
      const { snapshot, leftOut } = complete(fitting, { budget: cap, count });
      const others = coverage.missingIn(snapshot, extract.leftOut);
      return {
        score: checked.score,
        missing: checked.missing.slice(0, MOST_MISSING),
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
      return coverageOf(made).check(read, wanted).score;
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

/** A draft has more room than an extract (compression R1): lines that would fill this share of the budget more are wanted too. */
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

/** Lines of an earlier Snapshot that this one lacks are all listed as left out, however many (C5). */
function draftOf(
  method: SnapshotDraft["method"],
  { snapshot, leftOut, cut }: Pick<Extract, "snapshot" | "leftOut"> & Pick<Work, "cut">,
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
    reworded: rewordedLinesIn(snapshotLines(snapshot), cut),
  };
}

/** The order in which a draft that is too long is cut. */
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
      // A quarter of the lines at a time: a draft that is far too long takes a few rounds, not one for each line.
      fitting = { ...fitting, [section]: lines.slice(0, Math.floor(lines.length * 0.75)) };
    }
  }
  return SECTIONS.some((section) => fitting[section].length > 0) ? fitting : snapshot;
}
