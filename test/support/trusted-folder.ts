/** A folder whose words the user has accepted, all of them, whatever they become. */
import { LONGEST_LOADABLE, type TrustedFolder } from "../../src/core/memory/trusted-folder.js";
import { decodeText } from "../../src/core/files/text-file.js";
import type { Workspace } from "../../src/core/files/workspace.js";

export const trustedFolder = (workspace: Workspace): TrustedFolder => ({
  workspace,
  async read(path) {
    const bytes = await workspace.read(path);
    return bytes.length > LONGEST_LOADABLE ? { withheld: "too-large" } : { text: decodeText(bytes), bytes };
  },
  userWrote: () => Promise.resolve(),
});
