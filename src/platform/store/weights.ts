/** What a Session's context weighs, read by whoever measures; the log worker writes the rows with the records. */
import { weighedPlaces, type WeightTrace } from "../../core/context-weights.js";
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

/** Records by id, as they are stored: bulky strings are not fetched. */
export async function readSaid(session: string, records: readonly string[]): Promise<readonly LogRecord[]> {
  const db = await openForReading();
  try {
    const { store } = db.transaction("records");
    const found = await Promise.all(records.map((record) => store.get([session, record])));
    // Titles take what is a string and leave what is not (core/map-titles.ts).
    return found.filter((record) => record !== undefined) as unknown as readonly LogRecord[];
  } finally {
    db.close();
  }
}

const traceIn = ({ record, weight, trace }: WeightRow): WeightTrace => trace ?? { id: record, kind: "content", weight };
