/** What lies below a place of the disk, looked at from outside the browser: to tell whether anything there was touched. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

export interface HashOptions {
  /** False: folders that hold no file are left out. */
  readonly emptyFolders?: boolean;
  /** Paths, relative to the place, that are not looked into. */
  readonly except?: readonly string[];
}

/** Everything below a place: what it is, its mode, and its content. Links are not followed. */
export function hashedTree(
  place: string,
  { emptyFolders = true, except = [] }: HashOptions = {},
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (folder: string): boolean => {
    let holds = false;
    for (const name of readdirSync(folder).toSorted()) {
      const full = path.join(folder, name);
      const shown = path.relative(place, full);
      if (except.includes(shown)) continue;
      const stat = lstatSync(full);
      if (stat.isDirectory()) {
        const isHeld = visit(full);
        if (isHeld || emptyFolders) found[shown] = `folder ${stat.mode}`;
        holds ||= isHeld;
        continue;
      }
      holds = true;
      const content = stat.isSymbolicLink() ? readlinkSync(full) : readFileSync(full);
      found[shown] = `${stat.mode} ${createHash("sha256").update(content).digest("hex")}`;
    }
    return holds;
  };
  visit(place);
  return found;
}
