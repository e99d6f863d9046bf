/** `/stats`: the tokens that each Model has used in this Session, and the size of the Session. */
import type { LogRecord } from "../../core/log/log.js";
import { defineCommand } from "./command.js";
import { asPlain } from "../../core/text/markdown-text.js";

export const stats = defineCommand({
  name: "stats",
  aliases: ["usage"],
  description: "Shows the tokens used by each model, and how large this session is",
  async run(_args, { say, session }) {
    const records = await session.records();
    const used = usedByModel(records);
    if (used.size === 0) say("No model has counted tokens in this session yet.");
    else say(table(["Model", "Requests", "Prompt", "Cached", "Answer", "Thoughts"], used));
    const asides = usedByRole(records);
    const title = "Asked for the app itself; none of it is in the conversation:\n\n";
    if (asides.size > 0) say(title + table(["For", "Requests", "Failed", "Prompt", "Answer", "Seconds"], asides));
    const contents = records.filter(({ kind }) => kind === "content");
    const messages = records.filter((record) => record.kind === "content" && record.from === "user");
    const tokens = records.reduce(
      (sum, record) => sum + (record.kind === "content" ? (record.weight?.tokens ?? 0) : 0),
      0,
    );
    const letters = JSON.stringify(records).length;
    say(
      `This session has ${inWords(messages.length)} messages of yours, ${inWords(contents.length)} contents in all and ${inWords(records.length)} records; ` +
        `they weigh about ${inWords(tokens)} tokens and take ${inWords(Math.ceil(letters / 1024))} KB.`,
    );
  },
});

/** Sums of requests, prompt, cached, answer and thoughts. */
function usedByModel(records: readonly LogRecord[]): Sums {
  const used = new Map<string, readonly number[]>();
  for (const record of records) {
    if (record.kind !== "content" || !record.usage) continue;
    const { prompt, cached = 0, answer, thoughts = 0 } = record.usage;
    add(used, record.model || "unknown", [1, prompt, cached, answer, thoughts]);
  }
  return used;
}

/** Sums of requests, failures, prompt, answer and seconds (C16). */
function usedByRole(records: readonly LogRecord[]): Sums {
  const used = new Map<string, readonly number[]>();
  for (const record of records) {
    if (record.kind !== "aside") continue;
    const { prompt = 0, answer = 0, thoughts = 0 } = record.usage ?? {};
    add(used, record.role, [1, record.failed === undefined ? 0 : 1, prompt, answer + thoughts, record.ms / 1000]);
  }
  return used;
}

type Sums = ReadonlyMap<string, readonly number[]>;

function add(sums: Map<string, readonly number[]>, key: string, counts: readonly number[]): void {
  const before = sums.get(key);
  sums.set(key, before ? before.map((sum, at) => sum + counts[at]!) : counts);
}

function table(head: readonly string[], sums: Sums): string {
  const rows = [...sums].map(([name, counts]) => row([asPlain(name), ...counts.map(inWords)]));
  return [row(head), row(head.map(() => "---")), ...rows].join("\n");
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const inWords = (value: number): string => value.toLocaleString("en");
