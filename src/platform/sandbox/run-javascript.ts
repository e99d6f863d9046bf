/**
 * One script in QuickJS, an engine of its own in WebAssembly (P3): the script has the language and the few functions given
 * here, nothing of the page's. Runs in the calling thread; the app calls it in a worker that is ended after each script.
 *
 * R1 The script is the body of an async function: `return` gives a value back, `await` works. A lone expression is returned.
 * R2 One limit of time holds for the whole script, the waiting for files included.
 * R3 The result is text: the printed lines and the returned value as JSON, both cut at a length.
 * R4 A host function takes texts and gives texts or failures; no object of ours ever enters the engine. Texts go as JSON,
 *    since the engine ends a text at its first NUL: “sub/\0/x” would be read as “sub/”.
 * R5 Files kept from the Model (keptIn of core/files/ignore.ts) are neither listed nor read.
 */
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import { AgentError } from "../../core/errors.js";
import { WHY_KEPT, keptIn, type Ignore } from "../../core/files/ignore.js";
import { readPath } from "../../core/files/path.js";
import type { ScriptOrder, ScriptRun } from "../../core/sandbox/sandbox.js";
import { decodeText } from "../../core/files/text-file.js";
import type { Entry, Workspace } from "../../core/files/workspace.js";
import { runWords } from "./run-words.js";

interface ScriptLimits {
  /** Milliseconds (R2). */
  readonly patience: number;
  readonly memory?: number;
  readonly now?: () => number;
}

const MEMORY = 64 * 1024 * 1024;
/** A quarter of 512 KB, at which the engine overran the thread's own stack before it met its limit (node 20). */
const STACK = 128 * 1024;
/** The most of a result: the log keeps it whole (X2). */
const MOST_CHARS = 2_000_000;
const MOST_BYTES = 20_000_000;

type Engine = Parameters<typeof newQuickJSWASMModuleFromVariant>[0];

export async function runJavaScript(
  engine: Engine,
  files: Pick<Workspace, "read" | "list" | "stat">,
  { code, ignore }: ScriptOrder,
  { patience, memory = MEMORY, now = Date.now }: ScriptLimits,
): Promise<ScriptRun> {
  const kept = keptIn(files, ignore);
  const end = now() + patience;
  const isTimeUp = () => now() > end;
  const { runtime, vm } = await openEngine(engine, memory, isTimeUp);
  const printer = createPrinter();
  let outcome: Pick<ScriptRun, "value" | "error"> | undefined;
  const waiting = new Set<Promise<void>>();

  /** A function of the engine that asks the Workspace; the engine runs other jobs meanwhile. */
  const asks = (ask: (path: string) => Promise<string>) =>
    vm.newFunction("ask", (said) => {
      const deferred = vm.newPromise();
      const asked = ask(JSON.parse(vm.getString(said)) as string).then(
        (answer) => vm.newString(answer).consume((text) => deferred.resolve(text)),
        ({ name, message }: Error) => vm.newError({ name, message }).consume((error) => deferred.reject(error)),
      );
      waiting.add(asked);
      void asked.finally(() => waiting.delete(asked));
      return deferred.handle;
    });
  const hears = (hear: (text: string) => void) =>
    vm.newFunction("hear", (said) => {
      hear(vm.typeof(said) === "string" ? vm.getString(said) : "");
    });

  try {
    const follow = vm.unwrapResult(
      vm.callFunction(
        vm.unwrapResult(vm.evalCode(PRELUDE)),
        vm.undefined,
        hears((line) => printer.print(JSON.parse(line) as string)),
        hears(
          (value) =>
            (outcome ??=
              value.length > MOST_CHARS ? { error: runWords.resultTooLong(value.length, MOST_CHARS) } : { value }),
        ),
        hears((error) => (outcome ??= { error: error.slice(0, MOST_CHARS) })),
        hears(() => (outcome ??= {})),
        asks(async (path) => JSON.stringify(await readText(files, kept, path))),
        asks(async (path) => JSON.stringify(await listFolder(files, kept, path))),
      ),
    );
    const started = start(vm, code);
    if ("error" in started) return { error: messageOf(vm, started.error, isTimeUp(), patience), ...printer.printed() };
    vm.unwrapResult(vm.callFunction(follow, vm.undefined, started.value));
    while (!outcome) {
      const ran = runtime.executePendingJobs();
      if (ran.error) outcome ??= { error: messageOf(vm, ran.error, isTimeUp(), patience) };
      if (!outcome && isTimeUp()) outcome = { error: timeIsUp(patience) };
      if (outcome || runtime.hasPendingJob()) continue;
      if (waiting.size === 0) outcome = { error: runWords.waitsForever };
      else await Promise.race([...waiting, after(end - now())]);
    }
    return {
      ...(isTimeUp() && outcome.error !== undefined ? { error: timeIsUp(patience) } : outcome),
      ...printer.printed(),
    };
  } catch (error) {
    // The engine itself failed: its stack or its memory ran over. It is not used again.
    const why = isTimeUp() ? timeIsUp(patience) : runWords.overLimits((error as Error).message);
    return { error: why, ...printer.printed() };
  }
}

async function openEngine(engine: Engine, memory: number, isTimeUp: () => boolean) {
  const quickjs = await newQuickJSWASMModuleFromVariant(engine);
  const runtime: QuickJSRuntime = quickjs.newRuntime();
  runtime.setMemoryLimit(memory);
  runtime.setMaxStackSize(STACK);
  runtime.setInterruptHandler(isTimeUp);
  return { runtime, vm: runtime.newContext() };
}

/** R1. Parsed first, so that nothing runs twice. */
function start(vm: QuickJSContext, code: string): { value: QuickJSHandle } | { error: QuickJSHandle } {
  const asExpression = `(async () => (\n${code}\n))()`;
  const parsed = vm.evalCode(`(() => { ${asExpression} })`, "script.js", { compileOnly: true });
  const isExpression = !parsed.error;
  const result = vm.evalCode(isExpression ? asExpression : `(async () => {\n${code}\n})()`, "script.js");
  return result.error ? { error: result.error } : { value: result.value };
}

function createPrinter() {
  const lines: string[] = [];
  let chars = 0;
  let isCut = false;
  return {
    print(line: string) {
      chars += line.length + 1;
      if (chars > MOST_CHARS) isCut = true;
      else lines.push(line);
    },
    printed: () => ({ printed: lines, isCut }),
  };
}

/** R5 */
async function listFolder(files: Pick<Workspace, "list">, kept: Ignore, said: string): Promise<readonly Entry[]> {
  const path = readPath(said);
  const [entries, rules] = await Promise.all([files.list(path), kept.rulesIn(path)]);
  return entries.filter((entry) => !rules.isIgnored(entry.path, entry.kind === "folder"));
}

/** R5 */
async function readText(files: Pick<Workspace, "read" | "stat">, kept: Ignore, said: string): Promise<string> {
  const path = readPath(said);
  if (await kept.isIgnored(path, false)) throw new AgentError("NotAllowedError", runWords.notReadable(path, WHY_KEPT));
  const { size } = await files.stat(path);
  if (size > MOST_BYTES) throw new RangeError(runWords.tooBig(path, MOST_BYTES / 1_000_000));
  return decodeText(await files.read(path));
}

function messageOf(vm: QuickJSContext, error: QuickJSHandle, isTimeUp: boolean, patience: number): string {
  if (isTimeUp) return timeIsUp(patience);
  const { name = "Error", message = "" } = (vm.dump(error) ?? {}) as { name?: string; message?: string };
  return `${name}: ${message}`;
}

const timeIsUp = (patience: number): string => runWords.scriptStopped(patience / 1000);

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Code that runs inside the engine before the script, and keeps the functions it needs before the script can replace them. */
const PRELUDE = `(function (print, give, fail, giveNothing, read, list) {
  "use strict";
  const { stringify, parse } = JSON, { apply } = Reflect, { then } = Promise.prototype, text = String, Thrown = Error;
  const shown = (value) => {
    if (typeof value === "string") return value;
    try {
      if (value instanceof Thrown) return value.name + ": " + value.message + (value.stack ? "\\n" + value.stack : "");
      const json = stringify(value, (_, each) => (typeof each === "bigint" ? text(each) + "n" : each));
      return json === undefined ? text(value) : json;
    } catch (error) {
      try { return text(value); } catch (error) { return "(can't be shown)"; }
    }
  };
  const line = (values) => {
    let joined = "";
    for (let at = 0; at < values.length; at++) joined += (at ? " " : "") + shown(values[at]);
    print(stringify(joined));
  };
  const log = (...values) => line(values);
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  globalThis.readFile = (path) => apply(then, read(stringify(text(path))), [parse]);
  globalThis.listFolder = (path = "") => apply(then, list(stringify(text(path))), [parse]);
  return (promise) => {
    apply(then, promise, [
      (value) => {
        if (value === undefined) return giveNothing("");
        let json;
        try { json = stringify(value); } catch (error) { return fail("What the script returned is no JSON: " + shown(error)); }
        if (json === undefined) fail("What the script returned is no JSON: a " + typeof value + ".");
        else give(json);
      },
      (error) => fail(shown(error)),
    ]);
  };
})`;
