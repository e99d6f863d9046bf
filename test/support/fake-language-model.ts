/**
 * A Prompt API that works, without a model: what it says is a script (see script.ts), under a constraint in the protocol's
 * shape, as a real one would be held to it. It keeps the platform's rules: signals, destroyed sessions, the window's size.
 */
import type { PromptApi, PromptSession } from "../../src/platform/models/on-device/prompt-api.js";
import { inProtocol } from "./protocol-script.js";
import { createGates, withEnding } from "./script.js";
import type { Script } from "./script.js";

export interface FakeLanguageModel extends PromptApi {
  script(...answers: readonly Script[]): void;
  /** Opens a gate that a script waits for. */
  release(gate: string): void;
  /** The browser goes on with a download that stalled, and tells who began it. */
  goOn(): void;
  /** Makes the next session fail so. */
  failNext(error: Error): void;
  /** Sessions that are neither destroyed nor failed. */
  readonly sessions: number;
  /** What each session was created with, and asked. */
  readonly created: readonly LanguageModelCreateOptions[];
  readonly asked: readonly { readonly input: LanguageModelPrompt; readonly options: LanguageModelPromptOptions }[];
}

export interface FakeOptions {
  readonly availability?: Availability;
  readonly contextWindow?: number;
  /** The download does not come to its end. Who gives up waiting for it may still hear of it. */
  readonly stalls?: boolean;
}

/** Four characters a token, as a rule of thumb goes. */
const sizeOf = (input: LanguageModelPrompt | undefined): number => Math.ceil(JSON.stringify(input ?? []).length / 4);

export function createFakeLanguageModel(options: FakeOptions = {}): FakeLanguageModel {
  const { contextWindow = 9_216, stalls = false } = options;
  let availability: Availability = options.availability ?? "available";
  const gates = createGates();
  const queue: Script[] = [];
  const created: LanguageModelCreateOptions[] = [];
  const asked: { input: LanguageModelPrompt; options: LanguageModelPromptOptions }[] = [];
  let failing: Error | undefined;
  let sessions = 0;
  let goOn = () => {};

  async function create(given: LanguageModelCreateOptions = {}): Promise<PromptSession> {
    given.signal?.throwIfAborted();
    if (availability === "unavailable") throw new DOMException("There is no model.", "NotSupportedError");
    created.push(given);
    if (availability === "downloadable") {
      const monitor = new EventTarget() as CreateMonitor;
      given.monitor?.(monitor);
      const progress = (loaded: number) =>
        monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 }));
      for (const loaded of stalls ? [0, 0.5] : [0, 0.5, 1]) progress(loaded);
      if (stalls) {
        goOn = () => void progress(0.6);
        await aborted(given.signal);
        throw new DOMException("The session was given up.", "AbortError");
      }
      availability = "available";
    }
    const used = sizeOf(given.initialPrompts as LanguageModelPrompt);
    if (used > contextWindow) throw quotaExceeded(used, contextWindow);
    if (failing) {
      const error = failing;
      failing = undefined;
      throw error;
    }
    return open(used);
  }

  function open(used: number): PromptSession {
    const end = new AbortController();
    let contextUsage = used;
    sessions++;
    return {
      contextWindow,
      get contextUsage() {
        return contextUsage;
      },
      measureContextUsage: async (input) => sizeOf(input),
      promptStreaming(input, prompted = {}) {
        asked.push({ input, options: prompted });
        const script = withEnding(queue.shift() ?? []);
        contextUsage += sizeOf(input);
        const signal = AbortSignal.any([end.signal, ...(prompted.signal ? [prompted.signal] : [])]);
        return streamOf(prompted.responseConstraint ? inProtocol(script) : script, gates, signal, (said) => {
          contextUsage += Math.ceil(said.length / 4);
        });
      },
      destroy() {
        if (!end.signal.aborted) sessions--;
        end.abort();
      },
    };
  }

  return {
    created,
    asked,
    get sessions() {
      return sessions;
    },
    availability: async () => availability,
    create,
    script: (...answers) => void queue.push(...answers),
    release: (gate) => gates.release(gate),
    goOn: () => goOn(),
    failNext: (error) => void (failing = error),
  };
}

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));

const quotaExceeded = (requested: number, quota: number): Error =>
  Object.assign(new DOMException("The input is too large.", "QuotaExceededError"), { requested, quota });

function streamOf(
  script: Script,
  gates: ReturnType<typeof createGates>,
  signal: AbortSignal,
  onSaid: (text: string) => void,
): ReadableStream<string> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new DOMException("The prompt was aborted.", "AbortError"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  aborted.catch(() => undefined); // Nobody waits for it while the model speaks.
  const pieces = play(script, gates);
  return new ReadableStream<string>({
    async pull(sink) {
      try {
        const { done, value } = await Promise.race([pieces.next(), aborted]);
        if (done) return sink.close();
        onSaid(value);
        sink.enqueue(value);
      } catch (error) {
        sink.error(error);
      }
    },
  });
}

async function* play(script: Script, gates: ReturnType<typeof createGates>): AsyncGenerator<string> {
  for (const step of script) {
    if (step.does === "say") yield* step.pieces;
    if (step.does === "wait") await (typeof step.for === "string" ? gates.reached(step.for) : sleep(step.for));
    if (step.does === "block") throw new DOMException("The output was filtered.", "NotReadableError");
    if (step.does === "end") return;
  }
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
