/**
 * What the user has accepted of each folder, as it is stored: `trust` / <folder id> is `{ trusted: true, pins: { path: sha256 } }`,
 * and `trust` / <folder id> <sha256> the text that was accepted, so that a change can be shown.
 */
import { decodeText } from "../../core/files/text-file.js";
import type { LogStore } from "../../core/log/store.js";

interface TrustAnswer {
  readonly isTrusted: boolean;
  /** Missing in an answer of the first versions, which knew no pins. */
  readonly pins?: Pins;
}

/** SHA-256 by path. */
export type Pins = ReadonlyMap<string, string>;

interface TrustPins {
  read(folder: string): Promise<TrustAnswer>;
  keep(folder: string, pins: Pins): Promise<void>;
  /** So that it can be compared with what comes; one that is too long for that is not kept. */
  keepText(folder: string, hash: string, bytes: Uint8Array): Promise<void>;
  textOf(folder: string, hash: string): Promise<string | undefined>;
  forget(folder: string): Promise<void>;
}

/** Bytes: what is longer nobody compares by eye. */
const LONGEST_KEPT = 100_000;

type Documents = Pick<LogStore, "get" | "put" | "remove" | "list">;

export function trustPinsIn(log: Documents): TrustPins {
  const textKey = (folder: string, hash: string) => `${folder} ${hash}`;

  /** Texts that nothing is pinned to any more. */
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
