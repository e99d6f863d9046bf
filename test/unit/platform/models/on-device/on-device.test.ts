/** The browser's own model, on a Prompt API that works as the platform's does. */
import { describe, expect, test } from "vitest";
import { modelSaid, userSaid } from "../../../../../src/core/content.js";
import type { ModelStatus } from "../../../../../src/core/models/model-status.js";
import type { ModelRequest } from "../../../../../src/core/models/model.js";
import { protocolSchema } from "../../../../../src/core/models/tool-protocol.js";
import { openOnDevice } from "../../../../../src/platform/models/on-device/on-device.js";
import { onDeviceAvailability } from "../../../../../src/platform/models/on-device/prompt-api.js";
import { expectSentence, failureIn, gather, scriptableContract, spoken } from "../../../../contract/model.js";
import { createFakeLanguageModel } from "../../../../support/fake-language-model.js";
import { blocks, calls, says } from "../../../../support/script.js";
import { onDeviceRig } from "../../../../support/on-device-rig.js";

scriptableContract("the browser's own model", async () => {
  const api = createFakeLanguageModel();
  return onDeviceRig(api, openOnDevice({ api }));
});

const never = () => new AbortController().signal;
const glob = { name: "glob", description: "Finds files.", parameters: { type: "object", properties: {} } };
const ask = (api: ReturnType<typeof createFakeLanguageModel>, request: ModelRequest) =>
  gather(openOnDevice({ api }).stream(request, never()));

describe("a request", () => {
  test("is a session that starts with what was said, asked the last of it", async () => {
    const api = createFakeLanguageModel();
    api.script([says("Fine.")]);
    await ask(api, { system: "Be brief.", contents: [userSaid("Hi"), modelSaid("Hello"), userSaid("How are you?")] });
    expect(api.created[0]!.initialPrompts).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ]);
    expect(api.asked[0]!.input).toEqual([{ role: "user", content: "How are you?" }]);
    expect(api.asked[0]!.options).not.toHaveProperty("responseConstraint");
    expect(api.sessions).toBe(0);
  });

  test("with Tools is held to the protocol's schema", async () => {
    const api = createFakeLanguageModel();
    api.script([calls("glob", { pattern: "*" })]);
    const events = await ask(api, { contents: [userSaid("Look")], tools: [glob] });
    expect(events[0]).toEqual({ type: "call", call: { name: "glob", args: { pattern: "*" } } });
    expect(api.asked[0]!.options).toMatchObject({ responseConstraint: protocolSchema([glob]) });
  });

  test("tells what it took", async () => {
    const api = createFakeLanguageModel();
    api.script([says("x".repeat(40))]);
    const usage = (await ask(api, { contents: [userSaid("Hi")] })).find(({ type }) => type === "usage");
    expect(usage).toMatchObject({ usage: { answer: 10 } });
  });
});

describe("failures", () => {
  test("T1 a prompt that exceeds the window is refused with the limit, not cut in silence", async () => {
    const api = createFakeLanguageModel({ contextWindow: 100 });
    const failure = await failureIn(ask(api, { contents: [userSaid("x".repeat(500))] }));
    expect(failure.details).toMatchObject({ kind: "overflow", limit: 100 });
    expectSentence(failure.message);
    expect(api.sessions).toBe(0);
  });

  test("T1 so is a start that exceeds it", async () => {
    const api = createFakeLanguageModel({ contextWindow: 100 });
    const failure = await failureIn(ask(api, { system: "x".repeat(500), contents: [userSaid("Hi")] }));
    expect(failure.details).toMatchObject({ kind: "overflow", limit: 100 });
  });

  test("an answer that the browser filtered ends so", async () => {
    const api = createFakeLanguageModel();
    api.script([says("Well, "), blocks("filtered")]);
    const events = await ask(api, { contents: [userSaid("Hi")] });
    expect([spoken(events), events.at(-1)]).toEqual(["Well, ", { type: "finished", reason: "safety" }]);
  });

  test.each(["NotAllowedError", "NetworkError", "NotSupportedError", "UnknownError"])(
    "%s is a sentence",
    async (name) => {
      const api = createFakeLanguageModel();
      api.failNext(new DOMException("no", name));
      const failure = await failureIn(ask(api, { contents: [userSaid("Hi")] }));
      expect(failure).toMatchObject({ name: "ModelError", details: { reason: name } });
      expectSentence(failure.message);
    },
  );
});

test("U4 the browser's download is told as it goes", async () => {
  const api = createFakeLanguageModel({ availability: "downloadable" });
  const told: ModelStatus[] = [];
  api.script([says("Here.")]);
  const model = openOnDevice({ api, onStatus: (status) => told.push(status) });
  await gather(model.stream({ contents: [userSaid("Hi")] }, never()));
  expect(told.map(({ kind, done }) => [kind, done])).toEqual([
    ["downloading", 0],
    ["downloading", 0.5],
    ["downloading", 1],
    ["ready", undefined],
  ]);
});

test("U4 a download that is stopped is the status of nothing any more, though the browser goes on with it", async () => {
  const api = createFakeLanguageModel({ availability: "downloadable", stalls: true });
  const told: ModelStatus[] = [];
  const stop = new AbortController();
  const model = openOnDevice({ api, onStatus: (status) => told.push(status) });
  const answer = failureIn(gather(model.stream({ contents: [userSaid("Hi")] }, stop.signal)));
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: "downloading", done: 0.5 });
  stop.abort();
  expect((await answer).name).toBe("AbortError");
  api.goOn();
  expect(told.at(-1)!.kind).toBe("ready");
});

test("U4 so is one that failed", async () => {
  const api = createFakeLanguageModel({ availability: "downloadable" });
  api.failNext(new DOMException("no", "NetworkError"));
  const told: ModelStatus[] = [];
  const model = openOnDevice({ api, onStatus: (status) => told.push(status) });
  await failureIn(gather(model.stream({ contents: [userSaid("Hi")] }, never())));
  expect(told.at(-1)!.kind).toBe("ready");
});

describe("availability", () => {
  test("is what the browser says", async () =>
    expect(await onDeviceAvailability(createFakeLanguageModel({ availability: "downloadable" }))).toBe("downloadable"));
  test("without the API there is none", async () => expect(await onDeviceAvailability(undefined)).toBe("unavailable"));
  test("an API that can't be asked is none", async () => {
    const refuses = { ...createFakeLanguageModel(), availability: () => Promise.reject(new TypeError("no")) };
    expect(await onDeviceAvailability(refuses)).toBe("unavailable");
  });
});
