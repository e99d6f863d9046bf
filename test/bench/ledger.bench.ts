/**
 * One more turn in a Session of 13 MB, and everything asked again, of the Gauge itself with the exact tokenizer: the turn
 * weighed and added, the size of the next request, the results that should give way. It must cost what the turn costs, so it is
 * compared with the same turn in an empty Session.
 */
import { predict, UNCALIBRATED } from "../../src/core/measure/calibration.js";
import type { Content } from "../../src/core/content.js";
import { createGauge, type Gauge } from "../../src/core/measure/gauge.js";
import { sharedTokenizer } from "../support/open-tokenizer.js";
import { alternate, type Bench } from "./bench.js";
import { longHistory } from "./long-history.js";

const BYTES = 13_000_000;
/** 250 turns of four Contents, as the Sessions that were measured before (decisions/34). */
const EACH = BYTES / 1_000;
/** Turns in a round: one takes a fraction of a millisecond. */
const TURNS = 20;

const oneMoreTurn: Bench = {
  name: "ledger: one more turn in a session of 13 MB",
  unit: "ms",
  budget: { ratioAtMost: 1.5 },
  async measure() {
    const { count } = sharedTokenizer();
    const open = () =>
      createGauge({ counter: () => Promise.resolve({ exact: true, count }), stored: () => Promise.resolve([]) });
    const contents = longHistory(BYTES, EACH);
    const turn = contents.slice(0, 4);
    const add = createAdder(open());
    const addElsewhere = createAdder(open()); // few Sessions are kept, and the long one must not be let go
    await add("long", contents);
    const repeat = async (turnIn: (nth: number) => Promise<void>) => {
      for (let nth = 0; nth < TURNS; nth++) await turnIn(nth);
    };
    const time = await alternate(
      25,
      () => repeat(() => add("long", turn)),
      (round) => repeat((nth) => addElsewhere(`empty ${round} ${nth}`, turn)),
    );
    const [ours, baseline] = [time.ours.own / TURNS, time.baseline.own / TURNS];
    return { ours, baseline, ratio: ours / baseline, note: "The baseline is the same turn in an empty session." };
  },
};

export const benches: readonly Bench[] = [oneMoreTurn];

/** As an Agent does it for each turn. */
function createAdder(gauge: Gauge): (session: string, contents: readonly Content[]) => Promise<void> {
  let records = 0;
  return async (session, contents) => {
    const weights = await gauge.weigh(contents);
    const items = weights.map((weight) => ({ record: `record-${String(records++).padStart(9, "0")}`, weight }));
    const { measured } = await gauge.add(session, items);
    predict(UNCALIBRATED, measured);
    await gauge.measure(session);
    await gauge.toMask(session);
    await gauge.overBudget(session);
  };
}
