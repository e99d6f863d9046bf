/** A folder whose words are all accepted, whatever becomes of them: for tests of who loads them. */
import type { TrustedFolder } from "../../src/core/loadable.js";
import { decodeText } from "../../src/core/text-file.js";
import type { Workspace } from "../../src/core/workspace.js";

export const trusting = (workspace: Workspace): TrustedFolder => ({
  workspace,
  async read(path) {
    const bytes = await workspace.read(path);
    return { bytes, text: decodeText(bytes) };
  },
  userWrote: () => Promise.resolve(),
});
