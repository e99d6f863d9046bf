/** The wire server itself: what the Model tests do not reach. */
import { GoogleGenAI } from "@google/genai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { calls, errs, says, thinks, uses, waits } from "../../support/script.js";
import { overloaded } from "../../support/wire-errors.js";
import { openWireServer } from "../../support/wire-server.js";
import type { WireServer } from "../../support/wire-server.js";

let wire: WireServer;
beforeEach(async () => void (wire = await openWireServer()));
afterEach(() => wire.close());

const client = () => new GoogleGenAI({ apiKey: "k", vertexai: false, httpOptions: { baseUrl: wire.url } });
const post = (path: string, body: unknown, signal?: AbortSignal) =>
  fetch(`${wire.url}/v1beta/models/m:${path}`, { method: "POST", body: JSON.stringify(body), signal });
const hello = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };

test("generateContent gives the same script in one piece", async () => {
  await wire.script([thinks("hm"), says("Hel", "lo"), calls("read", { path: "a" }), uses({ prompt: 9, answer: 3 })]);
  const answer = await client().models.generateContent({ model: "m", contents: "Hi" });
  expect(answer.candidates?.[0]?.content?.parts).toEqual([
    { text: "hm", thought: true },
    { text: "Hel" },
    { text: "lo" },
    { functionCall: { name: "read", args: { path: "a" } } },
  ]);
  expect(answer.candidates?.[0]?.finishReason).toBe("STOP");
  expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 });
});

test("a stream is events of JSON, each with usage so far", async () => {
  await wire.script([says("four", "more")]);
  const response = await post("streamGenerateContent?alt=sse", hello);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = (await response.text()).trim().split("\r\n\r\n");
  const usage = events.map((event) => JSON.parse(event.replace(/^data: /, "")).usageMetadata.candidatesTokenCount);
  expect(usage).toEqual([1, 2, 2]);
});

test("a stream stops at a gate until the test lets go", async () => {
  await wire.script([says("a"), waits("gate"), says("b")], [says("c")]);
  const response = await post("streamGenerateContent?alt=sse", hello);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('"a"');
  const next = reader.read();
  let isThrough = false;
  void next.then(() => (isThrough = true));
  expect(await (await post("streamGenerateContent?alt=sse", hello)).text()).toContain('"c"'); // who came later
  expect(isThrough).toBe(false);
  await wire.release("gate");
  expect((await next).value).toContain('"b"');
});

test("it tells sockets that are open from sockets that the client closed", async () => {
  await wire.script([says("a"), waits("never")], [says("b")]);
  const stop = new AbortController();
  const response = await post("streamGenerateContent?alt=sse", hello, stop.signal);
  await response.body!.getReader().read();
  expect(await wire.report()).toMatchObject({ inFlight: 1, aborted: 0 });
  stop.abort();
  await expect.poll(() => wire.report()).toMatchObject({ inFlight: 0, aborted: 1 });
  await (await post("streamGenerateContent?alt=sse", hello)).text();
  await expect.poll(() => wire.report()).toMatchObject({ inFlight: 0, aborted: 1 });
});

test("a count leaves the queue to the answers, but takes a refusal", async () => {
  await wire.script([says("kept")]);
  expect(await (await post("countTokens", hello)).json()).toMatchObject({ totalTokens: 2 });
  expect(await (await post("generateContent", hello)).text()).toContain("kept");
  await wire.script([errs(overloaded())]);
  expect((await post("countTokens", hello)).status).toBe(503);
});

test("a handler sees the request and chooses the answer", async () => {
  wire.answer(({ model, task, body }) => [says(`${model} ${task} ${body.contents?.length}`)]);
  expect(await (await post("generateContent", hello)).text()).toContain("m generateContent 1");
});

test("an unscripted request and an unknown path are refused in words", async () => {
  expect(await (await post("generateContent", hello)).text()).toContain("scripted no answer");
  expect((await fetch(`${wire.url}/v1beta/files`)).status).toBe(404);
});

test("a preflight is granted the client's headers and no others", async () => {
  const response = await fetch(`${wire.url}/v1beta/models/m:generateContent`, {
    method: "OPTIONS",
    headers: { origin: "http://127.0.0.1:4173", "access-control-request-headers": "x-goog-api-key" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-headers")?.split(", ")).toEqual([
    "content-type",
    "x-goog-api-client",
    "x-goog-api-key",
  ]);
  expect((await wire.report()).preflights).toEqual(["x-goog-api-key"]);
});
