/**
 * The folders that were opened before: their handles and our ids for them, in a small database of its own. A handle can
 * only be stored in IndexedDB, never in the journal (L9).
 *
 * Every write, the creation of the database among them, is made under the Web Lock `writer`: a browser killed while
 * readwrite transactions of an origin overlap can lose the whole IndexedDB of that origin (L7, decisions/31).
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { AgentError, type ErrorName } from "../../core/errors.js";
import type { WorkspaceKind } from "../../core/files/workspace.js";
import { workspaceWords } from "./workspace-words.js";

export interface KnownHandle {
  readonly id: string;
  readonly name: string;
  readonly kind: WorkspaceKind;
  readonly openedAt: number;
  readonly handle: FileSystemDirectoryHandle;
}

export interface KnownHandles {
  /** Newest first. */
  all(): Promise<readonly KnownHandle[]>;
  find(id: string): Promise<KnownHandle | undefined>;
  /** Stores a folder as opened now. One that is known already, by `isSameEntry`, keeps its id (W5). */
  remember(handle: FileSystemDirectoryHandle, kind: WorkspaceKind): Promise<KnownHandle>;
  close(): Promise<void>;
}

interface KnownHandlesOptions {
  readonly database?: string;
  readonly now?: () => number;
  readonly newId?: () => string;
}

interface Schema extends DBSchema {
  handles: { key: string; value: KnownHandle };
}
type Database = IDBPDatabase<Schema>;

/** The database is opened at the first call, and again if the browser has closed it. */
export function openKnownHandles({
  database = "palimpsest-handles",
  now = () => Date.now(),
  newId = () => crypto.randomUUID(),
}: KnownHandlesOptions = {}): KnownHandles {
  let opening: Promise<Database> | undefined;
  const forget = () => (opening = undefined);

  function db(): Promise<Database> {
    opening ??= whileWriter(() => openDatabase(database, forget)).catch((error: unknown) => {
      forget();
      throw explained(error);
    });
    return opening;
  }

  const all = async () => (await (await db()).getAll("handles")).toSorted((a, b) => b.openedAt - a.openedAt);

  return {
    all,
    find: async (id) => (await db()).get("handles", id),

    async remember(handle, kind) {
      const connection = await db(); // before the lock: opening takes the same one
      return whileWriter(async () => {
        // Looked up under the lock, so that two tabs that open one folder at once agree on its id.
        const same = await findSame(await all(), handle);
        const known = { id: same?.id ?? newId(), name: handle.name, kind, openedAt: now(), handle };
        await put(connection, known);
        return known;
      });
    },

    async close() {
      const connection = await opening;
      connection?.close();
      forget();
    },
  };
}

const whileWriter = <T>(write: () => Promise<T>): Promise<T> => navigator.locks.request("writer", write);

function openDatabase(name: string, closed: () => void): Promise<Database> {
  return openDB<Schema>(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore("handles", { keyPath: "id" }),
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close(); // a newer build in another tab wants to upgrade
      closed();
    },
    terminated: closed,
  });
}

async function findSame(known: readonly KnownHandle[], handle: FileSystemDirectoryHandle) {
  const same = await Promise.all(known.map((one) => one.handle.isSameEntry(handle)));
  return known[same.indexOf(true)];
}

/** Writes strictly: trust, checkpoints and Sessions depend on the id, and a relaxed write does not survive a power cut. */
async function put(db: Database, known: KnownHandle): Promise<void> {
  try {
    const transaction = db.transaction("handles", "readwrite", { durability: "strict" });
    await Promise.all([transaction.store.put(known), transaction.done]);
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): AgentError {
  const as = (name: ErrorName, message: string) => new AgentError(name, message, { cause: error });
  const name = (error as Error | null)?.name;
  if (name === "QuotaExceededError") return as("QuotaExceededError", workspaceWords.notRemembered);
  if (name === "VersionError") return as("NewerDatabaseError", workspaceWords.newerList);
  return as("InvalidStateError", workspaceWords.noList(String(error).replace(/\.$/, "")));
}
