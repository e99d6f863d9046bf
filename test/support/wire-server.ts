/**
 * A server on loopback that speaks Gemini's REST wire, for tests of the real client: `streamGenerateContent` (SSE),
 * `generateContent`, `countTokens`, CORS. What it answers is a script (see script.ts); what it was asked, it remembers.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { badRequest, mediaInResult, noSuchModel } from "./wire-errors.js";
import type { WireError } from "./wire-errors.js";
import { createGates, errs, withEnding } from "./script.js";
import type { Script, Step } from "./script.js";
import type { Wire, WireBody, WireRequest } from "./wire.js";

export interface WireServer extends Wire {
  /** Takes the place of the queue: what to say to each request. */
  answer(handler: (request: WireRequest) => Script | Promise<Script>): void;
}

export interface WireOptions {
  /** Tokens of a request or of a piece of an answer; both `countTokens` and usage ask it. */
  readonly count?: (body: WireBody) => number;
  /** For a profile that has its address stored: the same one again. */
  readonly port?: number;
}

const quarterOfChars = (body: WireBody): number =>
  Math.ceil(
    [...(body.contents ?? []), ...(body.systemInstruction ? [body.systemInstruction] : [])]
      .flatMap((content) => content.parts ?? [])
      .reduce(
        (sum, part) => sum + (typeof part.text === "string" ? part.text.length : JSON.stringify(part).length),
        0,
      ) / 4,
  );

export async function openWireServer({ count = quarterOfChars, port = 0 }: WireOptions = {}): Promise<WireServer> {
  const gates = createGates();
  const queue: Script[] = [];
  const requests: WireRequest[] = [];
  const preflights: string[] = [];
  let inFlight = 0;
  let aborted = 0;
  let handler = (request: WireRequest): Script | Promise<Script> => {
    // A count is answered by counting, and leaves the queue to the answers; only a queued refusal is for it too.
    if (request.task === "countTokens" && queue[0]?.[0]?.does !== "err") return [];
    return queue.shift() ?? [errs(badRequest("The test has scripted no answer for this request."))];
  };

  const server = createServer((incoming, response) => {
    for (const [name, value] of corsHeaders) response.setHeader(name, value);
    if (incoming.method === "OPTIONS") {
      preflights.push(String(incoming.headers["access-control-request-headers"] ?? ""));
      response.writeHead(204).end();
      return;
    }
    inFlight++;
    response.once("close", () => {
      inFlight--;
      if (!response.writableEnded) aborted++;
    });
    serve(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (!request) return refuse(response, noSuchModel("unknown"), false);
    requests.push(request);
    const isStream = request.task === "streamGenerateContent";
    const objection = objectionTo(request);
    if (objection) return refuse(response, objection, isStream);
    const script = withEnding(await handler(request));
    const [first] = script;
    if (first?.does === "err") return refuse(response, first.error, isStream);
    if (request.task === "countTokens") {
      const counted = count(request.body.generateContentRequest ?? request.body);
      return sendJson(response, {
        totalTokens: counted,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: counted }],
      });
    }
    const play = { response, gates, prompt: count(request.body), count, model: request.model };
    return isStream ? playStream(script, play) : sendJson(response, joined(script, play));
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async script(...answers) {
      queue.push(...answers);
    },
    answer: (given) => void (handler = given),
    release: async (gate) => gates.release(gate),
    report: async () => ({ requests: [...requests], preflights: [...preflights], inFlight, aborted }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const corsHeaders = Object.entries({
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  // Exactly what the client needs: a header more, and a page's request fails here as it would there.
  "access-control-allow-headers": "content-type, x-goog-api-client, x-goog-api-key",
});

async function readRequest(incoming: IncomingMessage): Promise<WireRequest | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const url = incoming.url ?? "";
  const found = /\/models\/([^:?]+):(streamGenerateContent|generateContent|countTokens)(\?|$)/.exec(url);
  if (!found) return undefined;
  const body = JSON.parse(Buffer.concat(pieces).toString("utf8") || "{}") as WireBody;
  const { method = "", headers } = incoming;
  return { method, url, headers: { ...headers }, model: decodeURIComponent(found[1]!), task: found[2]!, body };
}

/** What the real server refuses whatever a test scripts: media where this model takes none, and kinds that none takes. */
function objectionTo({ model, body }: WireRequest): WireError | undefined {
  const parts = ((body.generateContentRequest ?? body).contents ?? []).flatMap(
    (content) => content.parts ?? [],
  ) as Media[];
  const inResults = parts.flatMap(({ functionResponse }) => functionResponse?.parts ?? []);
  if (inResults.length > 0 && /gemini-[12]\./.test(model)) return mediaInResult();
  const types = [...parts, ...inResults].map(({ inlineData }) => inlineData?.mimeType ?? "");
  const unknown = types.find((type) => /^image\/(gif|bmp|tiff|avif|apng|x-icon)/.test(type));
  return unknown === undefined ? undefined : badRequest(`Unsupported MIME type: ${unknown}`);
}

interface Media {
  readonly inlineData?: { readonly mimeType?: string };
  readonly functionResponse?: { readonly parts?: readonly Media[] };
}

/** The real server answers a stream's error as text/event-stream, so that the client wraps its JSON into another. */
function refuse(response: ServerResponse, { status, body, contentType }: WireError, isStream: boolean): void {
  const type = contentType ?? (isStream ? "text/event-stream" : "application/json; charset=UTF-8");
  response.writeHead(status, { "content-type": type });
  response.end(typeof body === "string" ? body : JSON.stringify(body, undefined, 2));
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json; charset=UTF-8" }).end(JSON.stringify(body));
}

interface Play {
  readonly response: ServerResponse;
  readonly gates: ReturnType<typeof createGates>;
  readonly prompt: number;
  readonly count: (body: WireBody) => number;
  readonly model: string;
}

type WirePart = Record<string, unknown>;

async function playStream(script: Script, play: Play): Promise<void> {
  const { response, gates } = play;
  const closed = once(response, "close").then(() => "closed" as const);
  const meter = createMeter(play);
  let size = 0;

  response.writeHead(200, { "content-type": "text/event-stream", "content-disposition": "attachment" });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  const send = async (text: string) => {
    for (const piece of piecesOf(Buffer.from(text), size)) {
      if (response.closed) return;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
      // Lets the bytes go out on their own, so that the client really sees them in pieces.
      if (size) await new Promise((next) => setImmediate(next));
    }
  };
  const event = (body: unknown) => send(`data: ${JSON.stringify(body)}\r\n\r\n`);

  for (const step of script) {
    if (response.closed) return;
    if (step.does === "wait") {
      const waited = typeof step.for === "number" ? sleep(step.for) : gates.reached(step.for);
      if ((await Promise.race([waited, closed])) === "closed") return;
    } else if (step.does === "split") size = step.size;
    else if (step.does === "raw") await send(step.text);
    else if (step.does === "use") meter.set(step);
    else if (step.does === "err") await event(step.error.body);
    else if (step.does === "cut") return void response.socket?.destroy();
    else if (step.does === "end") break;
    else if (step.does === "block") await event({ promptFeedback: { blockReason: step.reason }, ...meter.tail() });
    else for (const chunk of chunksOf(step)) await event({ candidates: [chunk], ...meter.tail(chunk.content.parts) });
  }
  response.end();
}

interface WireChunk {
  readonly content: { readonly parts: readonly WirePart[]; readonly role: "model" };
  readonly finishReason?: string;
  readonly index: 0;
}

function chunksOf(step: Step): readonly WireChunk[] {
  const chunk = (part: WirePart, finishReason?: string): WireChunk => ({
    content: { parts: [part], role: "model" },
    ...(finishReason && { finishReason }),
    index: 0,
  });
  if (step.does === "say" || step.does === "think") {
    const thought = step.does === "think" ? { thought: true } : {};
    return step.pieces.map((text, at) =>
      chunk({ text, ...thought, ...(at === step.pieces.length - 1 && signatureOf(step)) }),
    );
  }
  if (step.does === "call") {
    const { name, args, id } = step;
    return [chunk({ functionCall: { name, args, ...(id && { id }) }, ...signatureOf(step) })];
  }
  if (step.does === "finish") return [chunk({ text: "" }, step.reason)];
  throw new Error(`The wire server cannot ${step.does}.`);
}

const signatureOf = ({ signature }: { readonly signature?: string }) => signature && { thoughtSignature: signature };

/** Usage so far, as every chunk of a real stream carries it. */
function createMeter({ prompt, count, model }: Play) {
  let answer = 0;
  let thoughts = 0;
  let given: (Step & { does: "use" }) | undefined;
  return {
    set: (step: Step & { does: "use" }) => void (given = step),
    tail(parts: readonly WirePart[] = []) {
      const weight = parts.length ? count({ contents: [{ role: "model", parts }] }) : 0;
      if (parts.some((part) => part.thought)) thoughts += weight;
      else answer += weight;
      const usage = given ?? { prompt, answer, thoughts: thoughts || undefined, cached: undefined };
      return {
        usageMetadata: {
          promptTokenCount: usage.prompt,
          candidatesTokenCount: usage.answer,
          totalTokenCount: usage.prompt + usage.answer + (usage.thoughts ?? 0),
          thoughtsTokenCount: usage.thoughts,
          cachedContentTokenCount: usage.cached,
          promptTokensDetails: [{ modality: "TEXT", tokenCount: usage.prompt }],
        },
        modelVersion: model,
        responseId: "wire",
      };
    },
  };
}

/** `generateContent`: the same script, in one piece. */
function joined(script: Script, play: Play): unknown {
  const meter = createMeter(play);
  const chunks = script.filter(({ does }) => ["say", "think", "call", "finish"].includes(does)).flatMap(chunksOf);
  const parts = chunks.flatMap((chunk) => chunk.content.parts).filter((part) => part.text !== "");
  for (const step of script) if (step.does === "use") meter.set(step);
  const finishReason = chunks.at(-1)?.finishReason;
  return { candidates: [{ content: { parts, role: "model" }, finishReason, index: 0 }], ...meter.tail(parts) };
}

function piecesOf(bytes: Buffer, size: number): readonly Buffer[] {
  if (size === 0) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
