/**
 * The browser's own model, through the Prompt API (G2). Each request has a session of its own, begun with the messages before
 * and destroyed at the end. Tools go by the tool protocol, held to its schema.
 */
import { AgentError, isNamed } from "../../../core/errors.js";
import type { ModelFailure } from "../../../core/errors.js";
import type { ModelStatus } from "../../../core/models/model-status.js";
import type { Model, ModelEvent, ModelRequest, Usage } from "../../../core/models/model.js";
import { createProtocolReader } from "../../../core/models/tool-protocol-reader.js";
import { chatMessages, protocolSchema } from "../../../core/models/tool-protocol.js";
import type { ChatMessage } from "../../../core/models/tool-protocol.js";
import { throwIfStopped } from "../request-stopped.js";
import { onDeviceWords as words } from "./on-device-words.js";
import { ON_DEVICE, promptApi } from "./prompt-api.js";
import type { PromptApi, PromptSession } from "./prompt-api.js";

interface OnDeviceOptions {
  readonly api?: PromptApi;
  readonly onStatus?: (status: ModelStatus) => void;
}

export function openOnDevice({ api = promptApi(), onStatus = () => undefined }: OnDeviceOptions = {}): Model {
  const report = (kind: ModelStatus["kind"], done?: number) =>
    onStatus({ model: ON_DEVICE, kind, ...(done !== undefined && { done }) });

  async function start(before: readonly ChatMessage[], signal: AbortSignal): Promise<PromptSession> {
    if (!api) throw new AgentError("NotFoundError", words.none);
    // The browser may go on with the download when nobody waits for it any more.
    const waiting = new AbortController();
    try {
      return await api.create({
        initialPrompts: before as LanguageModelCreateOptions["initialPrompts"],
        signal,
        monitor: (monitor) =>
          monitor.addEventListener(
            "downloadprogress",
            // `total` is 1, and was the number of bytes in earlier versions.
            ({ loaded, total }) => report("downloading", total > 0 ? Math.min(1, loaded / total) : loaded),
            { signal: waiting.signal },
          ),
      });
    } finally {
      waiting.abort();
      report("ready");
    }
  }

  return {
    name: ON_DEVICE,
    remote: false,
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      throwIfStopped(signal);
      const life = new AbortController();
      const stop = () => life.abort();
      signal.addEventListener("abort", stop, { once: true });
      const { before, last, constraint, reader } = prepared(request);
      let session: PromptSession | undefined;
      let isEmpty = true;
      let usage: Usage | undefined;
      try {
        session = await start(before, life.signal);
        const prompt = await promptSize(session, last);
        const reading = session.promptStreaming(last, { ...constraint, signal: life.signal }).getReader();
        for (let read = await reading.read(); !read.done; read = await reading.read()) {
          isEmpty &&= read.value === "";
          for (const event of reader.push(read.value)) {
            throwIfStopped(signal);
            yield event;
          }
        }
        usage = usageOf(session, prompt);
      } catch (error) {
        throwIfStopped(signal);
        if (!isNamed(error, "NotReadableError")) throw failureOf(error);
        yield { type: "finished", reason: "safety" }; // The browser filtered what it had said.
        return;
      } finally {
        signal.removeEventListener("abort", stop);
        life.abort();
        session?.destroy();
      }
      throwIfStopped(signal);
      const { events, malformed } = reader.end();
      yield* events;
      if (usage) yield { type: "usage", usage };
      yield { type: "finished", reason: malformed ? "malformed-call" : isEmpty ? "cut" : "stop" };
    },
  };
}

function prepared(request: ModelRequest) {
  const messages = chatMessages(request);
  const { tools = [] } = request;
  const plain = { push: asText, end: () => ({ events: [], malformed: false }) };
  const last = messages.slice(-1) as ChatMessage[] & LanguageModelMessage[];
  return {
    before: messages.slice(0, -1),
    last,
    // The protocol's words are in the prompt already, so the schema is left out of it.
    constraint: tools.length > 0 && { responseConstraint: protocolSchema(tools), omitResponseConstraintInput: true },
    reader: tools.length > 0 ? createProtocolReader(tools.map(({ name }) => name)) : plain,
  };
}

const asText = (delta: string): readonly ModelEvent[] => (delta === "" ? [] : [{ type: "text", delta }]);

/** Tokens of the whole prompt, where the browser tells. A prompt over the window is refused here: the browser would forget its start, unsaid. */
async function promptSize(session: PromptSession, last: LanguageModelMessage[]): Promise<number | undefined> {
  const { contextUsage, contextWindow } = session;
  const measured = await session.measureContextUsage?.(last);
  if (contextUsage === undefined || measured === undefined) return undefined;
  const size = contextUsage + measured;
  if (contextWindow && size > contextWindow) throw overflow({ limit: contextWindow, sent: size });
  return size;
}

const usageOf = ({ contextUsage }: PromptSession, prompt: number | undefined): Usage | undefined =>
  prompt === undefined || contextUsage === undefined
    ? undefined
    : { prompt, answer: Math.max(0, contextUsage - prompt) };

function overflow(figures: { readonly limit?: number; readonly sent?: number }): AgentError {
  return new AgentError("ModelError", words.overflow(figures.limit), { details: { kind: "overflow", ...figures } });
}

function failureOf(error: unknown): AgentError {
  if (error instanceof AgentError) return error;
  const { name = "", message = String(error) } = (error ?? {}) as Partial<Error>;
  const fail = (kind: ModelFailure["kind"], sentence: string) =>
    new AgentError("ModelError", sentence, { details: { kind, reason: name }, cause: { name, message } });
  const { quota, requested } = error as { readonly quota?: unknown; readonly requested?: unknown };
  switch (name) {
    case "QuotaExceededError":
      return overflow({
        ...(typeof quota === "number" && { limit: quota }),
        ...(typeof requested === "number" && { sent: requested }),
      });
    case "NotAllowedError":
      return fail("forbidden", words.needsClick);
    case "NetworkError":
      return fail("unreachable", words.notDownloaded);
    case "NotSupportedError":
      return fail("refused", words.notSupported);
    default:
      return fail("server", words.failed(name));
  }
}
