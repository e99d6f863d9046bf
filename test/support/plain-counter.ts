/** Counts by the plain rule (T2): quick, and the same everywhere. */
import { estimateText } from "../../src/core/tokens/tokens.js";
import type { TextCounter } from "../../src/core/tokens/content-weight.js";

export const plainCounter: TextCounter = { exact: false, count: estimateText };
