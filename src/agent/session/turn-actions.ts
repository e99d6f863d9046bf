/** Turns of the open Session and the messages that wait there, as a UI asks for them. */
import { AgentError } from "../../core/errors.js";
import { titleOf } from "../../core/log/session-summary.js";
import type { QueuePort, TurnsPort } from "../../core/port/sessions-port.js";
import { serial } from "../../core/serial.js";
import type { SubmitParts } from "./submit-message.js";
import type { OpenSession } from "./open-session.js";
import type { OpenSessions } from "./open-sessions.js";
import { sessionWords } from "./session-words.js";

interface TurnActionParts {
  readonly opened: () => OpenSessions | undefined;
  /** Throws where no Session is on the screen. */
  readonly session: () => OpenSession;
  /** Loads what a message needs beside the code that sends it. */
  readonly prepare: () => Promise<unknown>;
  readonly submitting: (session: OpenSession) => Omit<SubmitParts, "session">;
}

export interface TurnActions {
  readonly turns: TurnsPort;
  readonly queue: QueuePort;
  /** Sends a message, or runs the Command that it is; `queued` is the id of one that waited. */
  submit(session: OpenSession, text: string, queued?: string): Promise<void>;
}

export function createTurnActions({ opened, session, prepare, submitting }: TurnActionParts): TurnActions {
  /** One at a time: the second is told that the first is being answered. */
  const inTurn = serial();

  async function submit(to: OpenSession, text: string, queued?: string): Promise<void> {
    const given = submitting(to);
    const submitted = to.submitting(
      inTurn(async () => {
        // Not needed to show a page.
        const [{ submit: send }] = await Promise.all([import("./submit-message.js"), prepare()]);
        return send({ session: to, ...given }, text, queued);
      }),
    );
    // What waits behind a Command need not wait for a Turn to end.
    if ((await submitted) === "command" && queued) void opened()?.shown?.outbox.turnEnded(true);
  }

  function outbox() {
    const shown = opened()?.shown;
    if (!shown) throw new AgentError("InvalidStateError", sessionWords.noneOpen);
    return shown.outbox;
  }

  return {
    submit,
    turns: {
      older: async (before) => session().olderTurns(before),
      send: async ({ text }) => submit(session(), text),
      stop: async () => opened()?.shown?.session.stop(),
      resume: async (turnId, how = {}) => session().goOn(turnId, how),
    },
    queue: {
      async add(text) {
        await session().begin(titleOf(text));
        await outbox().add(text);
      },
      editing: async (id) => outbox().editing(id),
      edit: async (id, text) => outbox().edit(id, text),
      withdraw: async (id) => outbox().withdraw(id),
      send: async (id) => outbox().sendNow(id),
    },
  };
}
