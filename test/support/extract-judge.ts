/** What is kept of a transcript's planted facts: by an extract, with recall beside it, and through a summariser that is bad at it. */
import type { SnapshotDraft } from "../../src/core/compression/snapshot-maker.js";
import { extractSnapshot } from "../../src/core/compression/extract/extract.js";
import { writeSnapshot } from "../../src/core/log/snapshot.js";
import type { BadDraft } from "../corpus/transcripts/bad-summaries.js";
import { holds, squeezed } from "../corpus/transcripts/needles.js";
import { entryText, type Transcript } from "../corpus/transcripts/types.js";
import { sharedTokenizer } from "./open-tokenizer.js";
import { inventedPaths, judgeText, obeyedIn, type Judgement } from "./transcript-judge.js";
import { openRecall, summarised, labelledRecordsOf } from "./transcript-session.js";

/** Of the tokens of what it stands for (C10). */
export const SHARE = 0.05;

/**
 * Transcripts whose text nobody looked at while the extractor was changed: it was tuned on the others alone. English
 * (timetable-run), Spanish, Russian, Japanese.
 */
export const HELD_OUT: ReadonlySet<string> = new Set(["app-es", "ops-ru", "library-ja", "timetable-run"]);

/** Facts kept by the extractor as it was first written, before any was looked at, at the same share of the tokens. */
export const AT_FIRST: Readonly<Record<string, number>> = {
  "shop-migration": 24,
  "firmware-hunt": 17,
  "pipeline-zh": 20,
  "thesis-de": 22,
  "app-es": 20,
  "ops-ru": 18,
  "library-ja": 20,
  "timetable-run": 24,
};

export const tokensOf = ({ contents }: Transcript): number => {
  const { count } = sharedTokenizer();
  return contents.reduce((sum, entry) => sum + count(entryText(entry)), 0);
};

export interface Extracted extends Judgement {
  readonly text: string;
  /** Of the transcript's tokens. */
  readonly share: number;
}

export function judgeExtract(transcript: Transcript): Extracted {
  const { count } = sharedTokenizer();
  const tokens = tokensOf(transcript);
  const { snapshot } = extractSnapshot(labelledRecordsOf(transcript), { budget: Math.floor(tokens * SHARE), count });
  const text = writeSnapshot(snapshot);
  return { ...judgeText(text, transcript), text, share: count(text) / tokens };
}

const RECORDS = 10;

/** Each fact's question is asked of `recall`; kept is what stands in the text or in what comes back. */
export async function judgeRecall(
  transcript: Transcript,
  text: string,
): Promise<Judgement & { readonly alone: number }> {
  const recall = await openRecall(transcript);
  const inText = new Set(judgeText(text, transcript).lost);
  let alone = 0;
  const lost: Judgement["lost"][number][] = [];
  for (const fact of transcript.facts) {
    const excerpts = squeezed(await recall(fact.question, RECORDS));
    const isFound = fact.needles.some((needles) => holds(excerpts, needles));
    if (isFound) alone++;
    else if (inText.has(fact)) lost.push(fact);
  }
  const of = transcript.facts.length;
  return { kept: of - lost.length, of, lost, alone };
}

export interface Installed extends Judgement {
  readonly summary?: SnapshotDraft;
  /** Of the tokens it stands for. */
  readonly share: number;
  /** Paths, constraints and orders that must not be in it. */
  readonly wrong: readonly string[];
}

/** What `summarise` installs where the Model answers with this draft, to each request. */
export async function judgeBadSummary(transcript: Transcript, draft: BadDraft): Promise<Installed> {
  const { count } = sharedTokenizer();
  const { summary, replaced, extract } = await summarised(transcript, { exact: true, count }, [draft.text]);
  const text = summary?.text ?? extract;
  const where = squeezed(text);
  const wrong = [
    ...inventedPaths(text, transcript),
    ...draft.inventedConstraints.filter((line) => where.includes(squeezed(line))),
    ...obeyedIn(text, transcript),
  ];
  return { ...judgeText(text, transcript), ...(summary && { summary }), share: count(text) / replaced, wrong };
}
