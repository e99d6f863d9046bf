/**
 * The news of an update, from `changelog.json` (U7). While a newer version waits, the entries known to this one are
 * noted; the newer one, once started, shows the others, once. The notes live as long as the tab.
 */
import { AgentError } from "../../core/errors.js";
import { texts } from "../base/texts.js";

interface Release {
  readonly version: string;
  readonly date: string;
  readonly changes: readonly string[];
}

export interface News {
  readonly releases: readonly Release[];
  /** The update was started without notes, so these are older changes. */
  readonly isOld?: boolean;
}

const KNOWN = "palimpsest:changes-known";
const STARTED = "palimpsest:update-started";

/** Notes the entries known to this version, while its own changelog is still the one that is served. */
export async function noteKnown(): Promise<void> {
  const known = (await readChangelog()).flatMap(({ changes }) => changes);
  notes()?.setItem(KNOWN, JSON.stringify(known));
}

/** Notes that the user has started the update; the page is about to be reloaded. */
export const noteStarted = (): void => notes()?.setItem(STARTED, "yes");

export const allNews = async (): Promise<News> => ({ releases: await readChangelog() });

/** The news since the update that was just started, if one was; given only once. */
export async function newsOfUpdate(): Promise<News | undefined> {
  const kept = notes();
  if (!kept?.getItem(STARTED)) return undefined;
  const known = new Set(readKnown(kept.getItem(KNOWN)));
  kept.removeItem(STARTED);
  kept.removeItem(KNOWN);
  const releases = await readChangelog();
  const fresh = releases
    .map((release) => ({ ...release, changes: release.changes.filter((each) => !known.has(each)) }))
    .filter(({ changes }) => changes.length > 0);
  return fresh.length > 0 ? { releases: fresh } : { releases: releases.slice(0, 1), isOld: true };
}

const readKnown = (stored: string | null): readonly unknown[] => {
  const read: unknown = JSON.parse(stored ?? "[]");
  return Array.isArray(read) ? read : [];
};

async function readChangelog(): Promise<readonly Release[]> {
  const answer = await fetch("/changelog.json").catch((cause: unknown) => {
    throw new AgentError("OfflineError", texts.news.notLoaded, { cause });
  });
  const read: unknown = answer.ok ? await answer.json() : [];
  return Array.isArray(read) ? read.filter(isRelease) : [];
}

function isRelease(value: unknown): value is Release {
  const { version, date, changes } = (value ?? {}) as Partial<Release>;
  const isList = Array.isArray(changes) && changes.every((each) => typeof each === "string");
  return typeof version === "string" && typeof date === "string" && isList;
}

/** A browser that blocks storage throws when storage is accessed; then no news are shown. */
function notes(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
