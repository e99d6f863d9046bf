/** The Models that answer in a real page, through the one contract suite; what only a browser does, after it. */
import { expect, test } from "vitest";
import { userSaid } from "../../../../src/core/content.js";
import { emptyLibrary } from "../../../../src/core/librarian/library.js";
import { openOnDevice } from "../../../../src/platform/models/on-device.js";
import { createLibrarian } from "../../../../src/platform/models/librarian.js";
import { failureIn, gather, modelContract, scriptableContract, spoken } from "../../../contract/model.js";
import { createFakeLanguageModel } from "../../../support/fake-language-model.js";
import { geminiRig, testKey } from "../../../support/gemini-rig.js";
import { openOpenAiInPage } from "../../../support/openai-in-page.js";
import { openAiRig } from "../../../support/openai-rig.js";
import { cutsSocket, endsSilently, errs, raw, says, waits } from "../../../support/script.js";
import type { Script } from "../../../support/script.js";
import { rateLimited } from "../../../support/wire-errors.js";
import { openWireInPage } from "../../../support/wire-in-page.js";

modelContract("the librarian", async () => ({
  model: createLibrarian(emptyLibrary),
  atWork: async () => 0,
  begun: async () => 0,
  close: async () => undefined,
}));

scriptableContract("a local server", () => openAiRig(openOpenAiInPage));

scriptableContract("Gemini", () => geminiRig(openWireInPage));

scriptableContract("the browser's own model, put in the page", async () => {
  const api = createFakeLanguageModel();
  const own = Object.getOwnPropertyDescriptor(globalThis, "LanguageModel");
  Object.defineProperty(globalThis, "LanguageModel", { value: api, configurable: true });
  return {
    model: openOnDevice(),
    get failing() {
      api.failNext(new DOMException("The model process crashed.", "OperationError"));
      return [];
    },
    lacks: ["thoughts", "signatures", "ids", "usage", "reasons"],
    script: async (...answers) => api.script(...answers),
    atWork: async () => api.sessions,
    begun: async () => api.created.length,
    async close() {
      if (own) Object.defineProperty(globalThis, "LanguageModel", own);
      else Reflect.deleteProperty(globalThis, "LanguageModel");
    },
  };
});

const request = { contents: [userSaid("Hello")] };
const hear = async (script: Script) => {
  const rig = await geminiRig(openWireInPage);
  await rig.script(script);
  try {
    return await gather(rig.model.stream(request, new AbortController().signal));
  } finally {
    await rig.close();
  }
};

test.each<readonly [string, Script]>([
  ["ends between events", [says("half a "), endsSilently()]],
  ["ends inside an event", [says("half a "), raw('data: {"cand'), endsSilently()]],
  ["breaks", [says("half a "), waits(30), cutsSocket()]],
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
