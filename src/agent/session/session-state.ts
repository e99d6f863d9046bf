/**
 * The state of one Session in this tab: its line in the list (summary), the context that the Model is sent, the meter with its weights, and
 * the effects that Turns are shown with. All of them mirror the Log, and nothing gets into the Log but by `write`:
 *
 *     bodies ─▶ weighed ─▶ records ─▶ Log ─▶ summary, turns, context ─▶ told ─▶ meter ─▶ `context-weighed`
 *
 * R1 One write is one append: all of it stands in the Log, or nothing.
 * R2 No mirror changes, and nothing is told, before the Log has it (L3).
 * R3 The first thing in a Session's Log is `session-created`, whatever is written first.
 * R4 Records that only add to the context are added to the mirrors; any other effect has the mirrors read again.
 */
import type { SessionId } from "../../core/ids.js";
import type { Clock } from "../../core/clock.js";
import type { Content } from "../../core/content.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { Gauge } from "../../core/measure/gauge.js";
import type { LogRecord, RecordBody } from "../../core/log/log.js";
import type { LogStore, SessionSummary } from "../../core/log/store.js";
import { addToSummary } from "../../core/log/session-summary.js";
import type { Ids } from "../../core/ulid.js";
import type { ModelCalibration } from "../request/model-calibration.js";
import { createSessionContext, type SessionContext } from "./session-context.js";
import { createSessionMeter, type SessionMeter } from "./session-meter.js";
import { createTurnViews, type TurnViews } from "./turn-views.js";
import { makeRecord } from "./make-record.js";
import type { ContextMeter } from "../../core/measure/ledger.js";
import type { Frame } from "../../core/measure/frame.js";

export interface SessionState {
  readonly id: SessionId;
  readonly summary: SessionSummary;
  readonly context: SessionContext;
  readonly meter: SessionMeter;
  readonly turns: TurnViews;
  /** The Log, for reading alone. Drafts are no records, so they are written past `write`. */
  readonly log: Pick<LogStore, "page" | "records" | "drafts" | "draft">;
  readonly clock: Clock;
  /** The Model whose window the meter is about. */
  readonly model: string;
  /** The meter as the screen shows it. */
  readonly fullness: ContextMeter;
  nextId(): string;
  /** Gives back the records of these bodies, once all mirrors have them. Rejects where the Log can't be written. */
  write(bodies: readonly Writable[], options?: WriteOptions): Promise<readonly LogRecord[]>;
  /** The one way by which anything that happens in the Session is told. */
  tell(event: AgentEvent): void;
  /** Tells how full the context is. */
  tellMeter(): void;
  /** Weighs all of the Session anew, and tells. */
  weighAll(): Promise<void>;
  /** Weighs what stands before the conversation, as it would be sent beside such a context. */
  reframe(beside?: Shortened): Promise<void>;
  /** The newest records. Whatever the clock says, what is written from now on sorts after them. */
  newest(limit: number): ReturnType<LogStore["page"]>;
  /** Reads the line in the list again, where another than this state may have written in the Session. */
  rereadSummary(): Promise<void>;
}

/** A body of a record that is to be written; a function where it names records that stand before it in the same write. */
type Writable = RecordBody | ((before: readonly LogRecord[]) => RecordBody);

interface WriteOptions {
  /** Throws where nothing may be written any more. Asked when all is weighed, right before the append. */
  readonly mustBeAllowed?: () => void;
  /** Tells what the records mean, as soon as that is true: the weighing may take a while. */
  readonly tell?: (records: readonly LogRecord[]) => void | Promise<void>;
  /** Called when the meter has the records, right before `context-weighed`. */
  readonly onWeighed?: () => void;
  /** A Turn may go on with the context at once: it is read again now, and what stands before it weighed. */
  readonly rereads?: boolean;
  /** The Session is about to be read and weighed: neither is done here. */
  readonly isUnread?: boolean;
}

interface Shortened {
  readonly isShortened: boolean;
}

interface StateParts {
  readonly log: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly gauge: Gauge;
  readonly calibration: ModelCalibration;
}

interface StateOptions {
  readonly tell: (event: AgentEvent) => void;
  readonly modelName: () => string;
  /** The standing words and the Tools, which stand before the conversation. */
  readonly frame: (beside: Shortened) => Promise<Frame>;
  /** Tokens of the next request at which a compression will be due. */
  readonly compressAt?: (meter: ContextMeter) => number | undefined;
}

export function createSessionState(parts: StateParts, line: SessionSummary, options: StateOptions): SessionState {
  const { log, clock, ids } = parts;
  const { id } = line;
  const { tell } = options;
  let summary = line;
  /** True once `session-created` is written, or being written. */
  let isBegun = line.records > 0;
  const context = createSessionContext(log, id, () => summary.records === 0);
  const meter = createSessionMeter(parts.gauge, parts.calibration, id);
  const turns = createTurnViews();

  async function weighed(bodies: readonly Writable[]): Promise<readonly Writable[]> {
    const contents = bodies.map(unweighedIn);
    const asked = contents.filter((content) => content !== undefined);
    const weights = asked.length > 0 ? [...(await meter.weighAll(asked))] : [];
    return bodies.map((body, at) => {
      const weight = contents[at] && weights.shift();
      return weight ? ({ ...body, weight } as RecordBody) : body;
    });
  }

  function recordsOf(bodies: readonly Writable[]): readonly LogRecord[] {
    const records: LogRecord[] = [];
    for (const body of bodies)
      records.push(makeRecord(parts, id, typeof body === "function" ? body([...records]) : body));
    return records;
  }

  /** R1 to R3 */
  async function append(bodies: readonly Writable[]): Promise<readonly LogRecord[]> {
    const head: readonly Writable[] = isBegun || isBeginning(bodies[0]) ? [] : [{ kind: "session-created" }];
    isBegun = true;
    const records = recordsOf([...head, ...bodies]);
    try {
      await log.append(records);
    } catch (error) {
      isBegun = summary.records > 0;
      throw error;
    }
    for (const record of records) summary = addToSummary(summary, record);
    turns.note(...records);
    return records.slice(head.length);
  }

  const state: SessionState = {
    ...{ id, context, meter, turns, log, clock, tell },
    get summary() {
      return summary;
    },
    get model() {
      return options.modelName();
    },
    get fullness() {
      const view = meter.view(options.modelName());
      const compressAt = options.compressAt?.(view);
      return { ...view, ...(compressAt !== undefined && { compressAt }) };
    },
    nextId: () => ids.next(),
    async write(bodies, { mustBeAllowed, tell: tellOf, onWeighed, rereads = false, isUnread = false } = {}) {
      if (summary.records === 0) await context.read(); // there is nothing to read
      const ready = isUnread ? bodies : await weighed(bodies);
      mustBeAllowed?.();
      const records = await append(ready);
      const news = isUnread ? ({ kind: "same" } as const) : context.take(records);
      await tellOf?.(records);
      if (news.kind === "same") return records;
      if (rereads) await context.read();
      await meter.follow(news);
      if (rereads) await state.reframe();
      onWeighed?.();
      state.tellMeter();
      return records;
    },
    tellMeter: () => tell({ type: "context-weighed", sessionId: id, meter: state.fullness }),
    async weighAll() {
      if (summary.records > 0) await meter.refresh();
      state.tellMeter();
    },
    reframe: async (beside = context) => meter.setFrame(await options.frame(beside)),
    async newest(limit) {
      const page = await log.page(id, limit);
      const last = page.records.at(-1);
      if (last) ids.follow(last.id);
      return page;
    },
    async rereadSummary() {
      summary = (await log.session(id)) ?? summary;
      isBegun ||= summary.records > 0;
    },
  };
  return state;
}

const isBeginning = (body: Writable | undefined): boolean =>
  typeof body === "object" && body.kind === "session-created";

/** The Content of a body that the Model will be sent, where nobody has weighed it yet. */
function unweighedIn(body: Writable): Content | undefined {
  if (typeof body === "function") return undefined;
  const isSent =
    body.kind === "environment" || body.kind === "recalled" || (body.kind === "content" && !body.discarded);
  return isSent && !body.weight ? body.content : undefined;
}
