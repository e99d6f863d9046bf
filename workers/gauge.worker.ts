/** A thread for the Gauge. It has no sense of its own: see src/core/gauge.ts. Reads stored weights, writes nothing. */
import { expose } from "comlink";
import { createGauge } from "../src/core/gauge.js";
import { createCounter } from "../src/platform/counter.js";
import { readWeights } from "../src/platform/store/weights.js";

expose(createGauge({ counter: createCounter(), stored: readWeights }));
