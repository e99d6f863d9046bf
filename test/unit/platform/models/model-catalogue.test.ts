/** G4: which Models there are to choose from, and what each needs. */
import { afterEach, describe, expect, test } from "vitest";
import { userSaid } from "../../../../src/core/content.js";
import { readSettings } from "../../../../src/core/settings/settings.js";
import { emptyLibrary } from "../../../support/empty-library.js";
import { createModelCatalogue } from "../../../../src/platform/models/model-catalogue.js";
import { expectSentence, failureIn, gather, spoken } from "../../../contract/model.js";
import { createFakeLanguageModel } from "../../../support/fake-language-model.js";
import { openOpenAiServer } from "../../../support/openai-server.js";
import type { OpenAiServer, OpenAiServerOptions } from "../../../support/openai-server.js";
import { calls, says } from "../../../support/script.js";

const open: OpenAiServer[] = [];
afterEach(async () => {
  Reflect.deleteProperty(globalThis, "LanguageModel");
  await Promise.all(open.splice(0).map((server) => server.close()));
});
const serve = async (options?: OpenAiServerOptions) => {
  const server = await openOpenAiServer(options);
  open.push(server);
  return server;
};

const catalogueOf = (stored: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
  createModelCatalogue({
    vault: { read: async (name) => secrets[name], has: async (name) => name in secrets },
    chosen: () => readSettings(stored),
    library: emptyLibrary,
    onStatus: () => undefined,
  });
const names = async (...args: Parameters<typeof catalogueOf>) =>
  (await catalogueOf(...args).list()).map(({ name }) => name);
const never = () => new AbortController().signal;

test("with nothing set there are the librarian and Gemini", async () =>
  expect(await names()).toEqual(["librarian", "auto", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite"]));

test("an unknown name is not found", async () =>
  expect((await failureIn(catalogueOf().open("gpt-0"))).name).toBe("NotFoundError"));

describe("a Gemini that is not listed", () => {
  const key = { gemini: "k" };
  const gateway = { "model.baseUrl": "https://gateway.example" };
  test.each([
    ["gemini-3-pro-preview", {}],
    ["gemma-4-31b-it", {}],
    ["models/experimental-7", {}],
    ["team/large-2", gateway],
  ])("%s can be opened with the key", async (name, stored) => {
    const model = await catalogueOf(stored, key).open(name);
    expect([model.name, model.remote]).toEqual([name, true]);
  });

  test("needs the key as all of them do", async () =>
    expect((await failureIn(catalogueOf().open("gemini-3-pro-preview"))).name).toBe("NotAllowedError"));

  test("any other name is one only behind an address of the user's, and never one of this device", async () => {
    expect((await failureIn(catalogueOf({}, key).open("team/large-2"))).name).toBe("NotFoundError");
    expect((await failureIn(catalogueOf(gateway, key).open("file/"))).message).toMatch(/GGUF/);
    expect((await failureIn(catalogueOf(gateway, key).open("local/x"))).message).toMatch(/local server/);
    expect((await failureIn(catalogueOf(gateway, key).open("gemini-3/../../secrets"))).name).toBe("NotFoundError");
  });

  test("is listed while it is chosen", async () => {
    const listed = await catalogueOf({ "model.name": "gemini-3-pro-preview" }).list();
    expect(listed.slice(5)).toEqual([
      expect.objectContaining({ name: "gemini-3-pro-preview", label: "gemini-3-pro-preview", remote: true }),
    ]);
    expect(listed[5]!.unavailable).toMatch(/API key/);
    expect(await names({ "model.name": "nobody" })).toHaveLength(5);
  });
});

describe("a local server", () => {
  test("shows its models, and the one that was set", async () => {
    const { url } = await serve({ models: ["qwen2.5:7b", "llama3.2"] });
    const shown = await names({ "model.localServer": url, "model.localServerModel": "mine" });
    expect(shown.slice(5)).toEqual(["local/mine", "local/qwen2.5:7b", "local/llama3.2"]);
  });

  test("that is not there is shown, with why it can't be used", async () => {
    const { url, close } = await openOpenAiServer();
    await close();
    const entry = (await catalogueOf({ "model.localServer": url, "model.localServerModel": "mine" }).list()).at(-1);
    expect(entry).toMatchObject({ name: "local/mine", remote: false });
    expectSentence(entry!.unavailable!);
  });

  test("answers by its name in the catalogue, with its key", async () => {
    const server = await serve();
    await server.script([says("Here.")]);
    const model = await catalogueOf({ "model.localServer": server.url }, { localServer: "k" }).open("local/tiny:1b");
    expect([model.name, model.remote]).toEqual(["local/tiny:1b", false]);
    expect(spoken(await gather(model.stream({ contents: [userSaid("Hi")] }, never())))).toBe("Here.");
    const { requests } = await server.report();
    expect(requests[0]).toMatchObject({ body: { model: "tiny:1b" }, headers: { authorization: "Bearer k" } });
  });

  test("what it refuses is learnt once, though the Model is opened anew", async () => {
    const server = await serve({ offers: "schema" });
    await server.script([calls("glob")], [calls("glob")]);
    const catalogue = catalogueOf({ "model.localServer": server.url });
    const tools = [{ name: "glob", description: "Finds.", parameters: { type: "object", properties: {} } }];
    for (let time = 0; time < 2; time++) {
      const model = await catalogue.open("local/tiny:1b");
      await gather(model.stream({ contents: [userSaid("Hi")], tools }, never()));
    }
    const { requests } = await server.report();
    expect(requests.map(({ body }) => "tools" in body)).toEqual([true, false, false]);
  });

  test("without an address its models can't be opened", async () =>
    expect((await failureIn(catalogueOf().open("local/tiny:1b"))).name).toBe("NotAllowedError"));
});

describe("the browser's own model", () => {
  const put = (availability: Availability) => {
    const api = createFakeLanguageModel({ availability });
    Object.defineProperty(globalThis, "LanguageModel", { value: api, configurable: true });
    return api;
  };
  test.each(["available", "downloadable", "downloading"] as const)("is shown where it is %s", async (availability) => {
    put(availability);
    expect(await names()).toContain("browser");
  });
  test("is not shown where the browser knows its name and has none", async () => {
    put("unavailable");
    expect(await names()).not.toContain("browser");
  });
  test("answers", async () => {
    put("available").script([says("Here.")]);
    const model = await catalogueOf().open("browser");
    expect(spoken(await gather(model.stream({ contents: [userSaid("Hi")] }, never())))).toBe("Here.");
  });
});

test("a model file that was not picked yet can't be opened", async () => {
  const failure = await failureIn(catalogueOf().open("file/"));
  expect(failure.name).toBe("NotAllowedError");
  expectSentence(failure.message);
});
