/**
 * The seed of property tests: the same every time in CI and in `npm test`, which judge a change; drawn anew by `npm run unit` and
 * `npm run check`, where somebody is at work who can look into what chance has found.
 */
import process from "node:process";
import * as fc from "fast-check";

if (process.env.CI || process.env.npm_lifecycle_event === "test") fc.configureGlobal({ seed: 20_261_116 });
