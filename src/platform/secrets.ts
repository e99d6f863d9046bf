/**
 * The vault (P2): secrets encrypted with a key that no script can read out, both in a small database of their own, so that
 * they are never in the journal, an export or the log's database (L7).
 * R1 AES-GCM, 256 bits, non-extractable; a fresh 96-bit IV for every secret; its name is authenticated with it.
 * R2 Of two tabs that make the key at once, one wins and both use it.
 * R3 Writes are durable (strict) when they resolve, and made under the Web Lock `writer`: overlapping writes of one origin
 *    can wipe its IndexedDB when the browser is killed (decisions/31).
 */
import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import { AgentError, isNamed } from "../core/errors.js";
import type { Vault } from "../core/vault.js";
import { secretsWords } from "./secrets-words.js";

interface Sealed {
  readonly version: 1;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

interface VaultSchema extends DBSchema {
  keys: { key: "master"; value: CryptoKey };
  secrets: { key: string; value: Sealed };
}

const strict = { durability: "strict" } as const;

export function openVault(): Vault & { close(): Promise<void> } {
  let opening: Promise<IDBPDatabase<VaultSchema>> | undefined;
  const database = () => (opening ??= open(() => (opening = undefined)));

  return {
    async store(name, secret) {
      const db = await database();
      const key = await masterKey(db);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const bytes = await crypto.subtle.encrypt(cipher(name, iv), key, new TextEncoder().encode(secret));
      await asWriter(async () => {
        const tx = db.transaction("secrets", "readwrite", strict);
        await Promise.all([tx.store.put({ version: 1, iv, bytes }, name), tx.done]);
      });
    },
    async read(name) {
      const db = await database();
      const sealed = await db.get("secrets", name);
      if (!sealed) return undefined;
      const key = await db.get("keys", "master");
      return unseal(name, sealed, key);
    },
    has: async (name) => (await (await database()).count("secrets", name)) > 0,
    async forget(name) {
      const db = await database();
      await asWriter(async () => {
        const tx = db.transaction("secrets", "readwrite", strict);
        await Promise.all([tx.store.delete(name), tx.done]);
      });
    },
    async close() {
      const closing = opening;
      opening = undefined;
      (await closing)?.close();
    },
  };
}

/** Opens the database as a writer (R3), since the first opening creates the stores. */
async function open(onGone: () => void): Promise<IDBPDatabase<VaultSchema>> {
  const openVersion = () =>
    openDB<VaultSchema>("palimpsest-vault", 1, {
      upgrade(db) {
        db.createObjectStore("keys");
        db.createObjectStore("secrets");
      },
      // A newer build in another tab wants to upgrade, or the site's data is being deleted: close, and open anew next time.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        onGone();
      },
      terminated: onGone,
    });
  try {
    return await asWriter(openVersion);
  } catch (error) {
    onGone();
    throw error;
  }
}

/** The key (R1, R2), made before the transaction, which would end while the key is being made. */
async function masterKey(db: IDBPDatabase<VaultSchema>): Promise<CryptoKey> {
  const known = await db.get("keys", "master");
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  return asWriter(async () => {
    const tx = db.transaction("keys", "readwrite", strict);
    const first = await tx.store.get("master");
    if (!first) await tx.store.put(made, "master");
    await tx.done;
    return first ?? made;
  });
}

async function unseal(name: string, { iv, bytes }: Sealed, key: CryptoKey | undefined): Promise<string> {
  try {
    if (!key) throw new Error(secretsWords.keyGone);
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher(name, iv), key, bytes));
  } catch (cause) {
    throw new AgentError("DamagedDataError", secretsWords.unreadable(name), { cause });
  }
}

const cipher = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(name),
});

/** Writes under the lock (R3). A full disk keeps its name, since the user can free space. */
async function asWriter<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await navigator.locks.request("writer", write);
  } catch (cause) {
    const name = isNamed(cause, "QuotaExceededError") ? "QuotaExceededError" : "InvalidStateError";
    throw new AgentError(name, secretsWords.notStored, { cause });
  }
}
