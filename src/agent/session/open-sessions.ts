/**
 * The Sessions that are open in this tab: the one on the screen, and those that go on unseen, because a Turn that runs in them was
 * begun before the user looked at another, or because a message that waited for the network is being sent. Each holds its own lock.
 *
 *     opened ──► on the screen ──(another is opened)──► nothing runs ──► let go
 *                     ▲                             └──► unseen ──(its Turns have ended)──► let go
 *                     └───────(opened again)───────────────┘
 */
import type { SessionId } from "../../core/ids.js";
import type { SessionView } from "../../core/port/sessions-port.js";
import type { AgentEvent, QueuedMessage } from "../../core/port/events.js";
import { serial } from "../../core/serial.js";
import type { SessionSummary } from "../../core/log/store.js";
import type { AgentParts } from "../agent-parts.js";
import { OpenSession, PAGE } from "./open-session.js";
import { createOutbox, type Outbox } from "./outbox.js";
import type { SessionDeps } from "./session-deps.js";

interface OpenEntry {
  readonly session: OpenSession;
  readonly outbox: Outbox;
}

interface OpenSessionsParts {
  readonly parts: AgentParts;
  readonly deps: (session: () => OpenSession, id: SessionId) => Omit<SessionDeps, "tell" | "ended">;
  /** Sends a message that waited. Resolves when the message is durable. */
  readonly submit: (session: OpenSession, message: QueuedMessage) => Promise<void>;
  /** Resolves with true if the Model that would answer now can be reached. */
  readonly reachesModel: () => Promise<boolean>;
  readonly tell: (event: AgentEvent) => void;
}

export interface OpenSessions {
  readonly shown: OpenEntry | undefined;
  show(summary: SessionSummary): Promise<SessionView>;
  /** Takes the Session off the screen; none is shown then. */
  leave(): Promise<void>;
  /** Stops the Turn that runs in a Session, if the Session is open. */
  stop(id: SessionId): Promise<void>;
  /** Sends messages that waited for nothing but the network, in all Sessions. */
  online(): Promise<void>;
}

export function createOpenSessions({ parts, deps, submit, reachesModel, tell }: OpenSessionsParts): OpenSessions {
  const { log, lock } = parts;
  let shown: OpenEntry | undefined;
  const unseen = new Map<string, OpenEntry>();
  /** Sessions are opened and let go one after the other, so that nothing changes between two looks at which are open. */
  const inOrder = serial();

  const states = new WeakMap<OpenEntry, WorkingState>();
  const tellState = (entry: OpenEntry, state = states.get(entry) ?? "idle") =>
    tell({ type: "session-working", sessionId: entry.session.id, state });

  function make(summary: SessionSummary): OpenEntry {
    const { id } = summary;
    const session: OpenSession = new OpenSession(parts, summary, {
      ...deps(() => session, id),
      tell(event) {
        if (entry === shown || !isForItsScreen(event)) tell(event);
        else if ("turnId" in event) tell({ ...event, unseen: true });
        const state = stateAfter(event);
        const isOther = state !== undefined && state !== states.get(entry);
        if (isOther) states.set(entry, state);
        if (isOther && entry !== shown) tellState(entry);
        if (event.type === "ownership-changed" && event.owner === "here") void rereadQueue(entry);
      },
      ended: (isDone) =>
        void outbox
          .turnEnded(isDone)
          .catch(unqueued)
          .then(() => letGoIfIdle(entry)),
    });
    const outbox = createOutbox({
      log,
      session: id,
      nextId: () => parts.ids.next(),
      async canSend({ text }) {
        if (!isOpen(entry) || !session.isFree) return "no";
        // A Command is about what is on the screen.
        if (entry !== shown && text.trimStart().startsWith("/")) return "no";
        return (await reachesModel()) ? "yes" : "offline";
      },
      send: (message) => submit(session, message),
      changed: (queue) => tell({ type: "queue-changed", sessionId: id, queue }),
    });
    const entry: OpenEntry = { session, outbox };
    return entry;
  }

  const isOpen = (entry: OpenEntry) => entry === shown || unseen.get(entry.session.id) === entry;

  /** Reads the queue again: another tab may have changed it. */
  async function rereadQueue({ session, outbox }: OpenEntry): Promise<void> {
    const { records } = await log.page(session.id, PAGE);
    await outbox.load(records);
    tell({ type: "queue-changed", sessionId: session.id, queue: outbox.queue });
  }

  const letGoIfIdle = (entry: OpenEntry): Promise<void> =>
    inOrder(async () => {
      const { id } = entry.session;
      if (unseen.get(id) !== entry || (await entry.session.isWorking())) return;
      unseen.delete(id);
      letGo(entry);
    });

  function letGo({ session }: OpenEntry): void {
    session.close();
    lock.letGo(session.id);
  }

  async function leave(entry: OpenEntry): Promise<void> {
    await entry.outbox.editing(undefined).catch(unqueued); // the composer that edited a message is gone
    if (!(await entry.session.isWorking())) return letGo(entry);
    unseen.set(entry.session.id, entry);
    tellState(entry);
  }

  /** Shows an open Session again, with all events of the Turn that runs in it. */
  async function showAgain(entry: OpenEntry): Promise<SessionView> {
    if (shown && shown !== entry) await leave(shown);
    const view = await entry.session.resume(() => {
      shown = entry;
      if (unseen.delete(entry.session.id)) tellState(entry, "idle");
    });
    void entry.outbox.tryAgain().catch(unqueued); // a queued Command waits until its Session is on the screen
    return { ...view, queue: entry.outbox.queue };
  }

  /** Opens a Session without showing it; none where it is open already, or gone. */
  async function openUnseen(id: SessionId): Promise<OpenEntry | undefined> {
    if (shown?.session.id === id || unseen.has(id)) return undefined;
    const summary = await log.session(id);
    if (!summary || summary.trashedAt !== undefined) return undefined;
    const entry = make(summary);
    const { owner, newest } = await entry.session.open();
    if (owner === "here") await entry.outbox.load(newest);
    unseen.set(id, entry);
    return entry;
  }

  return {
    get shown() {
      return shown;
    },
    show: (summary) =>
      inOrder(async () => {
        const known = unseen.get(summary.id);
        if (known) return showAgain(known);
        if (shown?.session.id === summary.id && (await shown.session.isWorking())) return showAgain(shown);
        if (shown && shown.session.id !== summary.id) await leave(shown);
        const entry = make(summary);
        shown = entry;
        const { newest, ...view } = await entry.session.open();
        await entry.outbox.load(newest);
        void entry.outbox.tryAgain().catch(unqueued); // the network, for which a message waited, may be there
        return { ...view, queue: entry.outbox.queue };
      }),
    leave: () =>
      inOrder(async () => {
        const entry = shown;
        if (!entry || !(await entry.session.isWorking())) return;
        await leave(entry);
        shown = undefined;
      }),
    async stop(id) {
      const entry = shown?.session.id === id ? shown : unseen.get(id);
      await entry?.session.stop();
    },
    async online() {
      await Promise.all([shown, ...unseen.values()].map((entry) => entry?.outbox.tryAgain()));
      for (const { key, value } of await log.list("queue")) {
        const { waits } = (value ?? {}) as { readonly waits?: unknown };
        const entry = waits === "network" ? await inOrder(() => openUnseen(key)) : undefined;
        if (!entry) continue;
        await entry.outbox.tryAgain();
        await letGoIfIdle(entry); // another tab owns it, or nothing waited any more
      }
    },
  };
}

/** Storage that fails tells so by itself; the messages still wait. */
const unqueued = (error: unknown): void => console.warn("What waits to be sent could not be looked at.", error);

type WorkingState = (AgentEvent & { readonly type: "session-working" })["state"];

/** True for events that only the screen of their own Session may show: those of a Turn, and what a Command asks of the screen. */
const isForItsScreen = (event: AgentEvent): boolean => "turnId" in event || event.type === "screen-asked";

function stateAfter(event: AgentEvent): WorkingState | undefined {
  switch (event.type) {
    case "turn-started":
    case "turn-resumed":
    case "step-started":
    case "tool-answered":
      return "answering";
    case "tool-asked":
    case "question-asked":
      return "asking";
    case "turn-ended":
      return "idle";
    default:
      return undefined;
  }
}
