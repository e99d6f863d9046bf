/**
 * llama.cpp in WebAssembly (`@wllama/wllama`), one model at a time, one request after the other. Only the page for model files
 * loads it.
 */
import { Wllama } from "@wllama/wllama/esm/index.js";
import type { ChatCompletionChunk } from "@wllama/wllama/esm/index.js";
import wasmUrl from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import { AgentError } from "../../../../core/errors.js";
import type { ChatMessage } from "../../../../core/models/tool-protocol.js";
import { modelFileWords } from "../model-file-words.js";

export interface Runtime {
  load(file: File): Promise<void>;
  chat(messages: readonly ChatMessage[], options: ChatOptions, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface ChatOptions {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly onChunk: (chunk: ChatCompletionChunk) => void;
}

/** Tokens of the window: a short prompt of 1,500 estimated tokens is at most some 2,000 of any tokenizer's; the rest is for the answer. */
const CONTEXT = 3_072;
const MOST_ANSWER = 1_024;
/** Tokens of a batch. A stop is heard between batches: at 16 tokens a second within 8 s; the default is 2,048. */
const BATCH = 128;

export function createRuntime(): Runtime {
  let open: Wllama | undefined;

  async function close(): Promise<void> {
    const closing = open;
    open = undefined;
    await closing?.exit();
  }

  return {
    close,
    async load(file) {
      await close();
      if (!hasMemory64()) throw new AgentError("NotSupportedError", modelFileWords.unsupported);
      const wllama = new Wllama({ default: wasmUrl }, { suppressNativeLog: true, logger: quiet });
      wllama.setCompat(null); // Its other build would come from a CDN.
      open = wllama;
      try {
        await wllama.loadModel([file], {
          n_ctx: CONTEXT,
          n_batch: BATCH,
          n_parallel: 1, // so that the next request finds the prompt's beginning already read
          n_threads: Math.max(1, Math.floor(navigator.hardwareConcurrency / 2)), // all of them fell to a tenth of the speed
        });
      } catch (error) {
        await close();
        throw error;
      }
    },
    async chat(messages, { schema, onChunk }, signal) {
      if (!open) throw new Error(modelFileWords.noneLoaded);
      await open.createChatCompletion({
        messages: messages.map(({ role, content }) => ({ role, content })),
        stream: true,
        max_tokens: MOST_ANSWER,
        cache_prompt: true,
        return_progress: true,
        timings_per_token: true,
        abortSignal: signal,
        ...(schema && { response_format: { type: "json_schema", json_schema: { name: "reply", schema } } }),
        onData: onChunk,
      });
    },
  };
}

const quiet = { debug: () => undefined, log: () => undefined, warn: () => undefined, error: console.error };

function hasMemory64(): boolean {
  try {
    return !!new WebAssembly.Memory({ address: "i64", initial: 1n } as unknown as WebAssembly.MemoryDescriptor);
  } catch {
    return false; // The browser knows no such memory: that is the answer.
  }
}
