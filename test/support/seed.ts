/** Where a change is judged, property tests draw the same every time: what chance finds is for those who work on it. */
import process from "node:process";
import * as fc from "fast-check";

if (process.env.CI) fc.configureGlobal({ seed: 20_261_116 });
