/** Keeps a door open: the Agent runs in a worker as it does in the page, since the UI sees only its port. */
import { proxy, wrap } from "comlink";
import { expect, test } from "vitest";
import type { AgentPort } from "../../src/core/port/agent-port.js";
import type { AgentEvent } from "../../src/core/port/events.js";
import { breachesIn } from "../support/event-laws.js";
import workerUrl from "../support/agent.worker.ts?worker&url";

test("an Agent in a worker answers over its port, and its events keep their laws", async () => {
  const worker = new Worker(workerUrl, { type: "module" });
  // A subject is a path to its methods there: comlink types it as a promise, and calls it as the page does.
  const port = wrap<AgentPort>(worker) as unknown as AgentPort;
  const events: AgentEvent[] = [];
  await port.subscribe(proxy((event: AgentEvent) => void events.push(event)));
  const start = await port.start();
  expect(start.storage.kind).toBe("ready");
  await port.sessions.create();
  await port.turns.send({ text: "hello" });
  await expect.poll(() => events.some(({ type }) => type === "turn-ended")).toBe(true);
  expect(breachesIn(events)).toEqual([]);
  await expect(port.sessions.open("unknown")).rejects.toMatchObject({ name: "NotFoundError" });
  worker.terminate();
});
