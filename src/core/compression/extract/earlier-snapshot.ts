/**
 * An earlier Snapshot as part of the next one (C5): its lines, and the fates of its files, which go on from there so that each file stands
 * in one line. Its recent actions are dropped.
 */
import { snapshotLines, type Snapshot } from "../../log/snapshot.js";
import type { FileEntry, FileAction } from "./ledgers.js";
import type { PlacedLine } from "../../log/snapshot-sections.js";

export function splitEarlier(earlier: Snapshot | undefined) {
  const files: FileEntry[] = [];
  const lines: PlacedLine[] = [];
  for (const line of earlier ? snapshotLines(earlier) : []) {
    const fate = line.section === "file_system_state" ? FATE.exec(line.text) : null;
    if (fate) files.push(...filesIn(fate[1] as FileAction, fate[2]!, line.from));
    else if (line.section !== "recent_actions") lines.push(line);
  }
  return { files, lines };
}

/** Fates as extracts write them: one path, or those of a folder in braces. With more words it is a line like others. */
const FATE = /^(READ|MODIFIED|CREATED|DELETED): (\S+|\S*\{[^{}]+\})$/;

function filesIn(state: FileAction, named: string, from: readonly number[]): readonly FileEntry[] {
  const [, folder, inside] = /^(.*)\{([^{}]+)\}$/.exec(named) ?? [];
  const paths = inside === undefined ? [named] : inside.split(", ").map((name) => `${folder}${name}`);
  return paths.map((path) => ({ path, state, from, notes: [], changes: state === "READ" ? 0 : 1 }));
}

/** The files of an earlier Snapshot with what the calls since have done to them. */
export function goneOn(before: readonly FileEntry[], now: readonly FileEntry[]): readonly FileEntry[] {
  const known = new Map(before.map((each) => [each.path, each]));
  const since = now.map((each): FileEntry => {
    const old = known.get(each.path);
    if (!old || old.state === "DELETED" || (old.state === "READ" && each.state !== "READ")) return each;
    known.delete(each.path);
    const isStill = each.state === "READ" || (each.state === "MODIFIED" && old.state === "CREATED");
    return isStill ? { ...each, state: old.state, from: [...old.from, ...each.from].slice(-4) } : each;
  });
  const named = new Set(now.map(({ path }) => path));
  return [...before.filter(({ path }) => !named.has(path)), ...since];
}
