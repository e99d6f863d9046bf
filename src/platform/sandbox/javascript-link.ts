/** JavaScript in a worker that is ended after each script. The engine is compiled here, so that the worker needs no network. */
import { AgentError } from "../../core/errors.js";
import type { JavaScript, ScriptOrder, ScriptRun } from "../../core/sandbox/sandbox.js";
import { scriptUrl } from "../threads/script-url.js";
import { createWorkerPool } from "../threads/worker-pool.js";
import { runWords } from "./run-words.js";
import engineUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import javascriptUrl from "../../../workers/javascript.worker.ts?worker&url";

/** The functions of the JavaScript worker. */
export interface ScriptThread {
  run(
    engine: WebAssembly.Module,
    handle: FileSystemDirectoryHandle,
    order: ScriptOrder,
    patience: number,
  ): Promise<ScriptRun>;
}

/** Milliseconds until a script is stopped. */
const PATIENCE = 5_000;
/** Milliseconds more until its worker is killed: the engine stops no script while it fills memory (64 MB took 23 s in node 20). */
const GRACE = 1_000;

const threads = createWorkerPool<ScriptThread>("JavaScript", {
  spawn: () => new Worker(scriptUrl(javascriptUrl), { type: "module", name: "javascript" }),
  isReused: false,
  countsSeconds: true,
  tookTooLong: (patience, _progress, cause) =>
    new AgentError("TimeoutError", runWords.scriptKilled(patience / 1000), { cause }),
});

let engine: Promise<WebAssembly.Module> | undefined;

async function loadEngine(): Promise<WebAssembly.Module> {
  try {
    const answer = await fetch(engineUrl);
    if (!answer.ok) throw new TypeError(`It answered ${answer.status}.`);
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (cause) {
    engine = undefined; // so that the next script tries again
    throw new AgentError("NotReadableError", runWords.noEngine, { cause });
  }
}

export const linkJavaScript = (handle: FileSystemDirectoryHandle, { patience = PATIENCE } = {}): JavaScript => ({
  async run(order, tell, signal) {
    const loaded = await (engine ??= loadEngine());
    const limits = { patience: patience + GRACE, tell, signal };
    return threads.use((thread) => thread.run(loaded, handle, order, patience), limits);
  },
});
