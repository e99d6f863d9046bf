/**
 * The messages that wait to be sent in a Session (A1, U8). They are kept as a document, so that they survive the tab.
 *
 *     added → waiting → sent, when a Turn has ended well or the network is back
 *                  ↘ held, after a stop, a failure, an answer that was cut short, or a reload: until the user sends one, or a
 *                    Turn ends well. It was written to follow a whole answer.
 *
 * The document of messages that wait for nothing but the network says so, and a reload does not hold them back. A message that is being edited is not
 * sent, nor is any behind it, until that has ended.
 */
import type { SessionId } from "../../core/ids.js";
import { AgentError } from "../../core/errors.js";
import type { LogRecord } from "../../core/log/log.js";
import { serial } from "../../core/serial.js";
import type { LogStore } from "../../core/log/store.js";
import type { QueuedMessage } from "../../core/port/events.js";
import { sessionWords } from "./session-words.js";

interface OutboxParts {
  readonly log: Pick<LogStore, "get" | "put" | "remove">;
  readonly session: SessionId;
  readonly nextId: () => string;
  /** `no`: something runs, or another tab writes. `offline`: the network is needed, and is not there. */
  readonly canSend: (message: QueuedMessage) => Promise<"yes" | "no" | "offline">;
  /** Resolves when the words are durable. */
  readonly send: (message: QueuedMessage) => Promise<void>;
  readonly changed: (queue: readonly QueuedMessage[]) => void;
}

export interface Outbox {
  readonly queue: readonly QueuedMessage[];
  /** Reads what waited when the tab was closed. `newest`: the Session's last records, among which some of it may stand. */
  load(newest: readonly LogRecord[]): Promise<void>;
  add(text: string): Promise<void>;
  /** The message that the user is editing from now on; none where that has ended. */
  editing(id: string | undefined): Promise<void>;
  /** This and what follows: `NotFoundError` for a message that has gone out, or was taken back. */
  edit(id: string, text: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  sendNow(id: string): Promise<void>;
  turnEnded(isDone: boolean): Promise<void>;
  /** The network is back, the Session was opened, or the Model chosen now needs no network. */
  tryAgain(): Promise<void>;
}

export function createOutbox({ log, session, nextId, canSend, send, changed }: OutboxParts): Outbox {
  let queue: readonly QueuedMessage[] = [];
  let isHeld = false;
  let waitsForNetwork = false;
  let edited: string | undefined;
  /** One change after the other: each is made from what the last has left. */
  const inOrder = serial();

  async function keep(messages: readonly QueuedMessage[], isForNetwork = waitsForNetwork): Promise<void> {
    const value = { messages, ...(isForNetwork && { waits: "network" }) };
    if (messages.length > 0) await log.put({ collection: "queue", key: session, value });
    else await log.remove("queue", session);
    queue = messages;
    waitsForNetwork = isForNetwork && messages.length > 0;
  }
  const change = async (to: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]) => {
    await keep(to(queue));
    changed(queue);
  };
  const without = (id: string) => change((all) => all.filter((message) => message.id !== id));

  function found(id: string): QueuedMessage {
    const message = queue.find((each) => each.id === id);
    if (message) return message;
    throw new AgentError("NotFoundError", sessionWords.notQueued);
  }

  /** In the Log first and out of the queue then: after a crash in between, `load` sees that it was sent. */
  async function deliver(message: QueuedMessage): Promise<void> {
    await send(message);
    queue = queue.filter(({ id }) => id !== message.id); // it is said, whatever storage does now
    waitsForNetwork = false;
    await change((all) => all);
  }

  /** By a reload, too. */
  const holdOn = async () => {
    if (waitsForNetwork) await keep(queue, false);
  };

  const sendNext = () =>
    inOrder(async () => {
      const [first] = queue;
      if (!first || isHeld || first.id === edited) return;
      const can = await canSend(first);
      if (isHeld) return;
      if (can === "offline" && !waitsForNetwork) await keep(queue, true);
      if (can !== "yes") return;
      try {
        await deliver(first);
      } catch (error) {
        isHeld = true; // it still waits, and can be seen to; storage that fails has said so itself
        console.warn("A queued message could not be sent.", error);
        await holdOn();
      }
    });

  return {
    get queue() {
      return queue;
    },
    load: (newest) =>
      inOrder(async () => {
        const sent = new Set(
          newest.flatMap((record) => (record.kind === "content" && record.queued ? [record.queued] : [])),
        );
        const kept = readQueue(await log.get("queue", session));
        queue = kept.messages.filter(({ id }) => !sent.has(id));
        waitsForNetwork = kept.waits === "network" && queue.length > 0;
        isHeld = queue.length > 0 && !waitsForNetwork;
      }),
    async add(text) {
      await inOrder(() => change((all) => [...all, { id: nextId(), text }]));
      await sendNext();
    },
    async editing(id) {
      edited = id;
      if (id === undefined) await sendNext();
    },
    async edit(id, text) {
      await inOrder(() => {
        found(id);
        if (edited === id) edited = undefined;
        return change((all) => all.map((message) => (message.id === id ? { id, text } : message)));
      });
      await sendNext();
    },
    withdraw: (id) =>
      inOrder(() => {
        found(id);
        return without(id);
      }),
    sendNow: (id) =>
      inOrder(async () => {
        await deliver(found(id));
        isHeld = false;
      }),
    async turnEnded(isDone) {
      isHeld = !isDone; // at once: what is asked for meanwhile must not go out
      if (isHeld) await inOrder(holdOn);
      await sendNext();
    },
    tryAgain: sendNext,
  };
}

/** As another version or a damaged disk may have left it (P4). */
function readQueue(value: unknown): { readonly messages: readonly QueuedMessage[]; readonly waits?: unknown } {
  const { messages, waits } = (value ?? {}) as { readonly messages?: unknown; readonly waits?: unknown };
  if (!Array.isArray(messages)) return { messages: [] };
  const read = messages.flatMap((each: Partial<QueuedMessage> | null) =>
    typeof each?.id === "string" && typeof each.text === "string" ? [{ id: each.id, text: each.text }] : [],
  );
  return { messages: read, waits };
}
