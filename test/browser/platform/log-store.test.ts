import { deleteDB, openDB } from "idb";
import { afterEach, expect, test } from "vitest";
import { startLog } from "../../../src/platform/store/log-link.js";
import { openForReading } from "../../../src/platform/store/database.js";
import type { LogNews } from "../../../src/core/log/store.js";
import { answered, created, nextId, record, said } from "../../support/records.js";

/** The journal's bytes as they are on disk. */
async function journalSizes(): Promise<number[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("journal");
  const names = ["first.journal", "second.journal"];
  return Promise.all(names.map(async (name) => (await (await folder.getFileHandle(name)).getFile()).size));
}

async function spoilJournal(change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): Promise<void> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("journal");
  for (const name of ["first.journal", "second.journal"]) {
    const handle = await folder.getFileHandle(name);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    if (bytes.length === 0) continue;
    const writable = await handle.createWritable();
    await writable.write(change(bytes));
    await writable.close();
  }
}

const open = async () => {
  const news: LogNews[] = [];
  const log = startLog((batch) => news.push(...batch));
  return { log, news, state: await log.open() };
};

/** As a browser does it in its worst moments: without a word. Connections elsewhere are told to close first. */
const wipeDatabase = () => deleteDB("palimpsest");

const texts = async (log: Awaited<ReturnType<typeof open>>["log"], session: string) =>
  (await log.records(session)).flatMap((each) =>
    each.kind === "content" ? each.content.parts.map((part) => part.text) : [],
  );

afterEach(() => wipeDatabase());

test("L1 L3: what was appended is there for the next who opens", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "one"), answered(session, "two")]);
  const { log: again, state } = await open();
  expect(state.kind).toBe("ready");
  expect(await texts(again, session)).toEqual(["one", "two"]);
  expect(await again.session(session)).toMatchObject({ title: "one", messages: 1, records: 3 });
});

test("L8: a wiped database comes back from the journal, and the user is told", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "keep me"), answered(session, "x".repeat(50_000))]);
  await log.put({ collection: "settings", key: "user", value: { theme: "dark" } });
  await wipeDatabase();
  const { log: again, state } = await open();
  expect(state).toMatchObject({ kind: "ready", notice: expect.stringContaining("brought back") });
  expect(await texts(again, session)).toEqual(["keep me", "x".repeat(50_000)]);
  expect(await again.get("settings", "user")).toEqual({ theme: "dark" });
});

test("L8: a torn last frame is as if never written, and writing goes on after it", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "whole")]);
  await spoilJournal((bytes) => new Uint8Array([...bytes, 200, 0, 0, 0, 1, 2, 3, 4, 0, 123, 34]));
  await log.append([said(session, "after")]);
  await wipeDatabase();
  expect(await texts((await open()).log, session)).toEqual(["whole", "after"]);
});

test("L8: a damaged place in the middle of the journal costs only what stood there", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "first")]);
  await log.append([said(session, "SPOILT".repeat(20))]);
  await log.append([said(session, "last")]);
  const needle = new TextEncoder().encode("SPOILTSPOILT");
  await spoilJournal((bytes) => {
    const at = bytes.findIndex((_, from) => needle.every((byte, offset) => bytes[from + offset] === byte));
    if (at >= 0) bytes[at] = 0;
    return bytes;
  });
  await wipeDatabase();
  const { log: again, state } = await open();
  expect(await texts(again, session)).toEqual(["first", "last"]);
  expect(state).toMatchObject({ notice: expect.stringContaining("1 damaged") });
});

test("L8: with the database wiped, even a journal without its header is read", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "under a broken header")]);
  await spoilJournal((bytes) => bytes.fill(0, 0, 32));
  await wipeDatabase();
  expect(await texts((await open()).log, session)).toEqual(["under a broken header"]);
  await wipeDatabase();
  expect(await texts((await open()).log, session)).toEqual(["under a broken header"]);
});

test("L8: a journal that was lost is written anew from the database", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "from the database")]);
  await spoilJournal(() => new Uint8Array());
  const { state } = await open();
  expect(state).toMatchObject({ kind: "ready", notice: expect.stringContaining("written anew") });
  await wipeDatabase();
  expect(await texts((await open()).log, session)).toEqual(["from the database"]);
});

test("L8: rows that went missing from an opening database are brought back", async () => {
  const session = nextId();
  const { log, news: first } = await open();
  await log.append([created(session), said(session, "a"), said(session, "b")]);
  const raw = await openDB("palimpsest");
  await raw.clear("records");
  raw.close();
  const { log: again, news } = await open();
  // Whichever of the two looks first brings them back, and tells.
  await expect.poll(() => [...first, ...news].some(({ type }) => type === "storage")).toBe(true);
  expect(await texts(again, session)).toEqual(["a", "b"]);
});

test("L8: rows are missed and brought back once, and the Session's line and drafts are as before", async () => {
  const session = nextId();
  const { log, news: first } = await open();
  const [turn, step] = [nextId(), nextId()];
  await log.append([created(session), said(session, "a", turn)]);
  await log.draft({ session, turn, step, model: "scripted", seq: 0, text: "b", thought: "" });
  await log.append([answered(session, "b", { turn, step })]);
  const raw = await openDB("palimpsest");
  const [, message] = await raw.getAllKeys("records");
  await raw.delete("records", message!);
  raw.close();
  const { log: again, news } = await open();
  // Whichever of the two looks first brings them back, and tells.
  await expect.poll(() => [...first, ...news].some(({ type }) => type === "storage")).toBe(true);
  expect(await again.drafts(session)).toEqual([]);
  expect(await again.session(session)).toMatchObject({ records: 3, messages: 1, title: "a" });
  const third = await open();
  await third.log.append([said(session, "c")]); // written before the look for missing rows
  // As many rows as are counted: whoever looks a second after opening misses none.
  const whole = await openDB("palimpsest");
  expect(await whole.get("meta", "journal")).toMatchObject({ records: await whole.count("records") });
  whole.close();
});

test("L8: a rebuilding that was cut off is finished at the next start, and the user is told of all of it", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), said(session, "one"), said(session, "two")]);
  const raw = await openDB("palimpsest");
  const meta = await raw.get("meta", "journal");
  await raw.put("meta", { ...meta, rebuilding: true }); // all but the last word on it was written
  raw.close();
  const told = { kind: "ready", notice: expect.stringMatching(/records of .* were brought back/) };
  expect((await open()).state).toMatchObject(told);
  expect((await open()).state).toEqual({ kind: "ready" });
});

test("L7: two tabs write at once and nothing is lost, in either copy", async () => {
  const session = nextId();
  const [one, two] = [await open(), await open()];
  await one.log.append([created(session)]);
  const writes = Array.from({ length: 40 }, (_, at) => [one, two][at % 2]!.log.append([said(session, `m${at}`)]));
  await Promise.all(writes);
  const expected = Array.from({ length: 40 }, (_, at) => `m${at}`).toSorted();
  expect((await texts(one.log, session)).toSorted()).toEqual(expected);
  await wipeDatabase();
  expect((await texts((await open()).log, session)).toSorted()).toEqual(expected);
});

test("L4: another tab is told of every batch", async () => {
  const session = nextId();
  const [one, two] = [await open(), await open()];
  await one.log.append([created(session), said(session, "hello")]);
  await expect
    .poll(() => two.news.some((each) => each.type === "appended" && each.records[0]!.session === session))
    .toBe(true);
});

test("L3: a draft is kept until its answer is a record", async () => {
  const session = nextId();
  const [turn, step] = [nextId(), nextId()];
  const { log } = await open();
  await log.append([created(session), said(session, "question", turn)]);
  const piece = { session, turn, step, model: "scripted", thought: "" };
  await log.draft({ ...piece, seq: 0, text: "Half an " });
  await log.draft({ ...piece, seq: 1, text: "answer" });
  await wipeDatabase();
  const { log: again } = await open();
  expect((await again.drafts(session)).map(({ text }) => text).join("")).toBe("Half an answer");
  await again.append([answered(session, "Half an answer, whole.", { turn, step })]);
  expect(await again.drafts(session)).toEqual([]);
});

test("L5 L8: compaction drops drafts and what was 30 days in the trash, and keeps the rest", async () => {
  const [kept, old, restored] = [nextId(), nextId(), nextId()];
  const { log } = await open();
  const monthAgo = Date.now() - 31 * 24 * 3600 * 1000;
  const trashed = (session: string) => ({
    ...record(session, { kind: "session-changed", trashed: true }),
    at: monthAgo,
  });
  await log.append([created(kept), said(kept, "kept"), answered(kept, "y".repeat(40_000))]);
  await log.append([created(old), said(old, "old"), answered(old, "z".repeat(40_000)), trashed(old)]);
  await log.append([created(restored), said(restored, "restored"), trashed(restored)]);
  await log.append([record(restored, { kind: "session-changed", trashed: false })]);
  await log.draft({ session: kept, turn: "t", step: "s", model: "m", seq: 0, text: "d".repeat(1000), thought: "" });
  await log.append([answered(kept, "done", { step: "s" })]);
  const before = Math.max(...(await journalSizes()));
  await log.compact(true);
  const sizes = await journalSizes();
  expect(Math.min(...sizes)).toBe(0);
  expect(Math.max(...sizes)).toBeLessThan(before - 40_000);
  expect(await log.session(old)).toBeUndefined();
  await log.append([said(kept, "after")]);
  await wipeDatabase();
  const { log: again } = await open();
  expect(await texts(again, kept)).toEqual(["kept", "y".repeat(40_000), "done", "after"]);
  expect(await texts(again, restored)).toEqual(["restored"]);
  expect(await again.records(old)).toEqual([]);
});

test("a page is the newest records, whatever the length of the Session", async () => {
  const session = nextId();
  const { log } = await open();
  await log.append([created(session), ...Array.from({ length: 500 }, (_, at) => said(session, `m${at}`))]);
  const newest = await log.page(session, 10);
  expect(newest.more).toBe(true);
  expect(newest.records.map((each) => each.kind === "content" && each.content.parts[0]!.text)).toEqual(
    Array.from({ length: 10 }, (_, at) => `m${490 + at}`),
  );
  const older = await log.page(session, 1000, newest.records[0]!.id);
  expect(older).toMatchObject({ more: false });
  expect(older.records).toHaveLength(491);
});

test("L5: a newer database opens read-only, with a sentence", async () => {
  const session = nextId();
  await (await open()).log.append([created(session), said(session, "by today's build")]);
  const newer = await openDB("palimpsest", 99);
  newer.close();
  const { log, state } = await open();
  expect(state).toMatchObject({ kind: "read-only", failure: { name: "NewerDatabaseError" } });
  expect(await texts(log, session)).toEqual(["by today's build"]);
  await expect(log.append([said(session, "no")])).rejects.toMatchObject({ name: "ReadOnlyError" });
  const { lines } = await log.exportLines(undefined, 1000);
  expect(lines).toContain("by today's build");
});

test("L5: a tab whose database is upgraded by a newer build goes read-only, and can still be read and exported", async () => {
  const session = nextId();
  const { log, news } = await open();
  await log.append([created(session), said(session, "before the upgrade")]);
  const newer = await openDB("palimpsest", 99);
  await expect
    .poll(() => news.findLast((each) => each.type === "storage"))
    .toMatchObject({
      storage: { kind: "read-only", failure: { name: "NewerDatabaseError" } },
    });
  await expect.poll(() => texts(log, session).catch(() => [])).toEqual(["before the upgrade"]);
  expect((await log.exportLines(undefined, 1000)).lines).toContain("before the upgrade");
  newer.close();
});

test("L5: reading makes no database where there is none: an empty one would never get its stores", async () => {
  await wipeDatabase();
  await expect(openForReading()).rejects.toMatchObject({ name: "NotFoundError" });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("palimpsest");
  expect((await open()).state.kind).toBe("ready");
});
