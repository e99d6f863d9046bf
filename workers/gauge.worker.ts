/** A thread for the Gauge. It has no sense of its own: see src/core/gauge.ts. */
import { expose } from "comlink";
import { createGauge } from "../src/core/gauge.js";

expose(createGauge());
