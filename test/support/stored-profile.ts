/**
 * A profile as an earlier version of the app left it in the browser: every row of its databases, every file of its private file system,
 * its local storage. What lies in test/fixtures is read here and put into a fresh browser. The format is described beside it.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright";

export interface StoredProfile {
  /** When it was left (ms): the clock of whoever opens it should go on from there. */
  readonly leftAt: number;
  readonly databases: readonly StoredDatabase[];
  readonly localStorage: Readonly<Record<string, string>>;
  /** Bytes in base64, by path in the private file system. */
  readonly files: Readonly<Record<string, string>>;
}

export interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoredStore[];
}

export interface StoredStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[] }[];
  /** `key` where the store has no key path to find it by. */
  readonly rows: readonly { readonly key?: string; readonly value: unknown }[];
}

export function readStoredProfile(folder: string): StoredProfile {
  const { leftAt, databases, localStorage } = JSON.parse(
    readFileSync(path.join(folder, "profile.json"), "utf8"),
  ) as StoredProfile;
  const root = path.join(folder, "opfs");
  const packed = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((place) => place.endsWith(".gz"));
  const files = Object.fromEntries(
    packed.map((place) => [
      place.slice(0, -".gz".length).replaceAll(path.sep, "/"),
      gunzipSync(readFileSync(path.join(root, place))).toString("base64"),
    ]),
  );
  return { leftAt, databases, localStorage, files };
}

/** The values of a store, as JSON has them: without what is undefined. */
export function storedValues<Value>({ databases }: StoredProfile, database: string, store: string): readonly Value[] {
  const found = databases.find(({ name }) => name === database)?.stores.find(({ name }) => name === store);
  return (found?.rows ?? []).map(({ value }) => withoutUndefined(value) as Value);
}

const withoutUndefined = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: { readonly $undefined?: true } | null) =>
    inner?.$undefined ? undefined : inner,
  );

/**
 * Code to be put before every script of the app: its clock goes on from when the profile was left. By today's clock what lies in the
 * trash might be old enough to be purged.
 */
export const clockFrom = ({ leftAt }: StoredProfile): string =>
  `if (!globalThis.clockIsSet) {
    globalThis.clockIsSet = true;
    const Real = Date, behind = ${Date.now() - leftAt};
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() - behind); }
      static now() { return Real.now() - behind; }
    };
  }\n`;

/** Must come before the app is opened on this origin; `page` is left on a page of it that is not the app. */
export async function storeProfile(page: Page, origin: string, profile: StoredProfile): Promise<void> {
  await page.goto(`${origin}/no-such-page`);
  await page.evaluate(fillStorage, profile);
}

/** Runs in the page, so it stands alone. Private folders are made before the databases, which may hold handles of them. */
async function fillStorage({ databases, localStorage: items, files }: StoredProfile): Promise<void> {
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  const folderAt = async (names: readonly string[]) => {
    let folder = await navigator.storage.getDirectory();
    for (const name of names) folder = await folder.getDirectoryHandle(name, { create: true });
    return folder;
  };
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });

  /** What JSON has no word for stands in the fixture as an object with one of these keys. */
  const revived = async (value: unknown): Promise<unknown> => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return Promise.all(value.map(revived));
    const given = value as Readonly<Record<string, unknown>>;
    if (given["$undefined"]) return undefined;
    if (typeof given["$bytes"] === "string") return bytesOf(given["$bytes"]);
    if (typeof given["$buffer"] === "string") return bytesOf(given["$buffer"]).buffer;
    if (typeof given["$folder"] === "string") return folderAt(given["$folder"].split("/"));
    if (typeof given["$aesKey"] === "string")
      return crypto.subtle.importKey("raw", bytesOf(given["$aesKey"]), "AES-GCM", false, ["encrypt", "decrypt"]);
    const entries = Object.entries(given).map(async ([key, inner]) => [key, await revived(inner)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };

  for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
  for (const [place, base64] of Object.entries(files)) {
    const names = place.split("/");
    const file = await (await folderAt(names.slice(0, -1))).getFileHandle(names.at(-1)!, { create: true });
    const writable = await file.createWritable();
    await writable.write(bytesOf(base64));
    await writable.close();
  }
  for (const { name, version, stores } of databases) {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { name: store, keyPath, indexes } of stores) {
        const made = opening.result.createObjectStore(store, { keyPath });
        for (const index of indexes) made.createIndex(index.name, index.keyPath);
      }
    };
    const db = await done(opening);
    for (const { name: store, rows } of stores) {
      const values = await Promise.all(rows.map(({ value }) => revived(value))); // a transaction does not wait for it
      const rowsIn = db.transaction(store, "readwrite").objectStore(store);
      await Promise.all(values.map((value, at) => done(rowsIn.put(value, rows[at]!.key))));
    }
    db.close();
  }
}
