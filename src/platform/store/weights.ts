/** What a Session's context weighs, read by whoever measures; the log worker writes the rows with the records. */
import { weighedPlaces, type WeightTrace } from "../../core/context-weights.js";
import { attachBlobs, type StoredRecord } from "../../core/blob-refs.js";
import type { WeighedItem } from "../../core/gauge.js";
import type { LogRecord } from "../../core/log.js";
import { sessionRange } from "./apply.js";
import { openForReading, type WeightRow } from "./database.js";

/** A connection for each reading: one that stays open would stand in the way of an upgrade. */
export async function readWeights(session: string): Promise<readonly WeighedItem[]> {
  const db = await openForReading();
  try {
    return weighedPlaces((await db.getAll("weights", sessionRange(session))).map(traceIn));
  } finally {
    db.close();
  }
}

/** Records by id, for their titles: what they say in words is whole; what Tools gave back, where it is bulky, is not fetched. */
export async function readSaid(session: string, records: readonly string[]): Promise<readonly LogRecord[]> {
  const db = await openForReading();
  try {
    const tx = db.transaction(["records", "blobs"]);
    const [rows, blobs] = [tx.objectStore("records"), tx.objectStore("blobs")];
    const wholeOf = async (id: string): Promise<readonly LogRecord[]> => {
      const stored = await rows.get([session, id]);
      if (!stored) return [];
      const found = await Promise.all(bulkyWords(stored).map((hash) => blobs.get(hash)));
      const texts = new Map(found.flatMap((blob) => (blob ? [[blob.hash, blob.text] as const] : [])));
      return [attachBlobs(stored, (hash) => texts.get(hash) ?? "")];
    };
    return (await Promise.all(records.map(wholeOf))).flat();
  } finally {
    db.close();
  }
}

/** Hashes of its words that are stored apart. */
function bulkyWords(record: StoredRecord): readonly string[] {
  if (record.kind !== "content" || !record.blobs) return [];
  const said: readonly unknown[] =
    record.shown === undefined ? record.content.parts.map(({ text }) => text) : [record.shown];
  return said.flatMap((words) => {
    const hash = (words as { readonly $blob?: unknown } | undefined)?.$blob;
    return typeof hash === "string" ? [hash] : [];
  });
}

const traceIn = ({ record, weight, trace }: WeightRow): WeightTrace => trace ?? { id: record, kind: "content", weight };
