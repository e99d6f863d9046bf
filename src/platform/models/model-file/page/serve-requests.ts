/** Requests to a GGUF file, one after the other: loads the file when it is another, sends the chunks, stops when asked to. */
import type { ChatCompletionChunk } from "@wllama/wllama/esm/index.js";
import { failureOf } from "../../../../core/errors.js";
import type { FinishReason, Usage } from "../../../../core/models/model.js";
import type { FromPage, ToPage } from "../page-messages.js";
import { openModelFile } from "../model-files.js";
import { createRuntime } from "./runtime.js";

type Ask = ToPage & { readonly type: "ask" };

interface Requests {
  hear(message: ToPage): void;
}

export function serveRequests(tell: (message: FromPage) => void, runtime = createRuntime()): Requests {
  const open = new Map<number, AbortController>();
  let loaded: string | undefined;
  let last: Promise<void> = Promise.resolve();

  async function answer(ask: Ask, { signal }: AbortController): Promise<void> {
    try {
      signal.throwIfAborted();
      if (ask.file !== loaded) await load(ask);
      signal.throwIfAborted();
      await chat(ask, signal);
    } catch (error) {
      const failure = failureOf(error);
      // Wasm that trapped is not asked again: the next request begins with a fresh one. A refusal leaves it as it was.
      if (failure.name === "RuntimeError") loaded = undefined;
      tell({ type: "failed", id: ask.id, ...failure });
    } finally {
      open.delete(ask.id);
    }
  }

  async function load({ id, file }: Ask): Promise<void> {
    tell({ type: "status", id, kind: "loading" });
    loaded = undefined;
    await runtime.load(await openModelFile(file));
    loaded = file;
  }

  async function chat({ id, messages, schema }: Ask, signal: AbortSignal): Promise<void> {
    let reason: FinishReason = "cut";
    let usage: Usage | undefined;
    const onChunk = (chunk: ChatCompletionChunk) => {
      const progress = chunk.prompt_progress;
      if (progress)
        tell({ type: "status", id, kind: "reading", done: progress.processed / Math.max(1, progress.total) });
      usage = usageOf(chunk) ?? usage;
      const [choice] = chunk.choices ?? [];
      const { reasoning_content: thought } = (choice?.delta ?? {}) as { readonly reasoning_content?: unknown };
      if (typeof thought === "string" && thought !== "") tell({ type: "thought", id, text: thought });
      if (choice?.delta.content) tell({ type: "delta", id, text: choice.delta.content });
      if (choice?.finish_reason) reason = choice.finish_reason === "length" ? "max-tokens" : "stop";
    };
    await runtime.chat(messages, { ...(schema && { schema }), onChunk }, signal);
    tell({ type: "done", id, reason, ...(usage && { usage }) });
  }

  return {
    hear(message) {
      if (message.type === "stop") return open.get(message.id)?.abort();
      const stop = new AbortController();
      open.set(message.id, stop);
      last = last.then(() => answer(message, stop));
    },
  };
}

function usageOf({ usage, timings }: ChatCompletionChunk): Usage | undefined {
  if (usage) return { prompt: usage.prompt_tokens, answer: usage.completion_tokens };
  if (!timings) return undefined;
  const { prompt_n, cache_n = 0, predicted_n } = timings;
  return { prompt: prompt_n + cache_n, answer: predicted_n, cached: cache_n };
}
