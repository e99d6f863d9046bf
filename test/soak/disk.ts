/** What can befall the browser's database on disk while it is not running. */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Random } from "./random.js";

const folderOf = (profile: string, port: number) =>
  path.join(profile, "Default", "IndexedDB", `http_127.0.0.1_${port}.indexeddb.leveldb`);

export const hasDatabase = (profile: string, port: number): boolean =>
  statSync(folderOf(profile, port), { throwIfNoEntry: false }) !== undefined;

/** All databases of the origin are gone: the log, the key, the folder grants. The journal lives elsewhere. */
export function deleteDatabases(profile: string, port: number): void {
  const folder = folderOf(profile, port);
  rmSync(folder, { recursive: true, force: true });
  rmSync(folder.replace(/leveldb$/, "blob"), { recursive: true, force: true });
}

/** Some of the files that hold rows are cut short or written over in places. Tells what was done. */
export function damageDatabases(profile: string, port: number, random: Random): string {
  const folder = folderOf(profile, port);
  if (!hasDatabase(profile, port)) return "there was nothing to damage";
  const files = readdirSync(folder).filter((name) => /\.(ldb|log)$/.test(name));
  const chosen = random.shuffled(files).slice(0, random.whole(1, Math.max(1, files.length)));
  return chosen.map((name) => `${name} ${damage(path.join(folder, name), random)}`).join(", ");
}

function damage(file: string, random: Random): string {
  const { size } = statSync(file);
  if (size === 0) return "is empty";
  if (random.chance(0.4)) {
    const left = random.whole(0, size - 1);
    truncateSync(file, left);
    return `cut from ${size} to ${left}`;
  }
  const bytes = readFileSync(file);
  const from = random.whole(0, size - 1);
  const to = Math.min(size, from + random.whole(16, 4096));
  for (let at = from; at < to; at++) bytes[at] = random.whole(0, 255);
  writeFileSync(file, bytes);
  return `written over from ${from} to ${to} of ${size}`;
}

/** So that the app comes from the server again, not from what the service worker keeps. */
export function forgetServiceWorker(profile: string): void {
  rmSync(path.join(profile, "Default", "Service Worker"), { recursive: true, force: true });
}
