/**
 * The state of the screen as one value, and its changes: a pure fold over the Agent's events, and a few changes by its
 * answers. A delta makes a new last Turn and leaves the others the same objects, so that Lit renders that one alone.
 */
import type { RecordId, SessionId, TurnId } from "../../core/ids.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import type { SessionView } from "../../core/port/sessions-port.js";
import type { StartView } from "../../core/port/agent-port.js";
import type { WorkspaceView } from "../../core/port/folder-port.js";
import type { ApprovalMode } from "../../core/policy/approval.js";
import type { CompressionPhase } from "../../core/compression/compression.js";
import type { AgentEvent, TurnEvent, QueuedMessage } from "../../core/port/events.js";
import type { TrustQuestion } from "../../core/memory/trusted-folder.js";
import type { IndexProgress } from "../../core/search/search.js";
import type { SessionSummary, StorageState } from "../../core/log/store.js";
import { withCompression, withMarks, withMasking, type ToolBlock, type TurnView } from "../../core/port/turns.js";
import { turnBegunBy, withTurnEvent } from "./turn-events.js";
import { windowOf, withoutOldest, type TurnWindow } from "./turn-window.js";
import type { Ownership } from "../../core/log/session-lock.js";
import type { ContextMeter } from "../../core/measure/ledger.js";

export interface ViewState {
  /** Whether the Agent has answered yet. */
  readonly started: boolean;
  readonly storage: StorageState;
  /** Pinned first, then the newest. */
  readonly sessions: readonly SessionSummary[];
  readonly models: readonly ModelChoice[];
  readonly approvalMode: ApprovalMode;
  readonly workspace?: WorkspaceView;
  /** None on the blank page, where a new Session begins. */
  readonly open?: ShownSession;
  /** The meter of an empty Session. */
  readonly meter?: ContextMeter;
  /** The Turn that runs in the open Session, in this tab. */
  readonly running?: TurnId;
  /** Sessions that go on in this tab while another is open, and whether they wait for the user. */
  readonly working: Readonly<Record<string, "answering" | "asking">>;
  readonly activity: readonly Activity[];
  /** Failures, as sentences, until the user dismisses them. */
  readonly problems: readonly string[];
  /** Progress of indexing the folder, while it goes on. */
  readonly indexing?: IndexProgress;
  /** The sentence shown while the user waits for a call. */
  readonly busy?: string;
  /** Why the running Turn pauses, and until when. */
  readonly waiting?: Extract<TurnEvent, { type: "turn-waiting" }>;
  /** Progress of a compression, while it goes on (C13). */
  readonly compressing?: CompressionPhase;
  /** Set when the window is as full as the user allowed and the user wants to be asked (C1); tokens. */
  readonly advised?: { readonly used: number; readonly limit: number };
  /** Messages of the open Session that wait for the running Turn to end, for the network, or for the user. */
  readonly queued: readonly QueuedMessage[];
  /** News about Memories, until the user dismisses them. */
  readonly memoryNews?: MemoryNews;
  /** The folder whose trust is in question, and the files it would load. */
  readonly trust?: { readonly workspaceId: string; readonly question: TrustQuestion };
}

export interface MemoryNews {
  /** Files that another program has changed (M11). */
  readonly outside?: readonly string[];
  /** Imports that failed, and where the first one stands (M3). */
  readonly problems?: { readonly count: number; readonly path: string; readonly line?: number };
}

interface ShownSession {
  readonly summary: SessionSummary;
  readonly owner: Ownership;
  readonly meter: ContextMeter;
  readonly window: TurnWindow;
}

/** A line of the activity view (H1). Deltas make none. */
export interface Activity {
  readonly id: number;
  readonly at: number;
  readonly event: AgentEvent;
}

/** H1: the newest 100. */
const ACTIVITY_LIMIT = 100;

export const emptyState: ViewState = {
  started: false,
  storage: { kind: "ready" },
  sessions: [],
  models: [],
  approvalMode: "default",
  activity: [],
  problems: [],
  queued: [],
  working: {},
};

export const startedWith = (state: ViewState, start: StartView): ViewState => ({
  ...state,
  started: true,
  storage: start.storage,
  sessions: sessionsInOrder(start.sessions),
  models: start.models,
  approvalMode: start.approvalMode,
  workspace: start.workspace,
  meter: start.meter,
  problems: start.problem ? [...state.problems, start.problem] : state.problems,
});

export function opened(state: ViewState, view: SessionView): ViewState {
  const { summary, owner, meter, page, queue } = view;
  const turns = page.turns;
  const running = turns.some((turn) => turn.id === state.running) ? state.running : undefined;
  const window = windowOf({ turns, more: page.more });
  const advised = state.open?.summary.id === summary.id ? state.advised : undefined;
  const open = { summary, owner, meter, window };
  const shown = { ...state, ...nothingRuns, running, advised, queued: queue, open };
  if (!view.running) return shown;
  const isOver = view.running.events.at(-1)?.type === "turn-ended";
  return { ...view.running.events.reduce(foldTurn, shown), running: isOver ? undefined : view.running.turnId };
}

const nothingRuns = { running: undefined, waiting: undefined, compressing: undefined } as const;

export const closed = (state: ViewState): ViewState => ({
  ...state,
  ...nothingRuns,
  open: undefined,
  advised: undefined,
  queued: [],
});

export const withWindow = (state: ViewState, window: TurnWindow): ViewState =>
  state.open ? { ...state, open: { ...state.open, window } } : state;

/** The calls of the running Turn that wait for the user, in their order. */
export function asksOf({ running, open }: ViewState): readonly ToolBlock[] {
  const turn = running === undefined ? undefined : open?.window.turns.findLast(({ id }) => id === running);
  return turn?.blocks.filter((block): block is ToolBlock => block.kind === "tool" && block.state === "asking") ?? [];
}

/** The meter of the open Session, or of an empty one. */
export const meterOf = (state: ViewState): ContextMeter | undefined => state.open?.meter ?? state.meter;
export const chosenModel = (state: ViewState): ModelChoice | undefined => state.models.find((model) => model.chosen);
export const isStorageReadOnly = (state: ViewState): boolean =>
  state.storage.kind === "read-only" || state.open?.owner === "elsewhere";

/** The state after one event, which arrived `at` that time. */
export function foldEvent(state: ViewState, event: AgentEvent, at: number): ViewState {
  const next = !("turnId" in event) ? foldSession(state, event) : event.unseen ? state : foldTurn(state, event);
  return isDelta(event) || isHalfway(event) ? next : { ...next, activity: withActivity(next.activity, event, at) };
}

const isDelta = (event: AgentEvent): boolean => event.type === "text" || event.type === "thought";

/** Progress of an index comes ten times a second: only its beginning and end make a line. */
const isHalfway = (event: AgentEvent): boolean => event.type === "index-progress" && event.progress.phase !== "done";

function foldTurn(state: ViewState, event: TurnEvent): ViewState {
  const { turnId } = event;
  switch (event.type) {
    case "turn-started":
      return runs(withTurn(state, turnBegunBy(event)), turnId);
    case "turn-resumed":
      return runs(changeTurn(state, event), turnId);
    case "step-started":
      return runs(changeTurn({ ...state, waiting: undefined }, event), turnId);
    case "turn-ended": {
      const running = state.running === turnId ? undefined : state.running;
      return { ...changeTurn(state, event), running, waiting: undefined, compressing: undefined };
    }
    case "turn-waiting":
      return { ...state, waiting: event };
    case "compression-started":
      return { ...state, compressing: "reading", advised: undefined };
    case "compression-progress":
      return { ...state, compressing: event.phase };
    case "compression-ended":
      return { ...state, compressing: undefined };
    case "compression-advised":
      return { ...state, advised: { used: event.used, limit: event.limit } };
    default:
      return changeTurn(state, event);
  }
}

function foldSession(state: ViewState, event: Exclude<AgentEvent, TurnEvent>): ViewState {
  const { open } = state;
  switch (event.type) {
    case "session-listed":
      return {
        ...state,
        sessions: listed(state.sessions, event.session),
        open: open?.summary.id === event.session.id ? { ...open, summary: event.session } : open,
      };
    case "session-removed":
      return { ...state, sessions: state.sessions.filter((session) => session.id !== event.sessionId) };
    case "session-working": {
      const { [event.sessionId]: _, ...others } = state.working;
      return { ...state, working: event.state === "idle" ? others : { ...others, [event.sessionId]: event.state } };
    }
    case "storage-changed":
      return { ...state, storage: event.storage };
    case "index-progress":
      return { ...state, indexing: event.progress.phase === "done" ? undefined : event.progress };
    case "index-failed":
      return { ...state, indexing: undefined };
    case "ownership-changed":
      return open?.summary.id === event.sessionId ? { ...state, open: { ...open, owner: event.owner } } : state;
    case "context-weighed":
      return open?.summary.id === event.sessionId ? { ...state, open: { ...open, meter: event.meter } } : state;
    case "turn-replaced":
      return open?.summary.id === event.sessionId ? withTurn(state, event.turn) : state;
    case "queue-changed":
      return open?.summary.id === event.sessionId ? { ...state, queued: event.queue } : state;
    case "turns-rewound":
      return withTurns(state, event.sessionId, (turn) => (turn.id >= event.from ? { ...turn, rewound: true } : turn));
    case "compression-changed": {
      const { sessionId, block } = event;
      const now = (id: RecordId) => (id === block.record ? block : undefined);
      return withTurns(state, sessionId, (turn) => withCompression(turn, now));
    }
    case "masking-changed":
      return withTurns(state, event.sessionId, (turn) => withMasking(turn, event.masking));
    case "context-changed": {
      const marks = new Map(event.marks.map((mark) => [mark.record, mark]));
      return withTurns(state, event.sessionId, (turn) => withMarks(turn, (record) => marks.get(record)));
    }
    case "trust-asked":
      return { ...state, trust: { workspaceId: event.workspaceId, question: event.question } };
    case "trust-changed":
      return state.trust?.workspaceId === event.workspaceId ? { ...state, trust: undefined } : state;
    case "approval-mode-changed":
      return { ...state, approvalMode: event.mode };
    case "screen-asked":
    case "settings-changed":
    case "memory-written":
      return state; // done by the app shell
    case "memory-changed": {
      if (event.by !== "outside") return state;
      const outside = [...new Set([...(state.memoryNews?.outside ?? []), ...event.paths])];
      return { ...state, memoryNews: { ...state.memoryNews, outside } };
    }
    case "memory-problems": {
      const { count, path, line } = event;
      const { problems: _, ...others } = state.memoryNews ?? {};
      if (path !== undefined) return { ...state, memoryNews: { ...others, problems: { count, path, line } } };
      return { ...state, memoryNews: others.outside && others };
    }
    case "files-changed":
      return state; // a line of the activity view, on which the files are read again
  }
}

/** Changes each Turn on the screen, if the event is of the open Session. */
function withTurns(state: ViewState, sessionId: SessionId, change: (turn: TurnView) => TurnView): ViewState {
  if (state.open?.summary.id !== sessionId) return state;
  const { window } = state.open;
  return withWindow(state, { ...window, turns: window.turns.map(change) });
}

/** Notes the running Turn if it can be stopped from here: it is in the window, or after the window's end. */
function runs(state: ViewState, id: TurnId): ViewState {
  const window = state.open?.window;
  const isHere = window && (window.gone.length > 0 || window.turns.some((turn) => turn.id === id));
  return isHere ? { ...state, running: id } : state;
}

/** Replaces the Turn with the same id, or appends the Turn if the window reaches the end. */
function withTurn(state: ViewState, turn: TurnView): ViewState {
  const window = state.open?.window;
  if (!window) return state;
  const at = window.turns.findLastIndex(({ id }) => id === turn.id);
  if (at >= 0) return withWindow(state, { ...window, turns: window.turns.with(at, turn) });
  if (window.gone.length > 0) return state;
  return withWindow(state, withoutOldest({ ...window, turns: [...window.turns, turn] }));
}

/** Applies an event to its Turn, if that is in the window. */
function changeTurn(state: ViewState, event: TurnEvent): ViewState {
  const turn = state.open?.window.turns.findLast(({ id }) => id === event.turnId);
  const changed = turn && withTurnEvent(turn, event);
  return changed === undefined || changed === turn ? state : withTurn(state, changed);
}

function withActivity(activity: readonly Activity[], event: AgentEvent, at: number): readonly Activity[] {
  // A build changes files for minutes: successive changes make one line, the newest.
  const isMore = event.type === "files-changed" && activity.at(-1)?.event.type === "files-changed";
  return [
    ...(isMore ? activity.slice(0, -1) : activity.slice(1 - ACTIVITY_LIMIT)),
    { id: (activity.at(-1)?.id ?? 0) + 1, at, event },
  ];
}

function listed(sessions: readonly SessionSummary[], session: SessionSummary): readonly SessionSummary[] {
  const others = sessions.filter(({ id }) => id !== session.id);
  return sessionsInOrder(session.trashedAt === undefined ? [...others, session] : others);
}

export const sessionsInOrder = (sessions: readonly SessionSummary[]): readonly SessionSummary[] =>
  sessions.toSorted(
    (one, other) => Number(other.pinned ?? false) - Number(one.pinned ?? false) || other.updatedAt - one.updatedAt,
  );
