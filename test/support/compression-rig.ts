/** A Session with something to compress, on the working fakes of agent-rig.ts. */
import { defineTool } from "../../src/agent/calls/tool.js";
import { recall } from "../../src/agent/tools/recall.js";
import type { Content } from "../../src/core/content.js";
import type { AgentEvent } from "../../src/core/port/events.js";
import type { ModelRequest } from "../../src/core/models/model.js";
import { integer, text } from "../../src/core/schema.js";
import { estimateContent } from "../../src/core/tokens/tokens.js";
import type { MemoryLog } from "./memory-log.js";
import { says, type Script } from "./script.js";
import { ofType } from "./of-type.js";
import { beginSession } from "./session-rig.js";

/** Says so many tokens, each line another. */
export const talk = defineTool({
  name: "talk",
  kind: "read",
  description: "Talks.",
  parameters: { word: text("What about"), tokens: integer("How much", 0) },
  title: ({ word }) => word,
  run: ({ word, tokens }) =>
    Promise.resolve(
      Array.from({ length: Math.ceil(tokens / 10) }, (_, at) => `${word} line ${at} says its own few words.`).join(
        "\n",
      ),
    ),
});

export const HIDDEN = "The deploy key rotates on the ninth of each month, says Odile.";

export async function begin({
  limit = 1_000_000,
  threshold,
  log,
}: { limit?: number; threshold?: unknown; log?: MemoryLog } = {}) {
  const settings = {
    "model.contextLimit": limit,
    ...(threshold !== undefined && { "model.compressionThreshold": threshold }),
  };
  const rig = await beginSession({ tools: [talk, recall], settings, ...(log && { log }) });
  const context = async () => (await rig.log.context(rig.session)).map(({ content }) => content);
  const statuses = () => ofType(rig.events, "compression-ended").map(({ status }) => status);
  return { ...rig, context, statuses };
}

export const tokensOf = (contents: readonly Content[]) =>
  contents.reduce((sum, content) => sum + estimateContent(content), 0);
export const isForSnapshot = ({ system = "" }: ModelRequest) => system.includes("<state_snapshot>");
export const meterOf = (events: readonly AgentEvent[]) => ofType(events, "context-weighed").at(-1)!.meter;
export const outcome = (events: readonly AgentEvent[]) => ofType(events, "turn-ended").at(-1)!.outcome;

/** Answers for the user, and other ones for whoever summarises. */
export const answers =
  (script: Script, snapshot: (request: ModelRequest) => Script) =>
  (request: ModelRequest): Script =>
    isForSnapshot(request) ? snapshot(request) : script;

/** About a thousand tokens that say nothing, each line in another way: no circle. */
export const LONG = Array.from(
  { length: 60 },
  (_, at) => `Remark ${at * 7919} looks at ${at * 104_729} and then at ${at * 1_299_709} too.`,
).join("\n");

/** A conversation of some thousand tokens with something to remember in it. */
export async function talkedMuch(rig: Awaited<ReturnType<typeof begin>>, turns = 8) {
  rig.model.answer(answers([says(`Noted. ${LONG}`)], () => [says("no")]));
  await rig.send("We move the shop to the new tax rules. You must never touch src/legacy/tax.ts.");
  for (let turn = 1; turn < turns; turn++) await rig.send(`The rate for region ${turn} is ${turn}.25 percent.`);
}

export const goodSnapshot = `<scratchpad>Let me see.</scratchpad>
<state_snapshot>
<overall_goal>
- Move the shop to the new tax rules. [#1]
</overall_goal>
<active_constraints>
- Never touch src/legacy/tax.ts. [#1]
</active_constraints>
<key_knowledge>
- The rate for region 1 is 1.25 percent. [#3]
</key_knowledge>
</state_snapshot>`;
