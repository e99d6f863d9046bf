/**
 * Blobs: bulky texts are stored apart from their records, by content hash (L1, L9), so that a row stays small and a text is stored once.
 * R1 A string of more than 32 KB (32,768 UTF-16 units) anywhere in a record becomes `{ $blob: hash }`.
 * R2 An object of the user's that has a `$blob` key itself becomes `{ $blob: null, value }`, so that it is not taken for a reference.
 */
import type { LogRecord } from "./log.js";

const BULKY = 32_768;

/** A record as it is stored, bulky strings replaced; the type keeps it from being taken for a whole one. */
export type StoredRecord = LogRecord & { readonly blobs?: readonly string[] };

interface Detached {
  readonly record: StoredRecord;
  readonly blobs: ReadonlyMap<string, string>;
}

export async function detachBlobs(record: LogRecord, hash: (text: string) => Promise<string>): Promise<Detached> {
  const bulky = new Set<string>();
  findBulky(record, bulky);
  if (bulky.size === 0 && !hasRefLike(record)) return { record, blobs: new Map() };
  const hashes = new Map<string, string>();
  for (const text of bulky) hashes.set(text, await hash(text));
  const blobs = new Map([...hashes].map(([text, name]) => [name, text]));
  return { record: { ...(detach(record, hashes) as LogRecord), blobs: [...blobs.keys()] }, blobs };
}

/** The record whole again. `lookup` must know every hash in `record.blobs`. */
export function attachBlobs(record: StoredRecord, lookup: (hash: string) => string): LogRecord {
  if (!record.blobs) return record;
  const { blobs: _, ...rest } = record;
  return attach(rest, lookup) as LogRecord;
}

function findBulky(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    if (value.length > BULKY) found.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) findBulky(inner, found);
  }
}

function hasRefLike(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "$blob" in value || Object.values(value).some(hasRefLike);
}

function detach(value: unknown, hashes: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return hashes.has(value) ? { $blob: hashes.get(value) } : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => detach(inner, hashes));
  const inner = mapValues(value, (each) => detach(each, hashes));
  return "$blob" in value ? { $blob: null, value: inner } : inner;
}

function attach(value: unknown, lookup: (hash: string) => string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => attach(inner, lookup));
  const ref = (value as { $blob?: unknown }).$blob;
  if (typeof ref === "string") return lookup(ref);
  if (ref === null) return mapValues((value as unknown as { value: object }).value, (each) => attach(each, lookup));
  return mapValues(value, (each) => attach(each, lookup));
}

/** Own keys only, `__proto__` among them: any JSON must come back as it was. */
const mapValues = (value: object, change: (inner: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
