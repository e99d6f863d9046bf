/** The Models that answer in a real page, through the one contract suite; what only a browser does, after it. */
import { expect, test } from "vitest";
import { modelSaid, userSaid } from "../../../../src/core/content.js";
import { emptyLibrary } from "../../../support/empty-library.js";
import { linkGemini } from "../../../../src/platform/models/gemini/gemini-link.js";
import { openOnDevice } from "../../../../src/platform/models/on-device/on-device.js";
import { createLibrarian } from "../../../../src/platform/models/librarian/librarian.js";
import { failureIn, gather, modelContract, scriptableContract, spoken } from "../../../contract/model.js";
import { createFakeLanguageModel } from "../../../support/fake-language-model.js";
import { geminiRig, testKey } from "../../../support/gemini-rig.js";
import { openOpenAiInPage } from "../../../support/server-in-page.js";
import { openAiRig } from "../../../support/openai-rig.js";
import { onDeviceRig } from "../../../support/on-device-rig.js";
import { cutsSocket, endsSilently, errs, raw, says, waits } from "../../../support/script.js";
import type { Script } from "../../../support/script.js";
import { rateLimited } from "../../../support/wire-errors.js";
import { openWireInPage } from "../../../support/server-in-page.js";

modelContract("the librarian", async () => ({
  model: createLibrarian(emptyLibrary),
  atWork: async () => 0,
  begun: async () => 0,
  close: async () => undefined,
}));

scriptableContract("a local server", () => openAiRig(openOpenAiInPage));

scriptableContract("Gemini", () => geminiRig(openWireInPage));

scriptableContract("Gemini in its thread", () => linkedRig());

scriptableContract("the browser's own model, put in the page", async () => {
  const api = createFakeLanguageModel();
  const own = Object.getOwnPropertyDescriptor(globalThis, "LanguageModel");
  Object.defineProperty(globalThis, "LanguageModel", { value: api, configurable: true });
  return onDeviceRig(api, openOnDevice(), () => {
    if (own) Object.defineProperty(globalThis, "LanguageModel", own);
    else Reflect.deleteProperty(globalThis, "LanguageModel");
  });
});

/** Gemini as the app asks it. */
async function linkedRig() {
  const link = linkGemini();
  const rig = await geminiRig(openWireInPage, link.open);
  const close = async () => {
    await rig.close();
    link.stop();
  };
  return { ...rig, link, close };
}

const request = { contents: [userSaid("Hello")] };
const hear = async (script: Script) => {
  const rig = await geminiRig(openWireInPage);
  await rig.script(script);
  try {
    const events = rig.model.stream(request, new AbortController().signal);
    return await gather(events, () => rig.wire.release("heard"));
  } finally {
    await rig.close();
  }
};

test.each<readonly [string, Script]>([
  ["ends between events", [says("half a "), endsSilently()]],
  ["ends inside an event", [says("half a "), raw('data: {"cand'), endsSilently()]],
  ["breaks", [says("half a "), waits("heard"), cutsSocket()]],
])("a stream that %s was cut, and its words are there", async (_how, script) => {
  const events = await hear(script);
  expect(spoken(events)).toBe("half a ");
  expect(events.at(-1)).toEqual({ type: "finished", reason: "cut" });
});

test("a refusal is read through CORS, with the wait it asks for", async () => {
  expect((await failureIn(hear([errs(rateLimited(20))]))).details).toMatchObject({ kind: "rate", retryAfter: 20_000 });
});

test("a server that is not there is a matter of the network", async () => {
  const rig = await geminiRig(openWireInPage);
  await rig.close();
  const failure = await failureIn(gather(rig.model.stream(request, new AbortController().signal)));
  expect(failure).toMatchObject({ name: "OfflineError", details: { kind: "unreachable" } });
});

test("P2 a page sends the key in its header alone, and asks leave for no header that a server does not know", async () => {
  const rig = await geminiRig(openWireInPage);
  await rig.script([says("ok")]);
  await gather(rig.model.stream(request, new AbortController().signal));
  const { requests, preflights } = await rig.wire.report();
  await rig.close();
  const { "x-goog-api-key": key, ...headers } = requests[0]!.headers;
  expect(key).toBe(testKey);
  expect(JSON.stringify([headers, requests[0]!.url, requests[0]!.body])).not.toContain(testKey);
  expect(headers).not.toHaveProperty("cookie");
  expect(headers).not.toHaveProperty("referer");
  expect(preflights).toEqual(["content-type,x-goog-api-client,x-goog-api-key"]);
});

test("a thread that dies under a request ends it by a sentence, and the next request starts another", async () => {
  const rig = await linkedRig();
  await rig.script([says("half a "), waits("never")], [says("whole")]);
  const heard: string[] = [];
  const speaking = (async () => {
    for await (const event of rig.model.stream(request, new AbortController().signal)) {
      if (event.type === "text") heard.push(event.delta);
      rig.link.stop();
    }
  })();
  expect(await failureIn(speaking)).toMatchObject({ name: "OfflineError", details: { kind: "unreachable" } });
  expect(heard).toEqual(["half a "]);
  expect(spoken(await gather(rig.model.stream(request, new AbortController().signal)))).toBe("whole");
  await rig.close();
});

test("what the thread has been sent is not sent again, and the server gets all of it", async () => {
  const rig = await linkedRig();
  await rig.script([says("one")], [says("two")]);
  const posted: number[] = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    posted.push(JSON.stringify(args[0]).length);
    Reflect.apply(postMessage, this, args);
  };
  try {
    const long = userSaid("word ".repeat(100_000));
    const never = () => new AbortController().signal;
    await gather(rig.model.stream({ contents: [long] }, never()));
    await gather(rig.model.stream({ contents: [long, modelSaid("one"), userSaid("And?")] }, never()));
    const { requests } = await rig.wire.report();
    expect(requests.map(({ body }) => (body as { contents: unknown[] }).contents.length)).toEqual([1, 3]);
    expect(JSON.stringify(requests[1]!.body)).toContain("word word word");
    expect(posted[0]).toBeGreaterThan(500_000);
    expect(posted[1]).toBeLessThan(2_000);
  } finally {
    Worker.prototype.postMessage = postMessage;
    await rig.close();
  }
});
