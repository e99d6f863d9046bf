/** The context of one Session: what the Model is sent of it. Read from the Log when first needed, then kept in step with what is written. */
import type { Content, ToolResult } from "../../core/content.js";
import { maskedContent } from "../../core/context/context.js";
import type { LogRecord } from "../../core/log/log.js";
import { isEffect } from "../../core/log/record-kinds.js";
import type { LogStore, ContextItem } from "../../core/log/store.js";
import { withMask, type Weighed } from "../../core/tokens/content-weight.js";
import type { RecordId, SessionId } from "../../core/ids.js";

export interface SessionContext {
  /** Must have been awaited before the rest is used. */
  read(): Promise<void>;
  readonly contents: readonly Content[];
  /** Counts how often the context was read: what was said in an earlier reading may not stand in it any more. */
  readonly reading: number;
  /** Whether something of the context stands for more than it says: then there is something to recall (C11). */
  readonly isShortened: boolean;
  /** The folder that the environment speaks of, empty for none; undefined where the context has no environment yet (C7). */
  readonly folder: string | undefined;
  /** Items that no Model has answered yet: all since one last spoke (O1). */
  readonly pending: readonly PendingItem[];
  /** The record that was found again for the newest question, and stands before it (C11). */
  readonly recalled: RecordId | undefined;
  /** Whether something of this record stands in the context. */
  has(record: RecordId): boolean;
  /** One result, as it stands. */
  resultOf(record: RecordId, part: number): ToolResult | undefined;
  /** The weight of a pending item that was read from the Log, where it comes without one. */
  setWeight(record: RecordId, weight: Weighed): void;
  /** Takes in what was written, and says what that means for the weights. */
  take(records: readonly LogRecord[]): ContextNews;
  /** The projection has changed: the next `read` reads it anew. */
  forget(): void;
}

type PendingItem = Pick<ContextItem, "record" | "content" | "folder"> & { readonly weight?: Weighed };

/** The change that records have made to the context. */
export type ContextNews =
  | { readonly kind: "same" }
  /** Something in the context was replaced or has left, so all of it is weighed anew. */
  | { readonly kind: "changed" }
  | { readonly kind: "grown"; readonly by: readonly AddedContent[] }
  /** The record recalled for the last question has left, and `found` has come, where something was found. */
  | { readonly kind: "recalled"; readonly found?: RecordOf<"recalled"> };

export interface AddedContent {
  readonly record: RecordId;
  readonly weight?: Weighed;
  readonly environment?: true;
}

type RecordOf<Kind extends LogRecord["kind"]> = Extract<LogRecord, { readonly kind: Kind }>;

/** `isNew`: nothing of the Session has been written yet, so there is nothing to read. */
export function createSessionContext(
  log: Pick<LogStore, "context">,
  session: SessionId,
  isNew: () => boolean,
): SessionContext {
  let items: ContextItem[] | undefined;
  let reading = 0;
  /** Weights of the pending items: one that was weighed before the context was read again is not weighed twice. */
  const weights = new Map<string, Weighed>();
  const known = () => items ?? [];
  const has = (record: RecordId) => known().some((item) => item.record === record);
  const recalled = () => known().find((item) => item.recalled)?.record;

  function forget(): void {
    items = undefined;
    reading++;
  }

  /** Words and results at the end, an environment at the head. */
  function add(record: RecordOf<"content" | "environment">): void {
    const { id, content, weight } = record;
    if (content.role === "model") weights.clear();
    else if (weight) weights.set(id, weight);
    if (record.kind === "content") items?.push({ record: id, content });
    else items?.splice(0, known()[0]?.folder === undefined ? 0 : 1, itemOf(record));
  }

  function mask(masks: readonly RecordOf<"mask">[]): void {
    for (const { record, ...shown } of masks) {
      const whole = weights.get(record);
      if (whole) weights.set(record, withMask(whole, shown));
    }
    items = known().map((item) => {
      const here = masks.filter(({ record }) => record === item.record);
      return here.length === 0 ? item : { ...item, content: maskedContent(item.content, here), shortened: true };
    });
  }

  function recall(found: RecordOf<"recalled"> | undefined): void {
    items = known().filter((item) => !item.recalled);
    const at = found ? items.findIndex(({ record }) => record === found.for) : -1;
    if (found && at >= 0) items.splice(at, 0, { record: found.id, content: found.content, recalled: true });
  }

  return {
    async read() {
      items ??= isNew() ? [] : [...(await log.context(session))];
    },
    get contents() {
      return known().map(({ content }) => content);
    },
    get isShortened() {
      return known().some(({ shortened }) => shortened);
    },
    get folder() {
      return known()[0]?.folder;
    },
    get pending() {
      const from = known().findLastIndex(({ content }) => content.role === "model") + 1;
      return known()
        .slice(from)
        .map((item) => ({ ...item, weight: weights.get(item.record) }));
    },
    get recalled() {
      return recalled();
    },
    get reading() {
      return reading;
    },
    has,
    resultOf: (record, part) => known().find((item) => item.record === record)?.content.parts[part]?.functionResponse,
    setWeight: (record, weight) => void weights.set(record, weight),
    take(records) {
      const sent = records.filter(isSent);
      if (sent.length === 0) return { kind: "same" };
      if (!items) return { kind: "changed" }; // the next reading has them
      const added = sent.filter((record) => record.kind === "content" || record.kind === "environment");
      const masks = sent.filter((record) => record.kind === "mask");
      const found = sent.find((record) => record.kind === "recalled");
      const gone = sent.find((record) => record.kind === "undo" && record.of === recalled());
      const others = sent.length - added.length - masks.length - (found ? 1 : 0) - (gone ? 1 : 0);
      if (others > 0) {
        // A pin on what stands changes no word of the context.
        if (!sent.every((record) => record.kind === "pin" && has(record.record))) forget();
        return { kind: "changed" };
      }
      const wasEmpty = items.length === 0;
      for (const record of added) add(record);
      if (masks.length > 0) mask(masks);
      if (found || gone) recall(found);
      const isReplaced = !wasEmpty && added.some(({ kind }) => kind === "environment");
      if (masks.length > 0 || isReplaced) return { kind: "changed" };
      if (added.length === 0) return { kind: "recalled", ...(found && { found }) };
      return found || gone ? { kind: "changed" } : { kind: "grown", by: added.map(addedOf) };
    },
    forget,
  };
}

/** Whether the Model is sent a record, or sent something else because of it. */
const isSent = (record: LogRecord): boolean => (record.kind === "content" ? !record.discarded : isEffect(record));

const itemOf = ({ id, content, workspace = "" }: RecordOf<"environment">): ContextItem => ({
  record: id,
  content,
  folder: workspace,
});

const addedOf = ({ id, kind, weight }: RecordOf<"content" | "environment">): AddedContent => ({
  record: id,
  ...(weight && { weight }),
  ...(kind === "environment" && { environment: true }),
});
