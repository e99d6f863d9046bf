import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openVault } from "../../../src/platform/secrets.js";
import { waitsForLock } from "../../support/locks.js";

const name = "Gemini API key";
const secret = "AIzaSecret-0123456789-ключ";
let vault: ReturnType<typeof openVault>;
beforeEach(async () => {
  await deleteDB("palimpsest-vault");
  vault = openVault();
});
afterEach(() => vault.close());

/** Everything the vault's database holds, as bytes. */
async function storedBytes(): Promise<Uint8Array> {
  const db = await openDB("palimpsest-vault");
  const rows = (await Promise.all([...db.objectStoreNames].map((store) => db.getAll(store)))).flat();
  db.close();
  const pieces = rows.flatMap((row) => (row instanceof CryptoKey ? [] : Object.values(row as object)));
  return new Uint8Array(
    await new Blob(pieces.map((piece) => (typeof piece === "object" ? piece : String(piece)))).arrayBuffer(),
  );
}
const contains = (bytes: Uint8Array, needle: Uint8Array) =>
  bytes.some((_, at) => needle.every((byte, offset) => bytes[at + offset] === byte));

test("a secret survives closing and opening again", async () => {
  await vault.store(name, secret);
  await vault.close();
  const again = openVault();
  expect(await again.read(name)).toBe(secret);
  await again.close();
});

test("P2 what is stored does not contain the secret, nor any eight bytes of it", async () => {
  await vault.store(name, secret);
  const stored = await storedBytes();
  const plain = new TextEncoder().encode(secret);
  expect(stored.length).toBeGreaterThan(plain.length);
  for (let at = 0; at + 8 <= plain.length; at++) expect(contains(stored, plain.subarray(at, at + 8))).toBe(false);
});

test("P2 the key that encrypts cannot be read out", async () => {
  await vault.store(name, secret);
  const db = await openDB("palimpsest-vault");
  const key = (await db.get("keys", "master")) as CryptoKey;
  db.close();
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
});

test("the same secret is never stored the same way twice", async () => {
  await vault.store(name, secret);
  const first = await storedBytes();
  await vault.store(name, secret);
  expect(await storedBytes()).not.toEqual(first);
});

test("a new secret takes the place of the old, and a forgotten one is gone", async () => {
  expect(await vault.has(name)).toBe(false);
  expect(await vault.read(name)).toBeUndefined();
  await vault.store(name, "old");
  await vault.store(name, secret);
  expect(await vault.read(name)).toBe(secret);
  expect(await vault.has(name)).toBe(true);
  await vault.forget(name);
  expect(await vault.has(name)).toBe(false);
  expect(await vault.read(name)).toBeUndefined();
});

test("R2 two vaults opened at once end up with one key", async () => {
  const other = openVault();
  await Promise.all([vault.store("one", "1"), other.store("two", "2")]);
  expect([await other.read("one"), await vault.read("two")]).toEqual(["1", "2"]);
  await other.close();
});

test("R1 a secret put under another's name is not believed", async () => {
  await vault.store("one", "1");
  const db = await openDB("palimpsest-vault");
  await db.put("secrets", await db.get("secrets", "one"), "two");
  db.close();
  await expect(vault.read("two")).rejects.toMatchObject({ name: "DamagedDataError" });
  expect(await vault.read("one")).toBe("1");
});

test("a secret whose key is gone is reported, and can be stored anew", async () => {
  await vault.store(name, secret);
  const db = await openDB("palimpsest-vault");
  await db.clear("keys");
  db.close();
  await expect(vault.read(name)).rejects.toMatchObject({ name: "DamagedDataError" });
  await vault.store(name, secret);
  expect(await vault.read(name)).toBe(secret);
});

test("R3 a write waits for whoever else is writing", async () => {
  await vault.has(name); // opened by now: the first opening, which makes the stores, would wait as well
  let release!: () => void;
  const held = new Promise<void>((done) => (release = done));
  const writing = navigator.locks.request("writer", () => held);
  const stored = vault.store(name, secret);
  await waitsForLock("writer");
  expect(await vault.has(name)).toBe(false);
  release();
  await Promise.all([writing, stored]);
  expect(await vault.has(name)).toBe(true);
});

test("R3 the first opening makes the stores, so it waits for whoever else is writing", async () => {
  let release!: () => void;
  const held = new Promise<void>((done) => (release = done));
  const writing = navigator.locks.request("writer", () => held);
  const looked = vault.has(name);
  await waitsForLock("writer");
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain("palimpsest-vault");
  release();
  await writing;
  expect(await looked).toBe(false);
});

test("the vault makes way when its database is deleted, and opens anew", async () => {
  await vault.store(name, secret);
  await deleteDB("palimpsest-vault");
  expect(await vault.has(name)).toBe(false);
});

test("a database of a newer build is left alone, with a sentence", async () => {
  (await openDB("palimpsest-vault", 2)).close();
  await expect(vault.store(name, secret)).rejects.toMatchObject({
    name: "InvalidStateError",
    message: expect.stringMatching(/nothing was changed/),
  });
});
