/** A local server's Model against the OpenAI-style server: what is sent, what comes back, and how it goes wrong. */
import { afterEach, describe, expect, test } from "vitest";
import { userSaid } from "../../../../../src/core/content.js";
import type { ModelEvent, ModelRequest } from "../../../../../src/core/models/model.js";
import { protocolWords } from "../../../../../src/core/models/tool-protocol.js";
import { apiUrl, listOpenAiModels, openOpenAi } from "../../../../../src/platform/models/local-server/openai-server.js";
import type { OpenAiOptions } from "../../../../../src/platform/models/local-server/openai-server.js";
import { expectSentence, failureIn, gather, spoken } from "../../../../contract/model.js";
import * as refusals from "../../../../support/openai-refusals.js";
import { openOpenAiServer } from "../../../../support/openai-server.js";
import type { OpenAiServer, OpenAiServerOptions } from "../../../../support/openai-server.js";
import { calls, cutsSocket, errs, finishes, raw, says, splits, waits } from "../../../../support/script.js";
import type { Script } from "../../../../support/script.js";
import { tooLongTexts } from "../../../../support/too-long.js";

const open: OpenAiServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))));
const serve = async (options?: OpenAiServerOptions) => {
  const server = await openOpenAiServer(options);
  open.push(server);
  return server;
};

const never = () => new AbortController().signal;
const hello: ModelRequest = { contents: [userSaid("Hello")] };
const glob = {
  name: "glob",
  description: "Finds files.",
  parameters: { type: "object", properties: { pattern: { type: "string" } }, required: ["pattern"] },
};
const withTools: ModelRequest = { system: "Be brief.", contents: [userSaid("What is here?")], tools: [glob] };

async function hear(
  script: Script,
  options: Partial<OpenAiOptions> = {},
  request = hello,
): Promise<readonly ModelEvent[]> {
  const server = open.at(-1) ?? (await serve());
  await server.script(script);
  const model = openOpenAi({ baseUrl: server.url, model: "tiny:1b", ...options });
  return gather(model.stream(request, never()), () => server.release("heard"));
}
const asked = async () => (await open.at(-1)!.report()).requests;

describe("what is sent", () => {
  test("words, calls and results, each call with an id that its result names", async () => {
    await hear(
      [says("ok")],
      {},
      {
        ...withTools,
        contents: [
          userSaid("What is here?"),
          {
            role: "model",
            parts: [
              { text: "hm", thought: true },
              { text: "I look." },
              { functionCall: { name: "glob", args: { pattern: "*" } } },
            ],
          },
          { role: "user", parts: [{ functionResponse: { name: "glob", response: { output: "a.ts" } } }] },
          { role: "user", parts: [{ text: "And this?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
        ],
      },
    );
    const [{ body }] = (await asked()) as [Awaited<ReturnType<typeof asked>>[number]];
    expect(body.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is here?" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [{ id: "call_0", type: "function", function: { name: "glob", arguments: '{"pattern":"*"}' } }],
      },
      { role: "tool", tool_call_id: "call_0", content: "a.ts" },
      {
        role: "user",
        content: [
          { type: "text", text: "And this?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        ],
      },
    ]);
    expect(body.tools).toEqual([{ type: "function", function: glob }]);
    expect(body).toMatchObject({ model: "tiny:1b", stream: true, stream_options: { include_usage: true } });
  });

  test("the key goes in its header, and only if there is one", async () => {
    await hear([says("ok")], { key: "local-secret" });
    await hear([says("ok")]);
    const headers = (await asked()).map((request) => request.headers.authorization);
    expect(headers).toEqual(["Bearer local-secret", undefined]);
  });

  test.each([
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
    ["http://localhost:1234/v1/", "http://localhost:1234/v1"],
    [" https://box.example/api/v1 ", "https://box.example/api/v1"],
  ])("the address %s is asked as %s", (given, api) => expect(apiUrl(given)).toBe(api));

  test("U8 only what is not on this machine needs the network", () => {
    const remote = (baseUrl: string) => openOpenAi({ baseUrl, model: "m" }).remote;
    expect(
      ["http://localhost:1", "http://127.0.0.1:1/v1", "http://[::1]:1", "https://box.example"].map(remote),
    ).toEqual([false, false, false, true]);
  });
});

describe("tools that the server refuses", () => {
  const script: Script = [calls("glob", { pattern: "*" })];
  const call = { type: "call", call: { name: "glob", args: { pattern: "*" } } };

  test("go by the protocol, held to its schema, and from then on at once", async () => {
    const server = await serve({ offers: "schema" });
    await server.script(script, [says("Two files.")]);
    const model = openOpenAi({ baseUrl: server.url, model: "tiny:1b" });
    expect(await gather(model.stream(withTools, never()))).toEqual([call, { type: "finished", reason: "stop" }]);
    expect(spoken(await gather(model.stream(withTools, never())))).toBe("Two files.");
    const bodies = (await asked()).map(({ body }) => body);
    expect(bodies.map((body) => [!!body.tools, !!body.response_format])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(bodies[1]!.messages![0]).toEqual({ role: "system", content: `Be brief.\n\n${protocolWords([glob])}` });
  });

  test("go by words alone where it refuses schemas too", async () => {
    await serve({ offers: "words" });
    const said = [says('```json\n{"tool": "glob", "args": {"pattern": "*"}}\n```')];
    expect(await hear(said, {}, withTools)).toEqual([call, { type: "finished", reason: "stop" }]);
    expect(await asked()).toHaveLength(3);
  });

  test("a refusal of anything else is a failure", async () => {
    const failure = await failureIn(hear([errs(refusals.plainWords())], {}, withTools));
    expect(failure.message).toContain("invalid message format");
    expect(await asked()).toHaveLength(1);
  });
});

describe("failures", () => {
  test.each([
    ["a model that is not there", refusals.noSuchLocalModel("tiny:1b"), { kind: "no-model", status: 404 }],
    ["one that still loads", refusals.stillLoading(), { kind: "capacity", status: 503 }],
    ["a server that broke", refusals.broken(), { kind: "server", status: 500 }],
    ["too many requests", refusals.tooMany(), { kind: "rate", retryAfter: 7_000 }],
    [
      "T1 a prompt that is too long, by fields",
      refusals.contextExceeded(9_000, 4_096),
      { kind: "overflow", limit: 4_096, sent: 9_000 },
    ],
    ["T1 a prompt that is too long, by words", refusals.contextTooShort(8_192), { kind: "overflow", limit: 8_192 }],
    ["a framework's words", refusals.detailWords(), { kind: "refused", status: 422 }],
  ])("%s", async (_what, refusal, details) => {
    const failure = await failureIn(hear([errs(refusal)]));
    expect(failure).toMatchObject({ name: "ModelError", details });
    expectSentence(failure.message);
  });

  test.each(tooLongTexts)(
    "T1 too long in any words, with its limit and its count: %s",
    async (message, limit, sent) => {
      const { details } = await failureIn(hear([errs({ status: 400, body: { error: { message } } })]));
      expect(details).toMatchObject({ kind: "overflow", limit });
      expect(details?.sent).toBe(sent);
    },
  );

  test("T1 too long by its code alone", async () => {
    const error = { message: "Reduce the length.", type: "invalid_request_error", code: "context_length_exceeded" };
    expect((await failureIn(hear([errs({ status: 400, body: { error } })]))).details).toMatchObject({
      kind: "overflow",
    });
  });

  test("P2 a key that is refused is not repeated", async () => {
    const failure = await failureIn(hear([errs(refusals.wrongKey("local-secret"))], { key: "local-secret" }));
    expect(failure.details).toMatchObject({ kind: "key" });
    expect(JSON.stringify([failure.message, failure.cause])).not.toContain("local-secret");
  });

  test("an error inside the stream ends it", async () =>
    expect((await failureIn(hear([says("half"), errs(refusals.broken())]))).details).toMatchObject({ kind: "server" }));

  test("a server that is not there is a matter of the network", async () => {
    const { url, close } = await openOpenAiServer();
    await close();
    expect(await failureIn(hear([], { baseUrl: url }))).toMatchObject({
      name: "OfflineError",
      details: { kind: "unreachable" },
    });
  });

  test("what is no answer says so", async () =>
    expect((await failureIn(hear([raw("data: <html>\n\n")]))).details).toEqual({ kind: "garbled" }));

  test("a server that falls silent is given up", async () => {
    const failure = await failureIn(hear([says("one"), waits("never")], { idleAfter: 50 }));
    expect(failure).toMatchObject({ name: "TimeoutError", details: { kind: "silent" } });
  });
});

describe("streams", () => {
  test("however the bytes are cut, words and calls are the same", async () => {
    const script: Script = [splits(3), says("Zwölf ", "Häuser 👋"), calls("glob", { pattern: "ü*" }, "c")];
    expect(await hear(script, {}, withTools)).toEqual([
      { type: "text", delta: "Zwölf " },
      { type: "text", delta: "Häuser 👋" },
      { type: "call", call: { id: "c", name: "glob", args: { pattern: "ü*" } } },
      { type: "finished", reason: "stop" },
    ]);
  });

  test("a line that breaks is a cut, and its words are there", async () => {
    const events = await hear([says("half a "), waits("heard"), cutsSocket()]);
    expect([spoken(events), events.at(-1)]).toEqual(["half a ", { type: "finished", reason: "cut" }]);
  });

  test("a call that can't be read is malformed", async () => {
    const call = { index: 0, id: "c", function: { name: "glob", arguments: '{"pat' } };
    const chunk = { choices: [{ delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] };
    expect(await hear([raw(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)])).toEqual([
      { type: "finished", reason: "malformed-call" },
    ]);
  });

  test("two calls that come under one index, as Ollama sends them, are two", async () => {
    const chunk = (id: string, pattern: string) => {
      const call = {
        index: 0,
        id,
        type: "function",
        function: { name: "glob", arguments: JSON.stringify({ pattern }) },
      };
      return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant", content: "", tool_calls: [call] } }] })}\n\n`;
    };
    const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`;
    expect(await hear([raw(chunk("a", "*.ts") + chunk("b", "*.md") + end)], {}, withTools)).toEqual([
      { type: "call", call: { id: "a", name: "glob", args: { pattern: "*.ts" } } },
      { type: "call", call: { id: "b", name: "glob", args: { pattern: "*.md" } } },
      { type: "finished", reason: "stop" },
    ]);
  });

  test("a call cut by the end of the room says max-tokens", async () => {
    await serve({ offers: "words" });
    const events = await hear([says('{"tool":"glob","args":{"pa'), finishes("MAX_TOKENS")], {}, withTools);
    expect(events).toEqual([{ type: "finished", reason: "max-tokens" }]);
  });

  test("an answer in one piece is taken as well", async () => {
    await serve({ whole: true });
    expect(await hear([says("Here."), calls("glob", { pattern: "*" }, "c")], {}, withTools)).toEqual([
      { type: "text", delta: "Here." },
      { type: "call", call: { id: "c", name: "glob", args: { pattern: "*" } } },
      { type: "finished", reason: "stop" },
    ]);
  });
});

describe("the models of a server", () => {
  test("are listed by their names", async () => {
    const { url } = await serve({ models: ["qwen2.5:7b", "llama3.2"] });
    expect(await listOpenAiModels({ baseUrl: url }, never())).toEqual(["qwen2.5:7b", "llama3.2"]);
  });
  test("a server that is not there says so", async () => {
    const { url, close } = await openOpenAiServer();
    await close();
    const failure = await failureIn(listOpenAiModels({ baseUrl: url }, never()));
    expect(failure.name).toBe("OfflineError");
    expectSentence(failure.message);
  });
});
