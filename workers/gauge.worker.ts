/**
 * A thread for the Gauge and the Condenser. It has no sense of its own: see src/core/gauge.ts and src/core/condenser.ts. Reads from the
 * store, writes nothing.
 */
import { expose } from "comlink";
import { createCondenser } from "../src/core/condenser.js";
import { createGauge } from "../src/core/gauge.js";
import { createCounter } from "../src/platform/counter.js";
import { readRecords } from "../src/platform/store/records.js";
import { readSaid, readTraces, readWhole } from "../src/platform/store/weights.js";

const counter = createCounter();
const reads = { stored: readTraces, whole: readWhole };
expose({
  ...createGauge({ ...reads, counter, said: readSaid }),
  ...createCondenser({ ...reads, counter, records: readRecords }),
});
