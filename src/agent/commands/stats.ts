/** `/stats`: what this Session has used, by Model, and how large it is. */
import type { LogRecord } from "../../core/log/log.js";
import type { Usage } from "../../core/models/model.js";
import { defineCommand } from "./command.js";
import { asPlain } from "../../core/text/markdown-text.js";

interface Used {
  requests: number;
  prompt: number;
  cached: number;
  answer: number;
  thoughts: number;
}

interface UsedAside {
  requests: number;
  failed: number;
  prompt: number;
  answer: number;
  seconds: number;
}

export const stats = defineCommand({
  name: "stats",
  aliases: ["usage"],
  description: "Shows the tokens used by each model, and how large this session is",
  async run(_args, { say, session }) {
    const records = await session.records();
    const used = usedByModel(records);
    if (used.size === 0) say("No model has counted tokens in this session yet.");
    else {
      const rows = [...used].map(([model, each]) => row([asPlain(model), ...Object.values(each).map(inWords)]));
      say(
        [row(["Model", "Requests", "Prompt", "Cached", "Answer", "Thoughts"]), row(Array(6).fill("---")), ...rows].join(
          "\n",
        ),
      );
    }
    const asides = usedByRole(records);
    if (asides.size > 0) {
      const rows = [...asides].map(([role, each]) => row([role, ...Object.values(each).map(inWords)]));
      say(
        [
          "Asked for the app itself; none of it is in the conversation:",
          "",
          row(["For", "Requests", "Failed", "Prompt", "Answer", "Seconds"]),
          row(Array(6).fill("---")),
          ...rows,
        ].join("\n"),
      );
    }
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

function usedByModel(records: readonly LogRecord[]): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>();
  for (const record of records) {
    if (record.kind !== "content" || !record.usage) continue;
    const model = record.model || "unknown";
    const sum = used.get(model) ?? { requests: 0, prompt: 0, cached: 0, answer: 0, thoughts: 0 };
    used.set(model, withUsage(sum, record.usage));
  }
  return used;
}

/** C16 */
function usedByRole(records: readonly LogRecord[]): ReadonlyMap<string, UsedAside> {
  const used = new Map<string, UsedAside>();
  for (const record of records) {
    if (record.kind !== "aside") continue;
    const { role, usage, failed, ms } = record;
    const sum = used.get(role) ?? { requests: 0, failed: 0, prompt: 0, answer: 0, seconds: 0 };
    used.set(role, {
      requests: sum.requests + 1,
      failed: sum.failed + (failed === undefined ? 0 : 1),
      prompt: sum.prompt + (usage?.prompt ?? 0),
      answer: sum.answer + (usage?.answer ?? 0) + (usage?.thoughts ?? 0),
      seconds: sum.seconds + ms / 1000,
    });
  }
  return used;
}

const withUsage = (sum: Used, { prompt, cached = 0, answer, thoughts = 0 }: Usage): Used => ({
  requests: sum.requests + 1,
  prompt: sum.prompt + prompt,
  cached: sum.cached + cached,
  answer: sum.answer + answer,
  thoughts: sum.thoughts + thoughts,
});

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const inWords = (value: number): string => value.toLocaleString("en");
