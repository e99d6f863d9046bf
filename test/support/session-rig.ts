/** A Session on the working fakes of agent-rig.ts: messages are sent and calls approved, each until nothing is under way. */
import type { Approval } from "../../src/core/policy/approval.js";
import { createRig } from "./agent-rig.js";
import { idle } from "./idle.js";
import type { Script } from "./script.js";

type RigOptions = NonNullable<Parameters<typeof createRig>[0]>;

/** `settings`: what the user has set before. */
export async function beginSession({
  settings = {},
  ...options
}: RigOptions & { readonly settings?: Readonly<Record<string, unknown>> } = {}) {
  const rig = createRig(options);
  const tab = await rig.openTab();
  for (const [key, value] of Object.entries(settings)) await tab.agent.settings.change(key, value);
  const { summary } = await tab.agent.sessions.create();
  const send = async (text: string) => {
    await tab.agent.turns.send({ text });
    await idle();
  };
  /** A message that is answered so, a script for each step. */
  const ask = async (...script: readonly Script[]) => {
    rig.model.script(...script);
    await send("go");
  };
  const approve = async (callId: string, approval: Approval) => {
    await tab.agent.calls.approve(callId, approval);
    await idle();
  };
  return { ...rig, ...tab, session: summary.id, send, ask, approve };
}
