/** What the main thread did while a page was traced: how long its tasks ran, by the thread's own time (decisions/37). */
import type { Page } from "playwright";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Task {
  /** Milliseconds of the thread's time. */
  readonly cpu: number;
  /** Its dearest parts, as `name ms`. */
  readonly parts: readonly string[];
  /** Between which marks it began: 0 from the first to the second. */
  readonly stretch: number;
}

export interface Traced {
  /** Tasks of the page's main thread, the longest first; at most fifty. */
  readonly tasks: readonly Task[];
  /** Milliseconds the main thread spent, by kind, from each mark to the next. */
  readonly spent: readonly Spent[];
}

/** Each without the others: what a script makes the browser lay out is layout. */
export interface Spent {
  readonly script: number;
  readonly layout: number;
  readonly style: number;
  readonly paint: number;
  readonly layouts: number;
}

export interface Trace {
  /** Ends a stretch and begins the next. */
  mark(): Promise<void>;
  end(): Promise<Traced>;
}

/** What runs our code. Metrics know of no microtasks, in which a stream is read and Lit renders; a trace does. */
const SCRIPT = new Set([
  "RunMicrotasks",
  "BlinkScheduler_PerformMicrotaskCheckpoint",
  "FunctionCall",
  "FireAnimationFrame",
  "FireIdleCallback",
  "TimerFire",
  "EventDispatch",
  "EvaluateScript",
  "v8.callFunction",
  "MinorGC",
  "MajorGC",
  "V8.GC_MC_INCREMENTAL",
]);
const LAYOUT = new Set(["Layout"]);
const STYLE = new Set(["UpdateLayoutTree"]);
const PAINT = new Set(["PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"]);
/** A mark of this name, which a page may also make by itself, ends a stretch and begins the next. */
export const MARK = "palimpsest-mark";

export async function traceTasks(page: Page): Promise<Trace> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send("Tracing.start", {
    traceConfig: {
      recordMode: "recordContinuously",
      traceBufferSizeInKb: 400_000,
      includedCategories: [
        "toplevel",
        "devtools.timeline",
        "blink.user_timing",
        "disabled-by-default-lighthouse",
        "disabled-by-default-devtools.timeline",
      ],
    },
    transferMode: "ReportEvents",
  });
  const mark = () => page.evaluate((name) => void performance.mark(name), MARK);
  await mark();
  return {
    mark,
    async end() {
      const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
      await devtools.send("Tracing.end");
      await complete;
      await devtools.detach();
      return read(events);
    },
  };
}

function read(events: readonly TraceEvent[]): Traced {
  const marks = events.filter(({ name }) => name === MARK);
  const first = marks[0];
  if (!first) throw new Error("The trace has no mark.");
  // The thread that marks is the page's main thread.
  const ours = events
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === "X")
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const times = marks.map(({ ts }) => ts).toSorted((one, other) => one - other);
  const tasks = ours
    .filter(({ name, ts, tdur }) => name === "RunTask" && tdur !== undefined && ts >= first.ts)
    .toSorted((one, other) => other.tdur! - one.tdur!)
    .slice(0, 50)
    .map((task) => ({
      cpu: task.tdur! / 1000,
      parts: partsOf(task, ours),
      stretch: times.filter((time) => time <= task.ts).length - 1,
    }));
  return { tasks, spent: times.slice(1).map((end, at) => spentBetween(ours, times[at]!, end)) };
}

/** The thread's own time of each kind of work, what is nested in it taken off. */
function spentBetween(events: readonly TraceEvent[], from: number, to: number): Spent {
  const spent = { script: 0, layout: 0, style: 0, paint: 0, layouts: 0 };
  const kindOf = (name: string) =>
    SCRIPT.has(name)
      ? "script"
      : LAYOUT.has(name)
        ? "layout"
        : STYLE.has(name)
          ? "style"
          : PAINT.has(name)
            ? "paint"
            : undefined;
  const open: { end: number; kind: "script" | "layout" | "style" | "paint" }[] = [];
  for (const { name, ts, dur = 0, tdur = 0 } of events) {
    if (ts < from || ts >= to) continue;
    const kind = kindOf(name);
    if (!kind) continue;
    while (open.length > 0 && open.at(-1)!.end <= ts) open.pop();
    const outer = open.at(-1);
    spent[kind] += tdur / 1000;
    if (outer) spent[outer.kind] -= tdur / 1000;
    if (kind === "layout") spent.layouts++;
    open.push({ end: ts + dur, kind });
  }
  return spent;
}

function partsOf(task: TraceEvent, events: readonly TraceEvent[]): readonly string[] {
  const end = task.ts + (task.dur ?? 0);
  return events
    .filter(({ name, ts, tdur = 0 }) => name !== "RunTask" && ts >= task.ts && ts < end && tdur > 1000)
    .toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))
    .slice(0, 6)
    .map(({ name, tdur = 0 }) => `${name} ${(tdur / 1000).toFixed(1)}`);
}
