/** The state of a Session on working fakes: a Log in memory, weights that are estimates, time that stands still. For tests of who writes in one. */
import { createModelCalibration } from "../../src/agent/request/model-calibration.js";
import { createSessionState } from "../../src/agent/session/session-state.js";
import type { AgentEvent } from "../../src/core/port/events.js";
import { createGauge } from "../../src/core/measure/gauge.js";
import { blankSummary } from "../../src/core/log/session-summary.js";
import { createMemoryLog, type MemoryLog } from "./memory-log.js";
import { plainCounter } from "./plain-counter.js";
import { nextId } from "./records.js";
import { weightTraces } from "./weights.js";
import type { Frame } from "../../src/core/measure/frame.js";

export interface TestStateOptions {
  readonly session?: string;
  readonly log?: MemoryLog;
  readonly next?: () => string;
  readonly tell?: (event: AgentEvent) => void;
  /** Tokens of the window. */
  readonly limit?: () => number;
  readonly frame?: Frame;
}

export function createTestState({
  session = "s",
  log = createMemoryLog(),
  next = nextId,
  tell = () => undefined,
  limit = () => 0,
  frame = { system: "", tools: [] },
}: TestStateOptions = {}) {
  const among = async (id: string, wanted: readonly string[]) =>
    (await log.records(id)).filter((record) => wanted.includes(record.id));
  const gauge = createGauge({
    counter: () => Promise.resolve(plainCounter),
    stored: async (id) => weightTraces(await log.records(id)),
    whole: among,
    said: among,
  });
  const parts = {
    ...{ log, gauge, calibration: createModelCalibration({ log, endpoint: () => "", override: limit }) },
    clock: { now: () => 0, after: () => () => undefined },
    ids: { next, follow: () => undefined },
  };
  const state = createSessionState(parts, blankSummary(session, 0), {
    tell,
    modelName: () => "gemini-2.5-pro",
    frame: () => Promise.resolve(frame),
  });
  return { state, log };
}
