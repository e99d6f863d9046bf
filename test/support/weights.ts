/** What the records of a Session weigh, where they are at hand: as the store would give it to a Gauge. */
import { weighedPlaces, type WeighedItem } from "../../src/core/measure/context-weights.js";
import { weightTraceOf, type WeightTrace } from "../../src/core/log/record-kinds.js";
import type { LogRecord } from "../../src/core/log/log.js";

export const weightTraces = (records: readonly LogRecord[]): readonly WeightTrace[] =>
  records.flatMap((record) => weightTraceOf(record) ?? []);

export const weighedPlacesIn = (records: readonly LogRecord[]): readonly WeighedItem[] =>
  weighedPlaces(weightTraces(records));

/** Only what stands in the context. */
export const weighedRecords = (records: readonly LogRecord[]): readonly WeighedItem[] =>
  weighedPlacesIn(records).filter(({ away }) => !away);
