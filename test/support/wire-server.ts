/**
 * A server on loopback that speaks Gemini's REST wire, for tests of the real client: `streamGenerateContent` (SSE),
 * `generateContent`, `countTokens`, CORS. What it answers is a script (see script.ts); what it was asked, it remembers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errs, withEnding } from "./script.js";
import type { Script, Step } from "./script.js";
import { openScriptedServer, playStream, readJson, type ServerState, type Speak } from "./scripted-server.js";
import { badRequest, mediaInResult, noSuchModel } from "./wire-errors.js";
import type { WireError } from "./wire-errors.js";
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
  let answer: ((request: WireRequest) => Script | Promise<Script>) | undefined;
  const scripted = ({ queue }: ServerState<WireRequest>, { task }: WireRequest): Script => {
    // A count is answered by counting, and leaves the queue to the answers; only a queued refusal is for it too.
    if (task === "countTokens" && queue[0]?.[0]?.does !== "err") return [];
    return queue.shift() ?? [errs(badRequest("The test has scripted no answer for this request."))];
  };

  async function serve(
    incoming: IncomingMessage,
    response: ServerResponse,
    state: ServerState<WireRequest>,
  ): Promise<void> {
    const request = await readRequest(incoming);
    if (!request) return refuse(response, noSuchModel("unknown"), false);
    state.requests.push(request);
    const isStream = request.task === "streamGenerateContent";
    const objection = objectionTo(request);
    if (objection) return refuse(response, objection, isStream);
    const script = withEnding(await (answer ? answer(request) : scripted(state, request)));
    const [first] = script;
    if (first?.does === "err") return refuse(response, first.error, isStream);
    if (request.task === "countTokens") {
      const counted = count(request.body.generateContentRequest ?? request.body);
      return sendJson(response, {
        totalTokens: counted,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: counted }],
      });
    }
    const play = { prompt: count(request.body), count, model: request.model };
    const stream = { response, gates: state.gates, headers: { "content-disposition": "attachment" } };
    if (isStream) return playStream(script, { ...stream, newline: "\r\n" }, speaker(play));
    sendJson(response, joined(script, play));
  }

  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type, x-goog-api-client, x-goog-api-key",
  };
  const server = await openScriptedServer({ headers, port, serve });
  return { ...server, answer: (given) => void (answer = given) };
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest | undefined> {
  const body = await readJson<WireBody>(incoming);
  const { method = "", url = "", headers } = incoming;
  const found = /\/models\/([^:?]+):(streamGenerateContent|generateContent|countTokens)(\?|$)/.exec(url);
  if (!found) return undefined;
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
  readonly prompt: number;
  readonly count: (body: WireBody) => number;
  readonly model: string;
}

type WirePart = Record<string, unknown>;

/** Gemini's own chunks. */
function speaker(play: Play): Speak {
  const meter = createMeter(play);
  return async (step, event) => {
    if (step.does === "use") meter.set(step);
    else if (step.does === "block") await event({ promptFeedback: { blockReason: step.reason }, ...meter.tail() });
    else for (const chunk of chunksOf(step)) await event({ candidates: [chunk], ...meter.tail(chunk.content.parts) });
  };
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
