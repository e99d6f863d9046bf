/**
 * A Session that goes on from a place in another one: its records up to there, written anew under ids of their own, so
 * that neither depends on the other. What they say of each other (masks, Snapshots, rewinds) goes along.
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

/** `records` of the Session in writing order; `through` is the last that counts. */
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
