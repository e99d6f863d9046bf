/**
 * A fork: a Session that goes on from a place in another one. It has copies of the records up to there under new ids, so that neither
 * Session depends on the other; references between records (masks, Snapshots, rewinds) are changed to the new ids.
 */
import type { LogRecord } from "./log.js";
import { isOfSession, withRefs } from "./record-kinds.js";
import type { RecordId, SessionId } from "../ids.js";

interface ForkPlace {
  /** The new Session. */
  readonly session: SessionId;
  /** Ids in writing order. */
  readonly nextId: () => string;
  readonly title?: string;
  readonly at: number;
}

/** `records` are in writing order; `through` is the last that is copied. */
export function forkRecords(records: readonly LogRecord[], through: RecordId, place: ForkPlace): readonly LogRecord[] {
  const kept = records.filter((record) => record.id <= through && !isOfSession(record));
  const origin = records[0]?.session ?? "";
  const created: LogRecord = {
    id: place.nextId(),
    session: place.session,
    at: place.at,
    kind: "session-created",
    ...(place.title && { title: place.title }),
    forkOf: { session: origin, through },
  };
  const ids = new Map<RecordId, RecordId>();
  for (const { id } of kept) ids.set(id, place.nextId());
  const idOf = (id: RecordId): RecordId => ids.get(id) ?? id;
  return [
    created,
    ...kept.map((record) => ({ ...withRefs(record, idOf), id: idOf(record.id), session: place.session })),
  ];
}
