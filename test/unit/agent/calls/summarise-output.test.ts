/** X5: the output of Tools that the user names reaches the Model in few words; the whole is kept. */
import { expect, test } from "vitest";
import { summariseOutputPrompt } from "../../../../src/agent/prompts/summarise-output.js";
import { defineTool } from "../../../../src/agent/calls/tool.js";
import { readFile } from "../../../../src/agent/tools/read-file.js";
import type { ModelRequest } from "../../../../src/core/models/model.js";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, uses, type Script } from "../../../support/script.js";

const OUTPUT = `begin\n${"all is well\n".repeat(3_000)}error: it broke\nend`;
const build = defineTool({
  name: "build",
  kind: "read",
  description: "Builds.",
  parameters: {},
  title: () => "",
  run: () => Promise.resolve(OUTPUT),
});

/** One call of `build`, by a Model that answers a request for a summary as `summary` says. */
async function built(summary: Script, budgets: unknown = { build: { tokenBudget: 500 } }) {
  const rig = createRig({ tools: [build, readFile] });
  const { agent, events } = await rig.openTab();
  const { summary: session } = await agent.sessions.create();
  await agent.settings.change("model.summarizeToolOutput", budgets);
  let step = 0;
  const steps: Script[] = [
    [calls("build", {}, "c1")],
    [calls("read_file", { file_path: "tool-output://c1", end_line: 2 }, "c2")],
    [says("Done.")],
  ];
  rig.model.answer(({ system }) => (system === summariseOutputPrompt ? summary : steps[step++]!));
  await agent.turns.send({ text: "go" });
  await idle();
  const outputOf = (id: string) =>
    rig.model.requests
      .at(-1)!
      .contents.flatMap(({ parts }) => parts)
      .find(({ functionResponse }) => functionResponse?.id === id)!.functionResponse!.response!.output as string;
  const records = await rig.log.records(session.id);
  return { ...rig, agent, events, records, outputOf };
}
const isSummary = ({ system }: ModelRequest) => system === summariseOutputPrompt;

test("X5: by the Model, in a request of its own, and the whole can be read (X2, C16)", async () => {
  const { model, records, outputOf } = await built([
    says("It ended. <error>error: it broke</error>"),
    uses({ prompt: 9_000, answer: 20 }),
  ]);
  expect(outputOf("c1")).toContain("It ended. <error>error: it broke</error>");
  expect(outputOf("c1")).toContain("tool-output://c1");
  expect(outputOf("c1").length).toBeLessThan(300);
  expect(records).toContainEqual(expect.objectContaining({ kind: "output", call: "c1", text: OUTPUT }));
  expect(outputOf("c2")).toContain("begin\nall is well");
  expect(records).toContainEqual(
    expect.objectContaining({ kind: "aside", role: "summary", usage: { prompt: 9_000, answer: 20 } }),
  );
  const [asked] = model.requests.filter(isSummary);
  expect(asked!.tools).toBeUndefined();
  expect(asked!.contents[0]!.parts[0]!.text).toContain("At most 500 tokens");
});

test.each<[string, Script]>([
  ["fails", [fails("ModelError", "Overloaded.", { kind: "capacity" })]],
  ["says nothing", [says(" ")]],
])("X5: by rules where the Model %s", async (_, script) => {
  const { outputOf, records } = await built(script);
  expect(outputOf("c1")).toContain("by rules");
  expect(outputOf("c1")).toContain("<error>\nerror: it broke\n</error>\nend");
  expect(records).toContainEqual(expect.objectContaining({ kind: "output", call: "c1", text: OUTPUT }));
});

test("X5 R1: off by default, and what fits its budget stays as it is", async () => {
  for (const budgets of [{}, { build: { tokenBudget: 50_000 } }, { other: {} }]) {
    const { model, outputOf } = await built([says("Short.")], budgets);
    expect(model.requests.filter(isSummary)).toEqual([]);
    expect(outputOf("c1")).toContain("all is well\nall is well");
  }
});

test("X5: a budget that is none is refused", async () => {
  const { agent } = await createRig().openTab();
  for (const wrong of [{ a: 5 }, { a: { tokenBudget: -1 } }, [], "a"])
    await expect(agent.settings.change("model.summarizeToolOutput", wrong)).rejects.toMatchObject({
      name: "InvalidArgsError",
    });
});
