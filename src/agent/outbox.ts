/**
 * What waits to be sent in a Session, and when it goes (A1, U8). Kept as a document, so that it survives the tab.
 *
 *     added → waiting → sent, when a Turn has ended well or the network is back
 *                  ↘ held, after a stop, a failure, an answer that was cut short, or a reload: until the user sends one, or a
 *                    Turn ends well. It was written to follow a whole answer.
 */
import type { QueuedMessage } from "../core/agent-port.js";
import { AgentError } from "../core/errors.js";
import type { LogRecord } from "../core/log.js";
import type { LogStore } from "../core/store.js";

export interface OutboxParts {
  readonly log: Pick<LogStore, "get" | "put" | "remove">;
  readonly session: string;
  readonly nextId: () => string;
  /** Whether nothing runs, this tab writes, and the network is there if it is needed. */
  readonly canSend: () => Promise<boolean>;
  /** Resolves when the words are durable. */
  readonly send: (message: QueuedMessage) => Promise<void>;
  readonly changed: (queue: readonly QueuedMessage[]) => void;
}

export interface Outbox {
  readonly queue: readonly QueuedMessage[];
  /** Reads what waited when the tab was closed. `newest`: the Session's last records, among which some of it may stand. */
  load(newest: readonly LogRecord[]): Promise<void>;
  add(text: string): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  sendNow(id: string): Promise<void>;
  turnEnded(isDone: boolean): Promise<void>;
  /** The network is back, or the Model chosen now needs none. */
  tryAgain(): Promise<void>;
}

export function createOutbox({ log, session, nextId, canSend, send, changed }: OutboxParts): Outbox {
  let queue: readonly QueuedMessage[] = [];
  let isHeld = false;
  /** One change after the other: each is made from what the last has left. */
  let work: Promise<unknown> = Promise.resolve();

  function inOrder<T>(step: () => Promise<T>): Promise<T> {
    const done = work.then(step);
    work = done.catch(() => undefined); // whoever asked is told
    return done;
  }

  const change = async (to: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]) => {
    const next = to(queue);
    if (next.length > 0) await log.put({ collection: "queue", key: session, value: { messages: next } });
    else await log.remove("queue", session);
    queue = next;
    changed(queue);
  };
  const without = (id: string) => change((all) => all.filter((message) => message.id !== id));

  /** In the Log first and out of the queue then: after a crash in between, `load` sees that it was sent. */
  async function deliver(message: QueuedMessage): Promise<void> {
    await send(message);
    await without(message.id);
  }

  const sendNext = () =>
    inOrder(async () => {
      const [first] = queue;
      if (!first || isHeld || !(await canSend())) return;
      try {
        await deliver(first);
      } catch (error) {
        isHeld = true; // it still waits, and can be seen to; storage that fails has said so itself
        console.warn("A queued message could not be sent.", error);
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
        queue = readQueue(await log.get("queue", session)).filter(({ id }) => !sent.has(id));
        isHeld = queue.length > 0;
      }),
    async add(text) {
      await inOrder(() => change((all) => [...all, { id: nextId(), text }]));
      await sendNext();
    },
    edit: (id, text) =>
      inOrder(() => change((all) => all.map((message) => (message.id === id ? { id, text } : message)))),
    withdraw: (id) => inOrder(() => without(id)),
    sendNow: (id) =>
      inOrder(async () => {
        const message = queue.find((each) => each.id === id);
        if (!message)
          throw new AgentError("NotFoundError", "This message does not wait any more: it has been sent or taken back.");
        await deliver(message);
        isHeld = false;
      }),
    async turnEnded(isDone) {
      isHeld = !isDone;
      await sendNext();
    },
    tryAgain: sendNext,
  };
}

/** As another version or a damaged disk may have left it (P4). */
function readQueue(value: unknown): readonly QueuedMessage[] {
  const { messages } = (value ?? {}) as { readonly messages?: unknown };
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((each: Partial<QueuedMessage> | null) =>
    typeof each?.id === "string" && typeof each.text === "string" ? [{ id: each.id, text: each.text }] : [],
  );
}
