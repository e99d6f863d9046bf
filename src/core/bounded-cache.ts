/** A cache of bounded size (T6): the least recently used entries are dropped first. */
export interface BoundedCache<V> {
  readonly size: number;
  /** Makes the entry the most recently used. */
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
}

/** `sizeOf` weighs an entry, as 1 by default. An entry larger than `most` is not kept at all. */
export function createBoundedCache<V>(most: number, sizeOf: (value: V) => number = () => 1): BoundedCache<V> {
  // A Map keeps the order of insertion: the first entry is the least recently used.
  const entries = new Map<string, { readonly value: V; readonly size: number }>();
  let size = 0;
  const remove = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get size() {
      return size;
    },
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const added = sizeOf(value);
      if (added > most) return;
      entries.set(key, { value, size: added });
      size += added;
      for (const oldest of entries.keys()) {
        if (size <= most) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      size = 0;
    },
  };
}
