/** Gemini's client against the wire server: what is sent, what comes back, and how streams go wrong. */
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { userSaid } from "../../../../../src/core/content.js";
import { AgentError } from "../../../../../src/core/errors.js";
import type { ModelEvent, ModelRequest } from "../../../../../src/core/models/model.js";
import { openGemini } from "../../../../../src/platform/models/gemini/gemini.js";
import type { GeminiOptions } from "../../../../../src/platform/models/gemini/gemini.js";
import { expectSentence, failureIn, gather, spoken } from "../../../../contract/model.js";
import { testKey } from "../../../../support/gemini-rig.js";
import {
  blocks,
  calls,
  cutsSocket,
  endsSilently,
  errs,
  finishes,
  raw,
  says,
  signed,
  splits,
  thinks,
  waits,
} from "../../../../support/script.js";
import type { Script } from "../../../../support/script.js";
import { overloaded } from "../../../../support/wire-errors.js";
import { openWireServer } from "../../../../support/wire-server.js";
import type { WireServer } from "../../../../support/wire-server.js";

let wire: WireServer;
beforeEach(async () => void (wire = await openWireServer()));
afterEach(() => wire.close());

const never = () => new AbortController().signal;
const gemini = (options: Partial<GeminiOptions> = {}) =>
  openGemini({ model: "gemini-2.5-flash", key: testKey, baseUrl: wire.url, ...options });
const hello: ModelRequest = { contents: [userSaid("Hello")] };
const hear = async (script: Script, options?: Partial<GeminiOptions>): Promise<readonly ModelEvent[]> => {
  await wire.script(script);
  return gather(gemini(options).stream(hello, never()), () => wire.release("heard"));
};
const endOf = async (script: Script) => (await hear(script)).at(-1);
const asked = async () => (await wire.report()).requests;

describe("what is sent", () => {
  const request: ModelRequest = {
    system: "Be brief.",
    contents: [
      userSaid("Read it"),
      {
        role: "model",
        parts: [{ functionCall: { id: "1", name: "read", args: { path: "a" } }, thoughtSignature: "c2ln" }],
      },
      { role: "user", parts: [{ functionResponse: { id: "1", name: "read", response: { output: "x" } } }] },
    ],
    tools: [
      { name: "read", description: "Reads.", parameters: { type: "object", properties: { path: { type: "string" } } } },
    ],
  };

  test("contents, signatures, system prompt and tools go as they are", async () => {
    await wire.script([says("ok")]);
    await gather(gemini().stream(request, never()));
    const [sent] = await asked();
    expect(sent!.url).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
    expect(sent!.body.contents).toEqual(request.contents);
    expect(sent!.body.systemInstruction?.parts).toEqual([{ text: "Be brief." }]);
    expect(sent!.body.tools).toEqual([
      {
        functionDeclarations: [
          { name: "read", description: "Reads.", parametersJsonSchema: request.tools![0]!.parameters },
        ],
      },
    ]);
  });

  test("thoughts are asked for, but not of a model that has none", async () => {
    await wire.script([says("ok")], [says("ok")]);
    await gather(gemini().stream(hello, never()));
    await gather(gemini({ model: "gemini-2.0-flash" }).stream(hello, never()));
    const configs = (await asked()).map(({ body }) => body.generationConfig?.thinkingConfig);
    expect(configs).toEqual([{ includeThoughts: true }, undefined]);
  });

  test("P2 the key travels in its header and nowhere else", async () => {
    await wire.script([says("ok")]);
    await gather(gemini({ key: ` ${testKey}\n` }).stream(request, never()));
    await gemini().countTokens!(request, never());
    for (const { headers, ...rest } of await asked()) {
      const { "x-goog-api-key": key, ...others } = headers;
      expect(key).toBe(testKey);
      expect(JSON.stringify([others, rest])).not.toContain(testKey);
    }
  });

  test("a base URL with a path keeps it", async () => {
    await wire.script([says("ok")]);
    await gather(gemini({ baseUrl: `${wire.url}/proxy/` }).stream(hello, never()));
    expect((await asked())[0]!.url).toMatch(/^\/proxy\/v1beta\/models\//);
  });

  test("one request an answer: the client neither goes on nor calls by itself", async () => {
    await wire.script([calls("read"), finishes("STOP")]);
    await gather(gemini().stream(request, never()));
    const candidate = { content: { role: "model", parts: [{ text: "to be" }] }, finishReason: "CONTINUATION" };
    const toBeContinued = { candidates: [{ ...candidate, continuationToken: "t1" }] };
    await wire.script([raw(`data: ${JSON.stringify(toBeContinued)}\n\n`), endsSilently()], [says("?")]);
    expect((await gather(gemini().stream(hello, never()))).at(-1)).toEqual({ type: "finished", reason: "max-tokens" });
    expect(await asked()).toHaveLength(2);
  });
});

describe("countTokens", () => {
  const words = "sixteen letters.";
  test("counts contents, system prompt and tools as the server does", async () => {
    const request = { contents: [userSaid(words)], system: words };
    expect(await gemini().countTokens!({ contents: [userSaid(words)] }, never())).toBe(4);
    expect(await gemini().countTokens!(request, never())).toBe(8);
    const [plain, whole] = await asked();
    expect(plain!.body).toEqual({ contents: [userSaid(words)] });
    expect(whole!.body.contents).toBeUndefined();
    expect(whole!.body.generateContentRequest).toMatchObject({ model: "models/gemini-2.5-flash" });
  });

  test("uses the count that the test gave, and so does usage", async () => {
    const counting = await openWireServer({ count: (body) => 1_000 + (body.contents?.length ?? 0) });
    const model = gemini({ baseUrl: counting.url });
    expect(await model.countTokens!(hello, never())).toBe(1_001);
    await counting.script([says("ok")]);
    expect(await gather(model.stream(hello, never()))).toContainEqual({
      type: "usage",
      usage: { prompt: 1_001, answer: 2_002 },
    });
    await counting.close();
  });

  test("can be stopped, and fails like a stream", async () => {
    expect((await failureIn(gemini().countTokens!(hello, AbortSignal.abort()))).name).toBe("AbortError");
    await wire.script([errs(overloaded())]);
    expect((await failureIn(gemini().countTokens!(hello, never()))).details).toMatchObject({ kind: "capacity" });
  });
});

describe("what comes back", () => {
  test("a signature without words is kept", async () => {
    expect(await hear([says("Yes"), signed(says(""), "c2ln")])).toContainEqual({
      type: "text",
      delta: "",
      signature: "c2ln",
    });
  });

  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "max-tokens"],
    ["SAFETY", "safety"],
    ["PROHIBITED_CONTENT", "safety"],
    ["RECITATION", "recitation"],
    ["MALFORMED_FUNCTION_CALL", "malformed-call"],
    ["UNEXPECTED_TOOL_CALL", "malformed-call"],
    ["OTHER", "other"],
    ["SOMETHING_NEW", "other"],
  ])("%s is %s", async (said, reason) => expect(await endOf([finishes(said)])).toEqual({ type: "finished", reason }));

  test("a blocked prompt is a reason too", async () =>
    expect(await endOf([blocks("PROHIBITED_CONTENT")])).toEqual({ type: "finished", reason: "safety" }));

  test("a call without a name is malformed", async () =>
    expect(await endOf([calls(""), says("Done."), finishes("STOP")])).toEqual({
      type: "finished",
      reason: "malformed-call",
    }));

  test("P4 whatever JSON an event holds, it ends with one reason or an AgentError, and told are strings only", async () => {
    const junk = fc.jsonValue({ maxDepth: 3 });
    const part = fc.oneof(junk, fc.record({ text: junk, thought: junk, thoughtSignature: junk }, { requiredKeys: [] }));
    const call = fc.record({ functionCall: fc.record({ name: junk, args: junk, id: junk }, { requiredKeys: [] }) });
    const content = fc.oneof(
      junk,
      fc.record({ parts: fc.oneof(junk, fc.array(fc.oneof(part, call), { maxLength: 3 })) }),
    );
    const candidate = fc.oneof(junk, fc.record({ content, finishReason: junk }, { requiredKeys: [] }));
    const usage = fc.record({ promptTokenCount: junk, candidatesTokenCount: junk, thoughtsTokenCount: junk });
    const chunk = fc.record(
      {
        candidates: fc.oneof(junk, fc.array(candidate, { maxLength: 2 })),
        usageMetadata: fc.oneof(junk, usage),
        promptFeedback: junk,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(junk, chunk), { maxLength: 3 }), async (chunks) => {
        const script = chunks.map((sent) => raw(`data: ${JSON.stringify(sent)}\n\n`));
        const events = await hear([...script, endsSilently()]).catch((error: unknown) => {
          expect(error).toBeInstanceOf(AgentError);
          expect((error as AgentError).details?.kind).not.toBe("unreachable");
          return [];
        });
        expect(events.filter(({ type }) => type === "finished").length).toBe(events.length ? 1 : 0);
        for (const event of events) {
          if (event.type === "text" || event.type === "thought") expect(event.delta).toBeTypeOf("string");
          if (event.type === "call")
            expect(event.call).toMatchObject({ name: expect.any(String), args: expect.any(Object) });
          if (event.type === "usage") expect(Object.values(event.usage).every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("comments and keep-alives between events are nothing", async () => {
    const events = await hear([raw(": still here\r\n\r\n"), says("a"), raw("\r\n\r\n: x\n\n"), says("b")]);
    expect(spoken(events)).toBe("ab");
  });

  test("bytes may be split anywhere", async () => {
    const pieces = ["wört", "er 👋🏽 古い文", "\n\ndata: {"];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        const events = await hear([splits(size), thinks("hm"), says(...pieces)]);
        expect(spoken(events)).toBe(pieces.join(""));
        expect(events.at(-1)).toEqual({ type: "finished", reason: "stop" });
      }),
      { numRuns: 15 },
    );
  });
});

describe("how streams go wrong", () => {
  const cut = { type: "finished", reason: "cut" };

  test("one that ends between events was cut, and its words are there", async () => {
    const events = await hear([says("half a "), endsSilently()]);
    expect(spoken(events)).toBe("half a ");
    expect(events.at(-1)).toEqual(cut);
  });
  test("one that ends inside an event was cut", async () => {
    const events = await hear([says("half a "), raw('data: {"candidates": [{"con'), endsSilently()]);
    expect(spoken(events)).toBe("half a ");
    expect(events.at(-1)).toEqual(cut);
  });
  test("one whose line breaks was cut", async () => {
    const events = await hear([says("half a "), waits("heard"), cutsSocket()]);
    expect(spoken(events)).toBe("half a ");
    expect(events.at(-1)).toEqual(cut);
  });
  test("one that never began was cut", async () => expect(await hear([endsSilently()])).toEqual([cut]));
  test("a line that breaks after the end takes nothing away", async () =>
    expect(await endOf([says("all"), finishes("STOP"), waits("heard"), cutsSocket()])).toEqual({
      type: "finished",
      reason: "stop",
    }));

  test("an event that is no JSON is a failure, with the words before it already told", async () => {
    await wire.script([says("so far"), raw("data: {oops\n\n"), says("never")]);
    const heard: ModelEvent[] = [];
    const failure = await failureIn(
      (async () => {
        for await (const event of gemini().stream(hello, never())) heard.push(event);
      })(),
    );
    expect(spoken(heard)).toBe("so far");
    expect(failure).toMatchObject({ name: "ModelError", details: { kind: "garbled" } });
    expectSentence(failure.message);
    expect((await wire.report()).inFlight).toBe(0);
  });

  test("an error inside the stream is the server's error", async () => {
    const failure = await failureIn(hear([says("so far"), errs(overloaded())]));
    expect(failure).toMatchObject({ name: "ModelError", details: { kind: "capacity", status: 503 } });
  });

  test("silence is given up, before the first word and after it, and the line is closed", async () => {
    for (const script of [[waits("never")], [says("well"), waits("never")]]) {
      const failure = await failureIn(hear(script, { idleAfter: 100 }));
      expect(failure).toMatchObject({ name: "TimeoutError", details: { kind: "silent" } });
      expectSentence(failure.message);
    }
    await expect.poll(async () => (await wire.report()).inFlight).toBe(0);
  });

  test("a slow answer that keeps coming is not silent, however long it takes", async () => {
    const drip: Script = Array.from({ length: 30 }, () => [waits(40), says("x")]).flat();
    expect(spoken(await hear(drip, { idleAfter: 1_000 }))).toBe("x".repeat(30));
  });

  test("bytes without words are no silence", async () => {
    const alive: Script = Array.from({ length: 30 }, () => [waits(40), raw(": alive\n\n")]).flat();
    expect(spoken(await hear([...alive, says("done")], { idleAfter: 1_000 }))).toBe("done");
  });

  test("a server that takes the request and sends not even a head can be stopped, and is given up", async () => {
    wire.answer(() => new Promise(() => undefined));
    const stop = new AbortController();
    const stopped = failureIn(gather(gemini().stream(hello, stop.signal)));
    await expect.poll(async () => (await wire.report()).inFlight).toBe(1);
    stop.abort();
    expect((await stopped).name).toBe("AbortError");
    const silent = await failureIn(gather(gemini({ idleAfter: 50 }).stream(hello, never())));
    expect(silent.name).toBe("TimeoutError");
    await expect.poll(async () => (await wire.report()).inFlight).toBe(0);
    expect((await wire.report()).aborted).toBe(2);
  });

  test("a request that the client objects to is not blamed on the network", async () => {
    const failure = await failureIn(gather(gemini().stream({ contents: [] }, never())));
    expect(failure).toMatchObject({ name: "ModelError", details: { kind: "refused" } });
    expectSentence(failure.message);
  });

  test("a server that is not there is a matter of the network", async () => {
    await wire.close();
    const failure = await failureIn(gather(gemini().stream(hello, never())));
    expect(failure).toMatchObject({ name: "OfflineError", details: { kind: "unreachable" } });
    expectSentence(failure.message);
    wire = await openWireServer();
  });

  test("an address that is none is a matter of the settings", async () => {
    const failure = await failureIn(gather(gemini({ baseUrl: "not a url" }).stream(hello, never())));
    expect(failure.name).toBe("OfflineError");
    expect(failure.message).toContain("API base URL");
  });
});
