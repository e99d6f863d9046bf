/**
 * A GGUF file the user picked, run in the tab (G2). The runtime lives in a page of its own, with its own CSP (P3); this is the
 * app's side: frames that page at the first request, talks to it over a port, and takes it away when it no longer listens.
 */
import { AgentError } from "../../../core/errors.js";
import type { ErrorName } from "../../../core/errors.js";
import type { ModelStatus } from "../../../core/models/model-status.js";
import type { Model, ModelEvent, ModelRequest } from "../../../core/models/model.js";
import { createProtocolReader } from "../../../core/models/tool-protocol-reader.js";
import { SHORT, shortened } from "../../../core/models/small-model-prompt.js";
import { LOCAL_MODEL_PAGE } from "../../../core/serving-headers.js";
import { chatMessages, protocolSchema } from "../../../core/models/tool-protocol.js";
import { HELLO, isFromPage } from "./page-messages.js";
import { throwIfStopped } from "../request-stopped.js";
import { modelFileWords as words } from "./model-file-words.js";
import type { FromPage, ToPage } from "./page-messages.js";

interface GgufOptions {
  /** The file's name in the folder of model files. */
  readonly file: string;
  /** The name that the user chooses it by. */
  readonly name: string;
  readonly onStatus?: (status: ModelStatus) => void;
  readonly page?: string;
  /** Milliseconds that a stopped request may go on before its page is taken away. */
  readonly patience?: number;
  /** Milliseconds without a request after which the page is taken away, and a gigabyte or so with it. */
  readonly idleAfter?: number;
}

/** Milliseconds for a stop to be heard: a batch of the prompt takes up to 8 s on a weak machine (runtime.ts); a page that takes longer hangs. */
const PATIENCE = 10_000;

/** Milliseconds for which an idle page is kept. Loading again takes 1.5 to 5 seconds for 91 to 350 MB. */
const IDLE = 600_000;

/** Milliseconds for the page to load: with its script it is 0.4 MB, which on a slow line takes a while, once. */
const GREETING = 30_000;

/** The estimated tokens that a file's prompt may have: less than usual once its own tokenizer was seen to make more of them. */
const budgets = new Map<string, number>();
/** The smallest budget: below it the standing words and a question no longer fit. */
const LEAST_BUDGET = 300;

export function openGguf(options: GgufOptions): Model {
  const { file, name } = options;
  return {
    name,
    remote: false,
    async *stream(whole, signal): AsyncGenerator<ModelEvent> {
      for (let tokens = budgets.get(file) ?? SHORT.tokens; ; tokens = Math.floor(tokens / 2)) {
        throwIfStopped(signal);
        budgets.set(file, tokens);
        try {
          yield* answer(shortened(whole, { ...SHORT, tokens }), options, signal);
          return;
        } catch (error) {
          // A request refused before its first word is made again with half the budget.
          const isTooLong = (error as AgentError).details?.kind === "overflow";
          if (!isTooLong || tokens / 2 < LEAST_BUDGET) throw error;
        }
      }
    },
  };
}

async function* answer(request: ModelRequest, options: GgufOptions, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { file, name, onStatus, page = LOCAL_MODEL_PAGE, patience = PATIENCE, idleAfter = IDLE } = options;
  const { tools = [] } = request;
  const reader = tools.length > 0 ? createProtocolReader(tools.map((tool) => tool.name)) : undefined;
  const frame = framed(page);
  clearTimeout(frame.idle);
  const line = openLine(frame, signal, patience);
  try {
    line.ask({ file, messages: chatMessages(request), ...(tools.length > 0 && { schema: protocolSchema(tools) }) });
    for (;;) {
      const message = await line.next();
      if (message.type === "failed") throw failed(message, name);
      if (message.type === "status") {
        onStatus?.({ model: name, kind: message.kind, ...(message.done !== undefined && { done: message.done }) });
      } else if (message.type === "thought") {
        yield { type: "thought", delta: message.text };
      } else if (message.type === "delta") {
        for (const event of reader ? reader.push(message.text) : asText(message.text)) {
          throwIfStopped(signal);
          yield event;
        }
      } else {
        const end = reader?.end() ?? { events: [], malformed: false };
        yield* end.events;
        if (message.usage) yield { type: "usage", usage: message.usage };
        const isMalformed = end.malformed && message.reason === "stop";
        yield { type: "finished", reason: isMalformed ? "malformed-call" : message.reason };
        return;
      }
    }
  } finally {
    onStatus?.({ model: name, kind: "ready" });
    line.close();
    clearTimeout(frame.idle);
    frame.idle = setTimeout(() => frame.lines.size === 0 && closeGgufPage(frame), idleAfter);
  }
}

const asText = (delta: string): readonly ModelEvent[] => [{ type: "text", delta }];

interface Framed {
  readonly element: HTMLIFrameElement;
  readonly port: Promise<MessagePort>;
  readonly lines: Map<number, (message: FromPage) => void>;
  idle?: ReturnType<typeof setTimeout>;
}

/** The one page there is, if any: two models at once would not fit into most memories. */
let current: Framed | undefined;
let count = 0;

function framed(page: string): Framed {
  if (current?.element.isConnected) return current;
  const element = document.createElement("iframe");
  element.hidden = true;
  element.title = words.pageTitle;
  element.src = page;
  const lines = new Map<number, (message: FromPage) => void>();
  const port = new Promise<MessagePort>((resolve, reject) => {
    const give = () => reject(new AgentError("OfflineError", words.unloaded, { details: { kind: "unreachable" } }));
    const timer = setTimeout(give, GREETING);
    const greet = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        // The page's first message says that it is there.
        clearTimeout(timer);
        resolve(port1);
        if (isFromPage(data)) lines.get(data.id)?.(data);
      };
      element.contentWindow!.postMessage(HELLO, location.origin, [port2]);
    };
    element.addEventListener("load", greet, { once: true });
  });
  document.body.append(element);
  current = { element, port, lines };
  return current;
}

/** Ends every request of the page, and frees what it holds. The next request opens another. */
export function closeGgufPage(page: Framed | undefined = current): void {
  if (!page) return;
  if (current === page) current = undefined;
  page.element.remove();
  for (const [id, tell] of page.lines) {
    tell({ type: "failed", id, name: "AbortError", message: words.pageClosed });
  }
  page.lines.clear();
}

/** Requests that the page works on, those included that it was told to stop and has not yet. */
export const ggufAtWork = (): number => current?.lines.size ?? 0;

interface Line {
  ask(request: Omit<ToPage & { readonly type: "ask" }, "type" | "id">): void;
  next(): Promise<FromPage>;
  close(): void;
}

function openLine(page: Framed, signal: AbortSignal, patience: number): Line {
  const id = ++count;
  const queue: (FromPage | AgentError)[] = [];
  let wake = (): void => undefined;
  let isOver = false;
  let port: MessagePort | undefined;
  const hear = (message: FromPage | AgentError) => {
    isOver ||= message instanceof AgentError || message.type === "done" || message.type === "failed";
    queue.push(message);
    wake();
  };
  page.lines.set(id, hear);
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort, { once: true });

  return {
    ask(request) {
      const send = (opened: MessagePort) => {
        if (!page.lines.has(id)) return;
        port = opened;
        port.postMessage({ type: "ask", id, ...request } satisfies ToPage);
      };
      page.port.then(send, (error: AgentError) => {
        closeGgufPage(page);
        hear(error);
      });
    },
    async next() {
      while (queue.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      throwIfStopped(signal);
      const message = queue.shift()!;
      if (message instanceof AgentError) throw message;
      return message;
    },
    close() {
      signal.removeEventListener("abort", onAbort);
      page.lines.delete(id);
      if (isOver || !port) return;
      port.postMessage({ type: "stop", id } satisfies ToPage);
      const timer = setTimeout(() => closeGgufPage(page), patience);
      page.lines.set(id, ({ type }) => {
        if (type !== "done" && type !== "failed") return;
        clearTimeout(timer);
        page.lines.delete(id);
      });
    },
  };
}

const KNOWN: readonly ErrorName[] = ["NotFoundError", "NotSupportedError", "NotReadableError"];

/** The page's own sentences are told as they are; what the runtime says is quoted. */
function failed({ name, message }: FromPage & { readonly type: "failed" }, model: string): AgentError {
  const known = KNOWN.find((each) => each === name);
  if (known) return new AgentError(known, message, { details: { kind: "no-model", reason: name } });
  const isFull = /memory|alloc|out of bounds/i.test(message);
  const isLong = /context size|exceeds the available|kv cache/i.test(message);
  if (isLong) {
    return new AgentError("ModelError", words.tooLong(model), { details: { kind: "overflow", reason: name } });
  }
  const said = message.replaceAll(/\s+/g, " ").slice(0, 200);
  return new AgentError("ModelError", isFull ? words.noMemory(model) : words.failed(model, said), {
    details: { kind: "server", reason: name },
    cause: { name, message: message.slice(0, 2_000) },
  });
}
