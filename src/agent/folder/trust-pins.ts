/**
 * The stored answers about trust: `trust` / <folder id> is `{ trusted: true, pins: { path: sha256 } }`, and `trust` / <folder id> <sha256>
 * the text that was accepted, so that a change can be shown.
 */
import { decodeText } from "../../core/files/text-file.js";
import type { LogStore } from "../../core/log/store.js";

/** SHA-256 by path. */
export type Pins = ReadonlyMap<string, string>;

interface TrustPins {
  /** An answer of the first versions has no pins. */
  read(folder: string): Promise<{ readonly isTrusted: boolean; readonly pins?: Pins }>;
  keep(folder: string, pins: Pins): Promise<void>;
  /** Stores a text for comparison, unless it is too long for that. */
  keepText(folder: string, hash: string, bytes: Uint8Array): Promise<void>;
  textOf(folder: string, hash: string): Promise<string | undefined>;
  forget(folder: string): Promise<void>;
}

/** Bytes; nobody compares a longer text by eye. */
const LONGEST_KEPT = 100_000;

export function trustPinsIn(log: Pick<LogStore, "get" | "put" | "remove" | "list">): TrustPins {
  const textKey = (folder: string, hash: string) => `${folder} ${hash}`;

  /** Removes texts without a pin. */
  async function sweep(folder: string, pins: Pins): Promise<void> {
    const needed = new Set([...pins.values()].map((hash) => textKey(folder, hash)));
    const kept = await log.list("trust", `${folder} `);
    await Promise.all(kept.filter(({ key }) => !needed.has(key)).map(({ key }) => log.remove("trust", key)));
  }

  return {
    async read(folder) {
      const { trusted, pins } = asGroup(await log.get("trust", folder));
      if (trusted !== true) return { isTrusted: false };
      return { isTrusted: true, ...(pins !== undefined && { pins: readPins(pins) }) };
    },
    async keep(folder, pins) {
      await log.put({ collection: "trust", key: folder, value: { trusted: true, pins: Object.fromEntries(pins) } });
      await sweep(folder, pins);
    },
    async keepText(folder, hash, bytes) {
      if (bytes.length > LONGEST_KEPT) return;
      await log.put({ collection: "trust", key: textKey(folder, hash), value: { text: decodeText(bytes) } });
    },
    async textOf(folder, hash) {
      const { text } = asGroup(await log.get("trust", textKey(folder, hash)));
      return typeof text === "string" ? text : undefined;
    },
    async forget(folder) {
      await log.remove("trust", folder);
      await sweep(folder, new Map());
    },
  };
}

const asGroup = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A stored value that is no hash pins nothing (P4). */
const readPins = (stored: unknown): Pins =>
  new Map(
    Object.entries(asGroup(stored)).filter(
      (pin): pin is [string, string] => typeof pin[1] === "string" && /^[0-9a-f]{64}$/.test(pin[1]),
    ),
  );
