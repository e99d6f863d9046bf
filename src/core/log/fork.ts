/**
 * A Session that goes on from a place in another one: its records up to there, written anew under ids of their own, so
 * that neither depends on the other. What they say of each other (masks, Snapshots, rewinds) goes along.
 */
import type { LogRecord, RecordBody } from "./log.js";

interface ForkPlace {
  /** The new Session. */
  readonly session: string;
  /** Ids in writing order. */
  readonly nextId: () => string;
  readonly title?: string;
  readonly at: number;
}

/** `records` of the Session in writing order; `through` is the last that counts. */
export function forkRecords(records: readonly LogRecord[], through: string, place: ForkPlace): readonly LogRecord[] {
  const kept = records.filter(
    ({ id, kind }) => id <= through && kind !== "session-created" && kind !== "session-changed",
  );
  const origin = records[0]?.session ?? "";
  const created: LogRecord = {
    id: place.nextId(),
    session: place.session,
    at: place.at,
    kind: "session-created",
    ...(place.title && { title: place.title }),
    forkOf: { session: origin, through },
  };
  const ids = new Map<string, string>();
  for (const { id } of kept) ids.set(id, place.nextId());
  const idOf = (id: string): string => ids.get(id) ?? id;
  return [
    created,
    ...kept.map((record) => ({ ...pointedAnew(record, idOf), id: idOf(record.id), session: place.session })),
  ];
}

function pointedAnew(record: LogRecord, idOf: (id: string) => string): LogRecord {
  const { id, session, at } = record;
  const body: RecordBody = record;
  const head = { id, session, at };
  switch (body.kind) {
    case "snapshot":
      return {
        ...head,
        ...body,
        from: idOf(body.from),
        through: idOf(body.through),
        ...(body.along && { along: body.along.map(idOf) }),
        ...(body.edits && { edits: idOf(body.edits) }),
        ...(body.shortened && { shortened: body.shortened.map((each) => ({ ...each, record: idOf(each.record) })) }),
        ...(body.sources && {
          sources: Object.fromEntries(Object.entries(body.sources).map(([label, source]) => [label, idOf(source)])),
        }),
      };
    case "note":
      return { ...head, ...body, ...(body.masks && { masks: body.masks.map(idOf) }) };
    case "mask":
    case "fold":
    case "pin":
      return { ...head, ...body, record: idOf(body.record) };
    case "edit-settled":
      return { ...head, ...body, edit: idOf(body.edit) };
    case "removal":
      return { ...head, ...body, records: body.records.map(idOf) };
    case "recalled":
      return { ...head, ...body, for: idOf(body.for), records: body.records.map(idOf) };
    case "rewind":
      return { ...head, ...body, to: idOf(body.to) };
    case "undo":
      return { ...head, ...body, of: idOf(body.of) };
    default:
      return record;
  }
}
