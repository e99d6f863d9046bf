/** What the Model is sent of one Session: read from the Log when first needed, then kept in step with what is written. */
import type { Content, ToolResult } from "../../core/content.js";
import { maskedContent, type ContextItem } from "../../core/context/context.js";
import type { LogStore } from "../../core/log/store.js";
import { withMask, type Weighed } from "../../core/measure/content-weight.js";

export interface SessionContext {
  /** Must have been awaited before the rest is used. */
  read(): Promise<void>;
  readonly contents: readonly Content[];
  /** Counts how often it was read: what was said in an earlier reading may not stand in it any more. */
  readonly reading: number;
  /** Whether something of it stands for more than it says: then there is something to recall (C11). */
  readonly isShortened: boolean;
  /** The folder that its environment speaks of, empty for none; undefined where it has no environment yet (C7). */
  readonly folder: string | undefined;
  /** What no Model has answered yet: all since one last spoke (O1). */
  readonly pending: readonly PendingItem[];
  /** Whether something of this record stands in it. */
  has(record: string): boolean;
  add(item: ContextItem, weight: Weighed | undefined): void;
  /** What is pending was read from the Log, and has been weighed since. */
  setWeight(record: string, weight: Weighed): void;
  /** One result, as it stands. */
  resultOf(record: string, part: number): ToolResult | undefined;
  mask(masks: readonly (ShownInstead & { readonly weight: Weighed })[]): void;
  /** What stands before the newest question, found again for it (C11). */
  readonly recalled: string | undefined;
  /** That leaves, and this takes its place, before the record it is for. */
  recall(found?: { readonly id: string; readonly for: string; readonly content: Content }): void;
  /** The projection has changed: it is read anew. */
  forget(): void;
}

type PendingItem = Pick<ContextItem, "record" | "content" | "folder"> & { readonly weight?: Weighed };

/** What stands in a result's place from now on. */
export interface ShownInstead {
  readonly record: string;
  readonly part: number;
  readonly preview: string;
  /** No pointer: as much of it as there was room for. */
  readonly cut?: true;
}

/** `isNew`: nothing of the Session has been written yet, so there is nothing to read. */
export function createSessionContext(
  log: Pick<LogStore, "context">,
  session: string,
  isNew: () => boolean,
): SessionContext {
  let items: ContextItem[] | undefined;
  let reading = 0;
  /** Of what is pending: what was weighed before a re-reading is not weighed again. */
  const weights = new Map<string, Weighed>();
  const known = () => items ?? [];

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
    has: (record) => known().some((item) => item.record === record),
    add(item, weight) {
      if (item.content.role === "model") weights.clear();
      else if (weight) weights.set(item.record, weight);
      const isHead = item.folder !== undefined;
      if (isHead && items?.[0]?.folder !== undefined) items[0] = item;
      else if (isHead) items?.unshift(item);
      else items?.push(item);
    },
    setWeight: (record, weight) => void weights.set(record, weight),
    resultOf: (record, part) => known().find((item) => item.record === record)?.content.parts[part]?.functionResponse,
    mask(masks) {
      for (const { record, ...mask } of masks) {
        const whole = weights.get(record);
        if (whole) weights.set(record, withMask(whole, mask));
      }
      items = known().map((item) => {
        const here = masks.filter(({ record }) => record === item.record);
        return here.length === 0 ? item : { ...item, content: maskedContent(item.content, here), shortened: true };
      });
    },
    get recalled() {
      return known().find((item) => item.recalled)?.record;
    },
    recall(found) {
      items = known().filter((item) => !item.recalled);
      const at = found ? items.findIndex(({ record }) => record === found.for) : -1;
      if (found && at >= 0) items.splice(at, 0, { record: found.id, content: found.content, recalled: true });
    },
    get reading() {
      return reading;
    },
    forget() {
      items = undefined;
      reading++;
    },
  };
}
