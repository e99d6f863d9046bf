/** The web's two ways through Gemini, against the wire server; and pages that are fetched directly. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createGeminiWeb } from "../../../../../src/platform/models/gemini/gemini-web.js";
import type { WebRequest } from "../../../../../src/core/sandbox/web.js";
import { testKey } from "../../../../support/gemini-rig.js";
import { errs, raw, says, uses, waits } from "../../../../support/script.js";
import { internalError } from "../../../../support/wire-errors.js";
import { openWireServer, type WireServer } from "../../../../support/wire-server.js";

let wire: WireServer;
beforeEach(async () => void (wire = await openWireServer()));
afterEach(() => wire.close());

const never = new AbortController().signal;
const quiet = { progress: () => undefined, asked: async () => undefined };

/** Gemini is asked for real; any other address is answered by `pages`, or refused as CORS refuses. */
function open(pages: Record<string, () => Response> = {}, asked: { url: string; init?: RequestInit }[] = []) {
  return createGeminiWeb({
    access: async () => ({ key: testKey, baseUrl: wire.url }),
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.startsWith(wire.url)) return fetch(input, init);
      asked.push({ url, init });
      const page = pages[url];
      if (!page) throw new TypeError("Failed to fetch");
      return page();
    },
  });
}
const html = (body: string, type = "text/html; charset=utf-8", status = 200) =>
  new Response(body, { status, headers: { "content-type": type } });

/** A chunk of a stream, with what a grounded answer carries beside its text. */
const chunk = (candidate: object) =>
  raw(`data: ${JSON.stringify({ candidates: [{ index: 0, ...candidate }] })}\r\n\r\n`);

describe("a search", () => {
  const grounded = chunk({
    content: { role: "model", parts: [{ text: "Feigen sind süß. They ripen in August." }] },
    finishReason: "STOP",
    groundingMetadata: {
      groundingChunks: [{ web: { uri: "https://a.example/", title: "A" } }, { web: { uri: "https://b.example/" } }, {}],
      // In bytes: “ü” and “ß” are two each.
      groundingSupports: [
        { segment: { endIndex: 18 }, groundingChunkIndices: [0] },
        { segment: { endIndex: 40 }, groundingChunkIndices: [0, 1] },
      ],
    },
  });

  test("comes back with its sources where they belong", async () => {
    await wire.script([grounded]);
    expect(await open().search("figs", quiet, never)).toEqual({
      text: "Feigen sind süß.[1] They ripen in August.[1][2]",
      sources: [
        { address: "https://a.example/", title: "A" },
        { address: "https://b.example/", title: "" },
      ],
      how: expect.stringContaining("Google Search"),
    });
  });

  test("is a request of its own: the question, the model's search, and no tool of ours (C16)", async () => {
    await wire.script([grounded]);
    await open().search("figs", quiet, never);
    const { requests } = await wire.report();
    expect(requests.length).toBe(1);
    const { body, url } = requests[0]!;
    expect(body.tools).toEqual([{ googleSearch: {} }]);
    expect(body.contents).toEqual([{ role: "user", parts: [{ text: "figs" }] }]);
    expect(body.systemInstruction).toBeUndefined();
    expect(url).not.toContain(testKey);
  });

  test("tells what it has used, also where it fails (C16)", async () => {
    const asked: WebRequest[] = [];
    const witness = { ...quiet, asked: async (request: WebRequest) => void asked.push(request) };
    await wire.script([says("Figs."), uses({ prompt: 70, answer: 9 })]);
    await open().search("figs", witness, never);
    await wire.script([errs(internalError())]);
    await expect(open().search("figs", witness, never)).rejects.toMatchObject({ name: "ModelError" });
    expect(asked).toMatchObject([
      { model: "gemini-2.5-flash", usage: { prompt: 70, answer: 9 }, ms: expect.any(Number) as number },
      { model: "gemini-2.5-flash", failed: expect.stringMatching(/\w/) as string },
    ]);
    expect(asked[0]!.failed).toBeUndefined();
  });

  test("that fails says why, without the key", async () => {
    await wire.script([errs(internalError())]);
    const failed = open().search("figs", quiet, never);
    await expect(failed).rejects.toMatchObject({ name: "ModelError" });
    await expect(failed).rejects.not.toThrow(testKey);
    await wire.script([says("")]);
    await expect(open().search("figs", quiet, never)).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("is stopped when the user says so", async () => {
    await wire.script([waits("never"), says("late")]);
    const stop = new AbortController();
    const searching = open().search("figs", quiet, stop.signal);
    await expect.poll(async () => (await wire.report()).inFlight).toBe(1);
    stop.abort();
    await expect(searching).rejects.toMatchObject({ name: "AbortError" });
  });

  test("needs a key", async () => {
    const web = createGeminiWeb({ access: async () => undefined });
    await expect(web.search("figs", quiet, never)).rejects.toMatchObject({ name: "NotAllowedError" });
  });

  test("that comes back as nonsense is taken for what it is worth (P4)", async () => {
    const odd = chunk({
      content: { parts: [{ text: "words" }, null, { text: 5 }] },
      groundingMetadata: {
        groundingChunks: [null, { web: { uri: 7 } }],
        groundingSupports: [{ segment: { endIndex: 9e9 }, groundingChunkIndices: [0] }],
      },
    });
    await wire.script([odd]);
    expect(await open().search("x", quiet, never)).toMatchObject({
      text: expect.stringContaining("words"),
      sources: [],
    });
  });
});

describe("a page", () => {
  test("that lets itself be read is fetched, without cookies or referrer, and no Model is asked", async () => {
    const asked: { url: string; init?: RequestInit }[] = [];
    const web = open({ "https://a.example/x": () => html("<title>T</title><h1>Figs</h1><p>Sweet.") }, asked);
    expect(await web.read("https://a.example/x#part", "", quiet, never)).toEqual({
      text: "# Figs\n\nSweet.",
      sources: [{ address: "https://a.example/x", title: "T" }],
      how: expect.stringContaining("its own words"),
    });
    // A redirection may lead into the user's own network.
    expect(asked[0]!.init).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" });
    expect((await wire.report()).requests).toEqual([]);
  });

  test("on GitHub is the file's own text", async () => {
    const web = open({ "https://raw.githubusercontent.com/o/r/main/a.md": () => html("# A <b>", "text/plain") });
    expect((await web.read("https://github.com/o/r/blob/main/a.md", "", quiet, never)).text).toBe("# A <b>");
  });

  test("that does not is read by the model's own reader", async () => {
    await wire.script([
      chunk({
        content: { role: "model", parts: [{ text: "Figs are sweet." }] },
        urlContextMetadata: {
          urlMetadata: [{ retrievedUrl: "https://b.example/", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_SUCCESS" }],
        },
        finishReason: "STOP",
      }),
    ]);
    const answer = await open().read("https://b.example/", "How are figs?", quiet, never);
    expect(answer).toMatchObject({ text: "Figs are sweet.", sources: [{ address: "https://b.example/" }] });
    expect(answer.how).toContain("model's own reader");
    const { body } = (await wire.report()).requests[0]!;
    expect(body.tools).toEqual([{ urlContext: {} }]);
    expect(JSON.stringify(body.contents)).toContain("How are figs?");
  });

  test("that nobody can read says so", async () => {
    const urlMetadata = [{ retrievedUrl: "https://b.example/", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_ERROR" }];
    await wire.script([chunk({ content: { parts: [{ text: "I could not." }] }, urlContextMetadata: { urlMetadata } })]);
    await expect(open().read("https://b.example/", "", quiet, never)).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test.each([
    ["https://a.example/404", () => html("no", "text/html", 404), "answered 404"],
    ["https://a.example/pic", () => html("x", "image/png"), "is no text but image/png"],
  ])("that can't be had says why: %s", async (url, page, words) => {
    await expect(open({ [url]: page }).read(url, "", quiet, never)).rejects.toThrow(words);
  });

  test("without end is cut", async () => {
    const web = open({ "https://a.example/big": () => html("x".repeat(5_000_000), "text/plain") });
    const { text } = await web.read("https://a.example/big", "", quiet, never);
    expect(text.length).toBeLessThan(2_000_100);
    expect(text).toContain("The page goes on");
  });

  test("of this machine's network is never asked for", async () => {
    const asked: { url: string }[] = [];
    await expect(open({}, asked).read("https://192.168.0.1/", "", quiet, never)).rejects.toMatchObject({
      name: "InvalidArgsError",
    });
    expect(asked).toEqual([]);
    expect((await wire.report()).requests).toEqual([]);
  });
});
