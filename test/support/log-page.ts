/** A page that fills the log by the product's own writer, so that the app finds a long history on its origin. */
import type { LogRecord } from "../../src/core/log/log.js";
import { plainCounter } from "./plain-counter.js";
import { weighContent } from "../../src/core/tokens/content-weight.js";
import { startLog } from "../../src/platform/store/log-link.js";
import type { LogPlan, PlannedSession } from "./log-plan.js";
import { answered, created, nextId, record, said } from "./records.js";

declare global {
  var fillLog: (plan: LogPlan) => Promise<{ records: number; characters: number; ids: Record<string, string> }>;
}

/** Records written at once: some hundred KB, as one batch of the journal. */
const BATCH = 400;

const WORDS = "the quick brown fox jumps over a lazy dog while seven wizards box with zinc and quartz in a hazy valley";
const words = WORDS.split(" ");

/** Prose of about so many characters, never the same twice. */
let at = 0;
function prose(characters: number): string {
  let text = `${at}.`;
  while (text.length < characters) text += ` ${words[(at = (at * 7 + 11) % 1_000_003) % words.length]}`;
  return text;
}

/** An answer as models give them: a heading, prose, a list, some code. */
const answer = (characters: number): string =>
  `## ${prose(30)}\n\n${prose(characters / 2)}\n\n- ${prose(60)}\n- ${prose(60)}\n\n\`\`\`ts\nconst a = ${at};\n\`\`\`\n\n${prose(characters / 2 - 200)}`;

/** A Turn is three records: what the user said, the answer, the end. Together about 6 KB. */
function* turnsOf(session: string): Generator<LogRecord> {
  for (;;) {
    const turn = nextId();
    yield said(session, prose(400), turn);
    yield answered(session, answer(5_200), { turn });
    yield record(session, { kind: "turn-ended", turn, outcome: { kind: "done" } });
  }
}

/** One Turn without end: the user said something once, and the Model has been at it since. */
function* oneTurnOf(session: string): Generator<LogRecord> {
  const turn = nextId();
  yield said(session, prose(400), turn);
  for (;;) yield answered(session, answer(2_000), { turn });
}

const weighed = (each: LogRecord): LogRecord =>
  each.kind === "content" ? { ...each, weight: weighContent(each.content, plainCounter) } : each;

function* sessionOf(id: string, { name, records, isOneTurn, isWeighed }: PlannedSession): Generator<LogRecord> {
  yield created(id);
  yield record(id, { kind: "session-changed", title: name });
  const source = isOneTurn ? oneTurnOf(id) : turnsOf(id);
  for (let left = records - 2; left > 0; left--) {
    const next = source.next().value as LogRecord;
    yield isWeighed ? weighed(next) : next;
  }
}

globalThis.fillLog = async (plan) => {
  const log = startLog(() => undefined);
  const storage = await log.open();
  if (storage.kind !== "ready") throw new Error(storage.failure.message);
  const ids: Record<string, string> = {};
  let batch: LogRecord[] = [];
  let [records, characters] = [0, 0];
  const write = async () => {
    await log.append(batch);
    records += batch.length;
    for (const each of batch) characters += JSON.stringify(each).length;
    batch = [];
  };
  for (const planned of plan) {
    const id = (ids[planned.name] = nextId());
    for (const each of sessionOf(id, planned)) {
      batch.push(each);
      if (batch.length === BATCH) await write();
    }
  }
  await write();
  return { records, characters, ids };
};
