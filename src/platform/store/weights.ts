/** What a Session's context weighs, read by whoever measures; the log worker writes the rows with the records. */
import { weighedPlaces, type WeightTrace } from "../../core/context-weights.js";
import type { WeighedItem } from "../../core/gauge.js";
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

const traceIn = ({ record, weight, trace }: WeightRow): WeightTrace => trace ?? { id: record, kind: "content", weight };
