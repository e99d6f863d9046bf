/**
 * The gauge worker weighs contexts and makes Snapshots; the code is in src/core/measure/gauge.ts and
 * src/core/compression/snapshot-maker.ts. It reads from the store and writes nothing.
 */
import { expose } from "comlink";
import { createSnapshotMaker } from "../src/core/compression/snapshot-maker.js";
import { createGauge } from "../src/core/measure/gauge.js";
import { createCounter } from "../src/platform/measure/counter.js";
import { readRecords, readSaid, readTraces, readWhole } from "../src/platform/store/session-reads.js";

const counter = createCounter();
const reads = { stored: readTraces, whole: readWhole };
expose({
  ...createGauge({ ...reads, counter, said: readSaid }),
  ...createSnapshotMaker({ ...reads, counter, records: readRecords }),
});
