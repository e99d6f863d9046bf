/** The part of the made-up Agent that knows the context: real records of its Turns, weighed and changed by the real code. */
import { changeContext } from "../../src/agent/session/change-context.js";
import { readBlock, readMap } from "../../src/agent/session/read-map.js";
import type { MapView } from "../../src/core/port/context-port.js";
import type { ContextChange } from "../../src/core/context/context-change.js";
import type { Content } from "../../src/core/content.js";
import type { SessionEvent } from "../../src/core/port/events.js";
import type { CallNote, LogRecord } from "../../src/core/log/log.js";
import type { TurnView } from "../../src/core/port/turns.js";
import { weighContent } from "../../src/core/tokens/content-weight.js";
import { plainCounter } from "./plain-counter.js";
import { createTestState } from "./test-state.js";
import type { Frame } from "../../src/core/measure/frame.js";

export interface FakeContextParts {
  readonly session: string;
  readonly turns: () => readonly TurnView[];
  readonly newId: () => string;
  readonly limit: () => number;
  readonly tell: (event: SessionEvent) => void;
}

const words = (count: number, what: string) => Array.from({ length: count }, (_, at) => `${what} ${at}.`).join(" ");

const frame: Frame = {
  system: `You are Palimpsest. ${words(300, "Rule")} ${words(90, "Prefer tabs")}`,
  parts: [
    { id: "GEMINI.md", text: words(60, "Prefer tabs") },
    { id: "~/.gemini/GEMINI.md", text: words(30, "Prefer tabs") },
  ],
  tools: ["read_file", "grep_search", "replace", "write_file"].map((name, at) => ({
    name,
    description: words(30 + 20 * at, "It does this"),
    parameters: { type: "object", properties: {} },
  })),
};

export function createFakeContext({ session, turns, newId, limit, tell }: FakeContextParts) {
  const known = new Set<string>();
  /** The made-up Agent tells by itself how full the context is, but for what changes it here. */
  let isChanging = false;
  const { state, log } = createTestState({
    ...{ session, limit, frame, next: newId },
    tell: (event) => isChanging && tell(event as SessionEvent),
  });

  /** The Turns that have ended, as records; each once. */
  async function catchUp(): Promise<void> {
    const news = turns().filter(({ id, outcome }) => outcome && !known.has(id));
    for (const turn of news) {
      known.add(turn.id);
      await log.append(recordsOf(turn, session));
    }
    if (news.length === 0) return;
    await state.rereadSummary();
    await state.meter.refresh();
  }

  return {
    async map(asked: MapView) {
      await catchUp();
      return readMap(state, { threshold: 0.5, isRunning: () => false }, asked);
    },
    text: (block: { readonly record: string; readonly part?: number }) => readBlock(state, block),
    async change(change: ContextChange) {
      await catchUp();
      isChanging = true;
      await changeContext(state, change).finally(() => (isChanging = false));
    },
  };
}

function recordsOf(turn: TurnView, session: string): readonly LogRecord[] {
  const said = (
    place: number,
    from: "user" | "model" | "tool",
    content: Content,
    calls?: readonly CallNote[],
  ): LogRecord => ({
    ...{ id: `${turn.id}${String.fromCharCode(65 + place)}`, session, at: turn.at },
    ...{ kind: "content", turn: turn.id, step: turn.id, from, content, weight: weighContent(content, plainCounter) },
    ...(from === "model" && { model: "librarian" }),
    ...(calls && { calls }),
  });
  let place = 0;
  const records = turn.blocks.flatMap((block): LogRecord[] => {
    if (block.kind === "user") return [said(place++, "user", { role: "user", parts: [{ text: block.text }] })];
    if (block.kind === "text") return [said(place++, "model", { role: "model", parts: [{ text: block.text }] })];
    if (block.kind !== "tool") return [];
    const { id, name, title, output = "" } = block;
    const call: Content = { role: "model", parts: [{ functionCall: { id, name, args: { file_path: title } } }] };
    const result: Content = { role: "user", parts: [{ functionResponse: { id, name, response: { output } } }] };
    return [said(place++, "model", call), said(place++, "tool", result, [{ id, title, state: "done" }])];
  });
  const end = {
    id: `${turn.id}Z`,
    session,
    at: turn.at,
    kind: "turn-ended",
    turn: turn.id,
    outcome: turn.outcome!,
  } as const;
  return [...records, end];
}
