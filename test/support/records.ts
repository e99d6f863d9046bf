/** Records for tests: ids that count up, a Session and its contents in a few words. */
import { modelSaid, userSaid } from "../../src/core/content.js";
import type { LogRecord, RecordBody } from "../../src/core/log/log.js";
import { createIds } from "../../src/core/ulid.js";

const ids = createIds(
  () => Date.now(),
  (count) => crypto.getRandomValues(new Uint8Array(count)),
);
export const nextId = () => ids.next();

export const record = (session: string, body: RecordBody): LogRecord => ({
  id: nextId(),
  session,
  at: Date.now(),
  ...body,
});

export const created = (session: string): LogRecord => record(session, { kind: "session-created" });

export const said = (session: string, text: string, turn = nextId()): LogRecord =>
  record(session, { kind: "content", turn, step: nextId(), from: "user", content: userSaid(text) });

export const answered = (session: string, text: string, { turn = nextId(), step = nextId() } = {}): LogRecord =>
  record(session, {
    kind: "content",
    turn,
    step,
    from: "model",
    content: modelSaid(text),
    model: "scripted",
    finish: "stop",
  });
