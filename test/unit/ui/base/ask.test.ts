/** Elements have the Agent asked by one event, which carries the call and takes the answer back. */
import { expect, test } from "vitest";
import type { AgentPort } from "../../../../src/core/port/agent-port.js";
import { ask, listenFor } from "../../../../src/ui/base/events.js";

const port = { models: { list: () => Promise.resolve(["one"]) } } as unknown as AgentPort;

test("an element is given the answer, and whoever listens what to show meanwhile", async () => {
  const element = new EventTarget();
  const shown: unknown[] = [];
  listenFor(element, {
    "agent-asked": ({ busy, run, answered }) => {
      shown.push(busy);
      return run(port).then(answered);
    },
  });
  expect(await ask(element, ({ models }) => models.list(), "Looking…")).toEqual(["one"]);
  expect(shown).toEqual(["Looking…"]);
});

test("an element is given nothing where the call failed", async () => {
  const element = new EventTarget();
  listenFor(element, { "agent-asked": ({ answered }) => answered(undefined) });
  expect(await ask(element, () => Promise.reject(new Error("offline")))).toBeUndefined();
});
