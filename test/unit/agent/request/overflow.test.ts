/** What happens when the window is too small (O1, O2, X3): a tool that says much, a limit that is low. */
import { expect, test } from "vitest";
import { findFullOutput } from "../../../../src/agent/calls/full-output.js";
import { governOutput } from "../../../../src/agent/calls/govern-output.js";
import { createRequestFitter } from "../../../../src/agent/request/fit-request.js";
import { defineTool, type Tool } from "../../../../src/agent/calls/tool.js";
import { textOf, type Content } from "../../../../src/core/content.js";
import { contextOf } from "../../../../src/core/context/context.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import type { LogRecord } from "../../../../src/core/log/log.js";
import type { ModelRequest } from "../../../../src/core/models/model.js";
import { integer, text } from "../../../../src/core/schema.js";
import { estimateContent } from "../../../../src/core/tokens/tokens.js";
import { idle } from "../../../support/idle.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { weighContent } from "../../../../src/core/tokens/content-weight.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import { answered, created, said } from "../../../support/records.js";
import { calls, fails, says } from "../../../support/script.js";
import { createTestState } from "../../../support/test-state.js";
import { ofType } from "../../../support/of-type.js";
import { beginSession } from "../../../support/session-rig.js";

/** Says as many tokens as it is asked for: four characters each. */
const talk = defineTool({
  name: "talk",
  kind: "read",
  untrusted: true,
  description: "Talks.",
  parameters: { word: text("What about"), tokens: integer("How much", 0) },
  title: ({ word }) => word,
  run: ({ word, tokens }) => {
    const lines = Array.from(
      { length: tokens / 12 },
      (_, at) => `${word} line ${at} of what there is to be said about it.`,
    );
    return Promise.resolve(
      lines
        .join("\n")
        .slice(0, 4 * tokens)
        .padEnd(4 * tokens, "."),
    );
  },
});

async function begin(limit: number, tools: readonly Tool[] = [talk]) {
  // Only what does not fit counts here.
  const settings = { "model.contextLimit": limit, "model.compressionThreshold": "off" };
  const rig = await beginSession({ tools, settings });
  return { ...rig, records: () => rig.log.records(rig.session) };
}

const outcome = (events: readonly AgentEvent[]) => ofType(events, "turn-ended").at(-1)!.outcome;
const sizeOf = ({ contents, system = "" }: ModelRequest) =>
  contents.reduce((sum, content) => sum + estimateContent(content), system.length / 4);
const outputs = (contents: readonly Content[]) =>
  contents.flatMap(({ parts }) =>
    parts.flatMap(({ functionResponse: result }) => String(result?.response?.output ?? "") || []),
  );

/** A Session with one long Turn, whose `compress` leaves but its last message. */
async function crowded() {
  const log = createMemoryLog();
  const first = said("s", "word ".repeat(4_000));
  const reply = answered("s", "yes");
  const last = said("s", "and now?");
  const tried: string[] = [];
  const { state } = createTestState({ log, limit: () => 5_000 });
  await log.append([created("s"), weighed(first), reply, weighed(last)]);
  await state.rereadSummary();
  await state.context.read();
  await state.meter.refresh();
  const room = createRequestFitter(state, {
    turn: "t",
    compress: async () => {
      tried.push("overflow");
      const covers = { from: first.id, through: reply.id, contents: [], weight: [] };
      await state.write([{ kind: "snapshot", ...covers }], { rereads: true });
      return true;
    },
    govern: governOutput,
    wholeOutput: () => undefined,
    isUnanswered: () => true,
  });
  await room.fit("m", new AbortController().signal);
  return { context: state.context, meter: state.meter, tried };
}

const weighed = (each: LogRecord): LogRecord =>
  each.kind === "content" ? { ...each, weight: weighContent(each.content, plainCounter) } : each;

test("O1: old bulky results give way to a preview, and the whole can still be read", async () => {
  const { model, events, send, records } = await begin(130_000);
  model.answer(({ contents }) =>
    contents.at(-1)!.parts.some((part) => part.functionResponse)
      ? [says("Heard.")]
      : [calls("talk", { word: "w", tokens: 9_000 }, `c${contents.length}`)],
  );
  for (let turn = 0; turn < 15; turn++) await send(`turn ${turn}`);
  expect(outcome(events)).toEqual({ kind: "done" });
  const masked = ofType(events, "results-masked");
  expect(masked.length).toBeGreaterThan(0);
  expect(masked[0]!.before - masked[0]!.after).toBeGreaterThan(30_000);
  const last = model.requests.at(-1)!;
  expect(sizeOf(last)).toBeLessThan(130_000);
  const shown = outputs(last.contents);
  expect(shown[0]).toContain("<tool_output_masked>");
  expect(shown.at(-1)).not.toContain("<tool_output_masked>");
  // What stands in the Log is what was sent, and the meter says what it weighs.
  expect(outputs(contextOf(await records()).map(({ content }) => content))).toEqual(shown);
  const { meter } = ofType(events, "context-weighed").at(-1)!;
  expect(Math.abs(meter.tokens - sizeOf(last)) / meter.tokens).toBeLessThan(0.05);
  const address = /tool-output:\/\/(\w+)/.exec(shown[0]!)![1]!;
  expect(findFullOutput(await records(), address)).toHaveLength(36_000);
});

test("X3 O2: what arrives is cut to the room that is left, and the whole is kept", async () => {
  const { model, events, send, records } = await begin(20_000);
  model.script(
    [
      calls("talk", { word: "a", tokens: 9_500 }, "c1"),
      calls("talk", { word: "b", tokens: 9_500 }, "c2"),
      calls("talk", { word: "c", tokens: 40 }, "c3"),
    ],
    [says("Heard.")],
  );
  await send("go");
  expect(outcome(events)).toEqual({ kind: "done" });
  const [one, two, three] = outputs(model.requests[1]!.contents);
  expect(one).toContain("[CONTENT TRUNCATED]");
  expect(two).toContain("[CONTENT TRUNCATED]");
  expect(three).not.toContain("[CONTENT TRUNCATED]");
  expect(sizeOf(model.requests[1]!)).toBeLessThan(20_000);
  const kept = (await records()).flatMap((record) => (record.kind === "output" ? [record.text.length] : []));
  expect(kept).toEqual([38_000, 38_000]);
});

test("O2: a limit that was lowered below what is there leaves a way down without a Model", async () => {
  const { agent, model, events, send } = await begin(1_000_000);
  model.answer(({ contents }) =>
    contents.at(-1)!.parts.some((part) => part.functionResponse)
      ? [says("Heard.")]
      : [calls("talk", { word: "w", tokens: 9_000 }, `c${contents.length}`)],
  );
  for (let turn = 0; turn < 5; turn++) await send(`turn ${turn}`);
  expect(ofType(events, "results-masked")).toEqual([]);
  await agent.settings.change("model.contextLimit", 16_000);
  const { meter } = ofType(events, "context-weighed").at(-1)!;
  expect(meter.tokens).toBeGreaterThan(2 * meter.limit);
  model.answer(() => [says("Still here.")]);
  await send("and now?");
  expect(outcome(events)).toEqual({ kind: "done" });
  expect(sizeOf(model.requests.at(-1)!)).toBeLessThan(16_000);
  expect(ofType(events, "context-weighed").at(-1)!.meter.tokens).toBeLessThan(16_000);
});

test("O1 T1: results that turn out not to fit a smaller window are cut, when the server has named it", async () => {
  const { model, events, send, records } = await begin(0);
  let asked = 0;
  model.answer(({ contents }) => {
    if (++asked === 1)
      return [calls("talk", { word: "a", tokens: 9_500 }, "c1"), calls("talk", { word: "b", tokens: 9_500 }, "c2")];
    if (asked === 2)
      return [
        fails("ModelError", "The input exceeds the maximum number of tokens allowed (8192).", {
          kind: "overflow",
          limit: 8_192,
        }),
      ];
    return [says(`Heard ${contents.length}.`)];
  });
  await send("go");
  expect(outcome(events)).toEqual({ kind: "done" });
  expect(sizeOf(model.requests[2]!)).toBeLessThan(8_192);
  const shown = outputs(model.requests[2]!.contents);
  for (const output of shown)
    expect(output).toMatch(/^<untrusted_context>\n[ab] line 0[^]*\[CONTENT TRUNCATED\][^]*<\/untrusted_context>$/);
  expect((await records()).filter(({ kind }) => kind === "mask")).toHaveLength(2);
});

test("X3 O2: a result that was cut to fit leaves its room to what comes later", async () => {
  const { agent, model, events, send, records } = await begin(0);
  model.script([calls("talk", { word: "a", tokens: 9_500 }, "c1")]);
  await send("go"); // nothing is scripted for the result: the Turn fails with it pending
  await agent.settings.change("model.contextLimit", 8_000);
  model.answer(({ contents }) =>
    textOf(contents.at(-1)!).endsWith("more") ? [calls("talk", { word: "b", tokens: 4_000 }, "c2")] : [says("Heard.")],
  );
  await send("first");
  expect((await records()).filter(({ kind }) => kind === "mask")).toMatchObject([{ cut: true }]);
  await send("more");
  expect(outcome(events)).toEqual({ kind: "done" });
  expect(outputs(model.requests.at(-1)!.contents).at(-1)!.length).toBeGreaterThan(4 * 3_900);
});

test("O2: results that were left unread when the tab was closed can be cut as well", async () => {
  const { agent, model, events, send, session } = await begin(0);
  model.script([calls("talk", { word: "a", tokens: 9_500 }, "c1"), calls("talk", { word: "b", tokens: 9_500 }, "c2")]);
  await send("go"); // nothing is scripted for the results: the Turn fails with them pending
  await agent.sessions.open(session);
  await agent.settings.change("model.contextLimit", 8_000);
  model.answer(() => [says("Done.")]);
  await agent.turns.resume(ofType(events, "turn-started")[0]!.turnId);
  await idle();
  expect(outcome(events)).toEqual({ kind: "done" });
  expect(sizeOf(model.requests.at(-1)!)).toBeLessThan(8_000);
});

test("O1: where there is a way to compress, it is tried before more than X4 allows is masked", async () => {
  const { context, meter, tried } = await crowded();
  expect(tried).toEqual(["overflow"]);
  expect(context.contents).toHaveLength(1);
  expect(meter.view("m").tokens).toBeLessThan(4_000);
});

test("O1: a message that can't fit goes back into the composer unharmed, and the Turn says why", async () => {
  const { model, events, send, log, session, records } = await begin(8_000);
  model.answer(() => [says("Heard.")]);
  await send("hello");
  const long = "word ".repeat(8_000);
  await send(`  ${long}`.trim());
  expect(model.requests).toHaveLength(1);
  const [overflow] = ofType(events, "context-will-overflow");
  expect(overflow!.estimated).toBeGreaterThan(overflow!.remaining);
  expect(outcome(events)).toMatchObject({ kind: "failed", name: "ContextOverflowError" });
  expect(ofType(events, "screen-asked").map(({ request }) => request)).toEqual([
    { kind: "compose", text: long.trim() },
  ]);
  expect((await log.context(session)).map(({ content }) => textOf(content)).slice(1)).toEqual(["hello", "Heard."]);
  expect((await records()).some((record) => record.kind === "content" && textOf(record.content) === long.trim())).toBe(
    true,
  );
  expect(ofType(events, "context-weighed").at(-1)!.meter.tokens).toBeLessThan(8_000);
  await send("short again");
  expect(outcome(events)).toEqual({ kind: "done" });
});

test("O1: once something was answered, nothing is taken back", async () => {
  const { agent, model, events, send } = await begin(0, [
    { ...talk, declaration: { ...talk.declaration, description: "Talks. ".repeat(2_000) } },
  ]);
  let asked = 0;
  model.answer(() => {
    if (++asked === 1) void agent.settings.change("model.contextLimit", 3_000); // less than what stands before every request
    return [says("Let me see. ".repeat(2_000)), calls("talk", { word: "a", tokens: 100 }, "c1")];
  });
  await send("go");
  expect(outcome(events)).toMatchObject({ kind: "failed", name: "ContextOverflowError" });
  expect(ofType(events, "screen-asked")).toEqual([]);
  expect(ofType(events, "turns-rewound")).toEqual([]);
  await agent.settings.change("model.contextLimit", 100_000);
  model.answer(() => [says("Done.")]);
  await agent.turns.resume(ofType(events, "turn-started")[0]!.turnId);
  await idle();
  expect(outcome(events)).toEqual({ kind: "done" });
});
