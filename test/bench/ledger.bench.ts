/**
 * One more turn in a Session of 13 MB, and everything asked again: weights, ledger, split point, masks, the size of the
 * next request. It must cost what the turn costs, so it is compared with the same turn in an empty Session.
 */
import { NOTHING_MEASURED, predict, UNCALIBRATED, withContent, type Measured } from "../../src/core/calibration.js";
import type { Content } from "../../src/core/content.js";
import { createLedger } from "../../src/core/ledger.js";
import { createResultIndex } from "../../src/core/mask.js";
import { createSplitIndex, SPLIT_FRACTION } from "../../src/core/split.js";
import { plainCounter, weighContent } from "../../src/core/weighed.js";
import { alternate, type Bench } from "./bench.js";
import { longHistory } from "./long-history.js";

const BYTES = 13_000_000;
/** 250 turns of four Contents, as the Sessions that were measured before (ARCHITECTURE 8). */
const EACH = BYTES / 1_000;
const LIMIT = 1_048_576;
/** Turns in a round: one takes a fraction of a millisecond. */
const TURNS = 20;

const oneMoreTurn: Bench = {
  name: "ledger: one more turn in a session of 13 MB",
  unit: "ms",
  budget: { ratioAtMost: 1.5 },
  async measure() {
    const contents = longHistory(BYTES, EACH);
    const turn = contents.slice(0, 4);
    const long = createSession();
    long.add(contents);
    const time = await alternate(
      25,
      () => {
        for (let at = 0; at < TURNS; at++) long.add(turn);
      },
      () => {
        for (let at = 0; at < TURNS; at++) createSession().add(turn);
      },
    );
    const [ours, baseline] = [time.ours.own / TURNS, time.baseline.own / TURNS];
    return { ours, baseline, ratio: ours / baseline, note: "The baseline is the same turn in an empty session." };
  },
};

export const benches: readonly Bench[] = [oneMoreTurn];

/** All that is kept of a Session to measure it with. */
function createSession() {
  const ledger = createLedger();
  const split = createSplitIndex();
  const results = createResultIndex();
  let records = 0;
  let measured: Measured = { ...NOTHING_MEASURED, tools: 20 };
  return {
    add(contents: readonly Content[]) {
      for (const content of contents) {
        const record = `record-${records++}`;
        const weighed = weighContent(content, plainCounter);
        measured = withContent(measured, weighed);
        ledger.putContent(record, weighed);
        split.append(weighed);
        results.append(record, weighed.results);
      }
      const masks = results.toMask();
      for (const { record, part } of masks) results.setMasked(record, part, true);
      return [ledger.totals(LIMIT), split.find(SPLIT_FRACTION), results.overBudget(), predict(UNCALIBRATED, measured)];
    },
  };
}
