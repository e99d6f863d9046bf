/** A transcript of the corpus as a Session: its records in a log, condensed by the real SnapshotMaker, recalled through the real index. */
import { createSearchIndexer } from "../../src/agent/recall/search-indexer.js";
import { createRecall } from "../../src/agent/recall/recall-records.js";
import { draftByModel } from "../../src/agent/compression/model-snapshot.js";
import { createSnapshotMaker, type SnapshotDraft } from "../../src/core/compression/snapshot-maker.js";
import { userSaid } from "../../src/core/content.js";
import type { LabelledRecord } from "../../src/core/context/labelled-record.js";
import type { LogRecord, RecordHead, ContentSaid } from "../../src/core/log/log.js";
import type { TextCounter } from "../../src/core/tokens/content-weight.js";
import { createSearchIndexes } from "../../src/platform/search/search-indexes.js";
import type { Transcript } from "../corpus/transcripts/types.js";
import { createMemoryLog } from "./memory-log.js";
import { says } from "./script.js";
import { createScriptedModel } from "./scripted-model.js";
import { weightTraces } from "./weights.js";
import { createIndexDisk } from "./index-disk.js";

export const labelledRecordsOf = ({ contents }: Transcript): readonly LabelledRecord[] =>
  contents.map(({ from, content }, at) => ({ label: at + 1, from, content }));

/** One record for each entry, a Turn from each of the user's words to the next; ids sort as they were said. */
export function recordsOf({ name, contents }: Transcript): readonly (RecordHead & ContentSaid)[] {
  let turn = "";
  return contents.map(({ from, content }, at) => {
    const id = `R${String(at).padStart(5, "0")}`;
    if (from === "user") turn = `T${id}`;
    return {
      ...{
        id,
        session: name,
        at: 1_700_000_000_000 + at * 1_000,
        kind: "content",
        turn,
        step: `S${id}`,
        from,
        content,
      },
      ...(from === "model" && { model: "scripted" }),
    };
  });
}

/** `recall` of a Session of which nothing is in the context but a Snapshot: excerpts of at most `limit` records. */
export async function openRecall(transcript: Transcript): Promise<(words: string, limit: number) => Promise<string>> {
  const log = createMemoryLog();
  const records = recordsOf(transcript);
  await log.append(records);
  const snapshot: LogRecord = {
    ...{ id: "S", session: transcript.name, at: records.at(-1)!.at, kind: "snapshot" },
    ...{ from: records[0]!.id, through: records.at(-1)!.id, contents: [userSaid("(condensed)")] },
  };
  await log.append([snapshot]);
  const indexer = createSearchIndexer({
    search: () => Promise.resolve(createSearchIndexes(createIndexDisk())),
    log,
    clock: { now: () => records.at(-1)!.at, after: () => () => undefined },
  });
  const recall = createRecall({ log, indexer, session: () => transcript.name });
  return async (words, limit) => (await recall({ labels: [], words, limit })).join("\n\n");
}

/** What `draftByModel` would have installed, where a Model says these in turn, the last one again and again. */
export async function summarised(
  transcript: Transcript,
  counter: TextCounter,
  drafts: readonly string[],
): Promise<{ readonly summary?: SnapshotDraft; readonly replaced: number; readonly extract: string }> {
  const records = recordsOf(transcript);
  const snapshotMaker = createSnapshotMaker({
    counter: () => Promise.resolve(counter),
    records: () => Promise.resolve(records),
    stored: () => Promise.resolve(weightTraces(records)),
    whole: () => Promise.resolve(records),
  });
  const model = createScriptedModel();
  let asked = 0;
  model.answer(() => [says(drafts[Math.min(asked++, drafts.length - 1)]!)]);
  const plan = (await snapshotMaker.prepare(transcript.name, { fraction: WHOLE }))!;
  const summary = await draftByModel(
    {
      ...{ plan, session: transcript.name, snapshotMaker, model, limit: 1_000_000, phase: () => undefined },
      async ask({ system, contents }, signal) {
        let said = "";
        for await (const event of model.stream({ system, contents }, signal))
          if (event.type === "text") said += event.delta;
        return said;
      },
    },
    new AbortController().signal,
  );
  return { replaced: plan.replaced, extract: plan.extract.text, ...(summary && { summary }) };
}

/** All of it is old, but for a last question that nobody has answered. */
const WHOLE = 0.999_999;
