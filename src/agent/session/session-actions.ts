/** Sessions, as a UI asks for them: listed, opened, renamed, trashed. */
import type { SessionId } from "../../core/ids.js";
import { AgentError } from "../../core/errors.js";
import type { RecordBody } from "../../core/log/log.js";
import { blankSummary } from "../../core/log/session-summary.js";
import type { SessionsPort } from "../../core/port/sessions-port.js";
import type { AgentParts } from "../agent-parts.js";
import { makeRecord } from "./make-record.js";
import type { OpenSession } from "./open-session.js";
import type { OpenSessions } from "./open-sessions.js";
import { sessionWords } from "./session-words.js";

interface SessionActionParts extends Pick<AgentParts, "log" | "lock" | "clock" | "ids"> {
  /** Resolves when the log is open and the Settings are known. */
  readonly started: () => Promise<unknown>;
  /** The Sessions that are open in this tab; loaded with the first one. */
  readonly opening: () => Promise<OpenSessions>;
  /** The same, if one was opened already. */
  readonly opened: () => OpenSessions | undefined;
  /** Throws where no Session is on the screen. */
  readonly session: () => OpenSession;
}

export function createSessionActions(parts: SessionActionParts): SessionsPort {
  const { log, lock, clock, ids, started, opening, opened, session } = parts;

  async function change(id: SessionId, body: RecordBody): Promise<void> {
    await started();
    return log.append([makeRecord(parts, id, body)]);
  }

  return {
    async list(filter) {
      await started();
      return log.sessions(filter);
    },
    async create() {
      await started();
      return (await opening()).show(blankSummary(ids.next(), clock.now()));
    },
    async open(id) {
      await started();
      const summary = await log.session(id);
      if (!summary) throw new AgentError("NotFoundError", sessionWords.noSuchSession);
      return (await opening()).show(summary);
    },
    leave: async () => opened()?.leave(),
    rename: (id, title) => change(id, { kind: "session-changed", title }),
    pin: (id, pinned) => change(id, { kind: "session-changed", pinned }),
    restore: (id) => change(id, { kind: "session-changed", trashed: false }),
    async trash(id) {
      await opened()?.stop(id);
      await change(id, { kind: "session-changed", trashed: true });
    },
    takeOver: async () => lock.takeOver(session().id),
  };
}
