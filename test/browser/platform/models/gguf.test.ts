/** A GGUF file in a real page: the Model contract on a model whose words are known, tools by schema, and the files it is kept in. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { userSaid } from "../../../../src/core/content.js";
import type { ModelStatus } from "../../../../src/core/models/model-status.js";
import { closeGgufPage, ggufAtWork, openGguf } from "../../../../src/platform/models/model-file/gguf.js";
import {
  forgetModelFile,
  keepModelFile,
  listModelFiles,
} from "../../../../src/platform/models/model-file/model-files.js";
import type { FromPage } from "../../../../src/platform/models/model-file/page-messages.js";
import type { Runtime } from "../../../../src/platform/models/model-file/page/runtime.js";
import { serveRequests } from "../../../../src/platform/models/model-file/page/serve-requests.js";
import { expectSentence, failureIn, gather, modelContract, spoken } from "../../../contract/model.js";
import { makeGguf } from "../../../support/make-gguf.js";

const words = ["I", " am", " a", " very", " small", " model", "."];
const call = '{"tool":"read_file","args":{"file_path":"a.ts"}}';
const never = () => new AbortController().signal;
const fileOf = (name: string, bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], name);
const keep = (name: string, bytes: Uint8Array, onProgress = (_done: number): void => undefined) =>
  keepModelFile(fileOf(name, bytes), onProgress, never());

beforeAll(async () => {
  await keep("tiny.gguf", makeGguf({ words, json: call }));
});
afterAll(async () => {
  closeGgufPage();
  for (const { name } of await listModelFiles()) await forgetModelFile(name);
});

const tiny = (onStatus?: (status: ModelStatus) => void) =>
  openGguf({ file: "tiny.gguf", name: "file/tiny.gguf", ...(onStatus && { onStatus }) });

modelContract("a GGUF file", async () => ({
  model: tiny(),
  atWork: async () => ggufAtWork(),
  begun: async () => ggufAtWork(),
  close: async () => undefined,
}));

describe("a GGUF file", () => {
  test("says what its weights say, tells what it took, and what it is busy with", async () => {
    closeGgufPage();
    const told: ModelStatus[] = [];
    const events = await gather(tiny((status) => told.push(status)).stream({ contents: [userSaid("Hi")] }, never()));
    expect(spoken(events)).toBe(words.join(""));
    expect(events.at(-1)).toEqual({ type: "finished", reason: "stop" });
    expect(events.at(-2)).toMatchObject({ type: "usage", usage: { answer: words.length + 1 } });
    expect(told[0]).toEqual({ model: "file/tiny.gguf", kind: "loading" });
    expect(told.at(-1)).toEqual({ model: "file/tiny.gguf", kind: "ready" });
  });

  test("with Tools it is held to the protocol's schema, and calls", async () => {
    const readFile = {
      name: "read_file",
      description: "Reads a file.",
      parameters: { type: "object", properties: { file_path: { type: "string" } }, required: ["file_path"] },
    };
    const events = await gather(tiny().stream({ contents: [userSaid("Read a.ts")], tools: [readFile] }, never()));
    expect(events[0]).toEqual({ type: "call", call: { name: "read_file", args: { file_path: "a.ts" } } });
    expect(events.at(-1)).toEqual({ type: "finished", reason: "stop" });
  });

  test("a long conversation is made short enough to be read", async () => {
    const contents = Array.from({ length: 200 }, (_, at) => userSaid(`Sentence ${at} of a long conversation.`));
    const events = await gather(tiny().stream({ system: "x ".repeat(10_000), contents }, never()));
    expect(spoken(events)).toBe(words.join(""));
  });

  test("a page that does not hear the stop is taken away, and the next request has another", async () => {
    await keep("endless.gguf", makeGguf({ words, endless: true }));
    const model = openGguf({ file: "endless.gguf", name: "file/endless.gguf", patience: 0 });
    for await (const _event of model.stream({ contents: [userSaid("Hi")] }, never())) break;
    await expect.poll(() => document.querySelector('iframe[title="Model file"]')).toBeNull();
    expect(spoken(await gather(tiny().stream({ contents: [userSaid("Hi")] }, never())))).toBe(words.join(""));
  });

  test("a page that nobody asks any more is taken away", async () => {
    const brief = openGguf({ file: "tiny.gguf", name: "file/tiny.gguf", idleAfter: 50 });
    await gather(brief.stream({ contents: [userSaid("Hi")] }, never()));
    expect(document.querySelector('iframe[title="Model file"]')).not.toBeNull();
    await expect.poll(() => document.querySelector('iframe[title="Model file"]')).toBeNull();
  });

  test("a file that is gone is a sentence", async () => {
    const gone = openGguf({ file: "gone.gguf", name: "file/gone.gguf" });
    const failure = await failureIn(gather(gone.stream({ contents: [userSaid("Hi")] }, never())));
    expect(failure.name).toBe("NotFoundError");
    expectSentence(failure.message);
  });

  test("a damaged file is a sentence, and the next one runs", async () => {
    await keep("damaged.gguf", makeGguf({ words }).slice(0, 5_000));
    const damaged = openGguf({ file: "damaged.gguf", name: "file/damaged.gguf" });
    const failure = await failureIn(gather(damaged.stream({ contents: [userSaid("Hi")] }, never())));
    expect(failure.name).toBe("ModelError");
    expectSentence(failure.message);
    expect(spoken(await gather(tiny().stream({ contents: [userSaid("Hi")] }, never())))).toBe(words.join(""));
  });

  describe("P4 its page", () => {
    const hello = "palimpsest-local-model";
    /** A port that `greet` hands in: what comes back over it. A page that takes it says so at once. */
    function offer(greet: (port: MessagePort) => void) {
      const { port1, port2 } = new MessageChannel();
      const heard: FromPage[] = [];
      port1.onmessage = ({ data }: MessageEvent<FromPage>) => void heard.push(data);
      const ask = (id: number) =>
        port1.postMessage({ type: "ask", id, file: "tiny.gguf", messages: [{ role: "user", content: "Hi" }] });
      greet(port2);
      ask(1);
      return { heard, ask };
    }
    async function framed(source: { src?: string; srcdoc?: string }): Promise<Window> {
      const frame = Object.assign(document.createElement("iframe"), source);
      const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
      document.body.append(frame);
      await loaded;
      return frame.contentWindow!;
    }
    afterEach(() => document.querySelectorAll("iframe").forEach((frame) => frame.remove()));

    test("takes a port from the app that frames it, and no other after it", async () => {
      const page = await framed({ src: "/local-model.html" });
      const greet = (port: MessagePort) => page.postMessage(hello, location.origin, [port]);
      const [first, second] = [offer(greet), offer(greet)];
      first.ask(2);
      await expect.poll(() => first.heard.some(({ id, type }) => id === 2 && type === "done")).toBe(true);
      expect(second.heard).toEqual([]);
    });

    test("takes none from a page beside it, nor one without the right word", async () => {
      const page = await framed({ src: "/local-model.html" });
      const unasked = offer((port) => page.postMessage("hello", location.origin, [port]));
      const beside = await framed({
        srcdoc: `<script>onmessage = ({ data, ports }) => {
          parent.frames[0].postMessage(data, "*", ports);
          parent.postMessage("handed on", "*");
        }</script>`,
      });
      expect(window.frames[0]).toBe(page);
      const handedOn = new Promise((done) => addEventListener("message", done, { once: true }));
      const foreign = offer((port) => beside.postMessage(hello, "*", [port]));
      await handedOn;
      // The one it takes comes last: by then it has passed over the others.
      const taken = offer((port) => page.postMessage(hello, location.origin, [port]));
      await expect.poll(() => taken.heard.length).toBeGreaterThan(0);
      expect([unasked.heard, foreign.heard]).toEqual([[], []]);
    });
  });
});

describe("requests to the page", () => {
  type Chunk = Parameters<Parameters<Runtime["chat"]>[1]["onChunk"]>[0];
  const chunk = (delta: object, finish_reason: string | null = null) =>
    ({ choices: [{ index: 0, delta, finish_reason }] }) as unknown as Chunk;
  const ask = (id: number) => ({ type: "ask", id, file: "tiny.gguf", messages: [] }) as const;

  test("go one after the other, thoughts and words apart, and the file is loaded once", async () => {
    const done: string[] = [];
    const told: FromPage[] = [];
    const requests = serveRequests((message) => told.push(message), {
      load: async ({ name }) => void done.push(`load ${name}`),
      async chat(_messages, { onChunk }) {
        done.push("begin");
        onChunk(chunk({ reasoning_content: "Hm." }));
        await new Promise((next) => setTimeout(next, 0));
        onChunk(chunk({ content: "Yes." }));
        onChunk(chunk({}, "length"));
        done.push("end");
      },
      close: async () => undefined,
    });
    requests.hear(ask(1));
    requests.hear(ask(2));
    await expect.poll(() => told.filter(({ type }) => type === "done").length).toBe(2);
    expect(done).toEqual(["load tiny.gguf", "begin", "end", "begin", "end"]);
    expect(told.filter(({ id }) => id === 2)).toEqual([
      { type: "thought", id: 2, text: "Hm." },
      { type: "delta", id: 2, text: "Yes." },
      { type: "done", id: 2, reason: "max-tokens" },
    ]);
  });

  test("one that is stopped while it waits is never begun", async () => {
    const told: FromPage[] = [];
    let begun = 0;
    const requests = serveRequests((message) => told.push(message), {
      load: async () => undefined,
      chat: async () => void begun++,
      close: async () => undefined,
    });
    requests.hear(ask(1));
    requests.hear(ask(2));
    requests.hear({ type: "stop", id: 2 });
    await expect.poll(() => told.find(({ id }) => id === 2)).toMatchObject({ type: "failed", name: "AbortError" });
    expect(begun).toBe(1);
  });
});

describe("model files", () => {
  test("are kept whole, with progress, and listed", async () => {
    const told: number[] = [];
    const bytes = makeGguf({ words });
    await keep("My model (v2)/../x.GGUF", bytes, (done) => void told.push(done));
    const found = (await listModelFiles()).find(({ name }) => name.startsWith("My model"));
    expect(found).toMatchObject({ bytes: bytes.length });
    expect(found!.name).toMatch(/^[^/()]+\.gguf$/);
    expect(told.at(-1)).toBe(1);
    await forgetModelFile(found!.name);
    expect((await listModelFiles()).map(({ name }) => name)).not.toContain(found!.name);
  });

  test("what is no GGUF file is not kept", async () => {
    const failure = await failureIn(keep("notes.gguf", new TextEncoder().encode("Dear diary")));
    expect(failure.name).toBe("TypeMismatchError");
    expectSentence(failure.message);
    expect((await listModelFiles()).map(({ name }) => name)).not.toContain("notes.gguf");
  });

  test("a copy that is stopped leaves no model behind", async () => {
    const stop = new AbortController();
    const copying = keepModelFile(fileOf("cut.gguf", makeGguf({ words })), () => stop.abort(), stop.signal);
    await expect(copying).rejects.toMatchObject({ name: "AbortError" });
    expect((await listModelFiles()).map(({ name }) => name)).not.toContain("cut.gguf");
  });
});
