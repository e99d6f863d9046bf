/** The open folder as words are loaded from it: whole where it is trusted, not at all where it is not (M4). */
import { LONGEST_LOADABLE, type TrustedFolder } from "../core/loadable.js";
import { decodeText } from "../core/text-file.js";
import type { Workspace } from "../core/workspace.js";

export const asTrusted = (workspace: Workspace, isTrusted: () => boolean): TrustedFolder => ({
  workspace,
  async read(path) {
    if (!isTrusted()) return { withheld: "untrusted" };
    if ((await workspace.stat(path)).size > LONGEST_LOADABLE) return { withheld: "too-large" };
    const bytes = await workspace.read(path);
    return { text: decodeText(bytes), bytes };
  },
});
