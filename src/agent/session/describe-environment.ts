/** Describes where a Session works (C7): loaded with its first message. Takes a fraction of a second, whatever the folder. */
import type { Clock } from "../../core/clock.js";
import { userSaid, type Content } from "../../core/content.js";
import { environmentText } from "../../core/text/environment.js";
import { folderTree } from "../../core/files/folder-tree.js";
import { ignoreIn, type IgnoreOptions } from "../../core/files/ignore.js";
import type { Workspace } from "../../core/files/workspace.js";
import { asUntrusted } from "../../core/text/untrusted.js";

interface EnvironmentParts {
  readonly clock: Clock;
  readonly platform?: string;
  readonly workspace?: Workspace;
  /** The ignore rules for the folder's tree, by the Settings. */
  readonly ignore?: IgnoreOptions;
}

/** A message does not wait longer than this for a huge folder (ms). */
const PATIENCE = 250;

export async function describeEnvironment({ clock, platform, workspace, ignore }: EnvironmentParts): Promise<Content> {
  const date = new Intl.DateTimeFormat("en", { dateStyle: "full" }).format(clock.now());
  if (!workspace) return userSaid(environmentText({ date, platform }));
  const tree = await treeOf(workspace, ignore, clock);
  // The name and what is in the folder were written by whoever made it.
  const folder = { name: workspace.name, ...(tree !== undefined && { tree: asUntrusted(tree) }) };
  return userSaid(environmentText({ date, platform, folder }));
}

async function treeOf(
  workspace: Workspace,
  options: IgnoreOptions | undefined,
  clock: Clock,
): Promise<string | undefined> {
  const enough = new AbortController();
  const cancel = clock.after(PATIENCE, () => enough.abort());
  try {
    return await folderTree(workspace, ignoreIn(workspace, options), enough.signal);
  } catch (error) {
    console.warn("What is in the folder could not be listed for the model.", error);
    return undefined;
  } finally {
    cancel();
  }
}
