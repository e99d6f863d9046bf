/**
 * JavaScript in a worker that is ended after each script. The engine is fetched and compiled here, so that the worker needs
 * no network at all.
 */
import { AgentError } from "../../core/errors.js";
import type { JavaScript, ScriptOrder, ScriptRun } from "../../core/sandbox/sandbox.js";
import { scriptUrl } from "../threads/script-url.js";
import { createThreads } from "./killable-workers.js";
import engineUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import javascriptUrl from "../../../workers/javascript.worker.ts?worker&url";

/** What the worker exposes. */
export interface ScriptThread {
  run(
    engine: WebAssembly.Module,
    handle: FileSystemDirectoryHandle,
    order: ScriptOrder,
    patience: number,
  ): Promise<ScriptRun>;
}

interface ScriptOptions {
  /** Milliseconds until a script is stopped. */
  readonly patience?: number;
}

const PATIENCE = 5_000;
/** The engine stops a script by itself, but not while it is busy with memory: 64 MB took it 23 s to fill (node 20). */
const GRACE = 1_000;

const threads = createThreads<ScriptThread>("JavaScript", {
  spawn: () => new Worker(scriptUrl(javascriptUrl), { type: "module", name: "javascript" }),
  isReused: false,
  tookTooLong: (patience, _progress, cause) =>
    new AgentError(
      "TimeoutError",
      `The script was killed after ${patience / 1000} s. It took too long or too much memory: do less in one run.`,
      { cause },
    ),
});

let engine: Promise<WebAssembly.Module> | undefined;

async function loadEngine(): Promise<WebAssembly.Module> {
  try {
    const answer = await fetch(engineUrl);
    if (!answer.ok) throw new TypeError(`It answered ${answer.status}.`);
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (error) {
    engine = undefined; // so that the next script tries again
    const message = "The engine for scripts could not be loaded. Try again when the app is online.";
    throw new AgentError("NotReadableError", message, { cause: error });
  }
}

export const linkJavaScript = (
  handle: FileSystemDirectoryHandle,
  { patience = PATIENCE }: ScriptOptions = {},
): JavaScript => ({
  async run(order, tell, signal) {
    const loaded = await (engine ??= loadEngine());
    return threads.use((thread) => thread.run(loaded, handle, order, patience), {
      patience: patience + GRACE,
      tell,
      signal,
    });
  },
});
