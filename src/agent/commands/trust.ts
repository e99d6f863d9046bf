/** `/trust`: lists which files of the open folder are loaded, and accepts or revokes trust in it (M4). */
import type { LoadableKind } from "../../core/memory/trusted-folder.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import type { AcceptedFile } from "../folder/folder-trust.js";
import { defineCommand } from "./command.js";
import { asCode } from "../../core/text/markdown-text.js";

export const trust = defineCommand({
  name: "trust",
  aliases: ["permissions"],
  description:
    "Shows what is loaded from this folder; “revoke” takes trust back, “accept” trusts all that is there now",
  usage: "[accept | revoke]",
  complete: () => Promise.resolve(["accept", "revoke"]),
  async run(args, { say, trust }) {
    if (args !== "" && args !== "accept" && args !== "revoke")
      return say(`${asCode(args)} is not known here. Use ${asCode("/trust accept")} or ${asCode("/trust revoke")}.`);
    if (args !== "") await trust.decide(args === "accept");
    const { name, isTrusted, files } = await trust.read();
    if (name === undefined) return say("No folder is open.");
    const head = isTrusted
      ? "This folder is trusted: what you accepted of it is loaded, as you accepted it."
      : "This folder is not trusted: nothing of it is loaded.";
    const list = files.map(
      (file) => `- ${asCode(revealed(file.path))} (${KINDS[file.kind]}): ${stateOf(file, isTrusted)}`,
    );
    say([head, ...(list.length > 0 ? ["", ...list] : ["It brings nothing along that would be."])].join("\n"));
  },
});

function stateOf({ state, problem }: AcceptedFile, isTrusted: boolean): string {
  if (problem) return problem === "too-large" ? "too large, never loaded" : "can't be read";
  if (!isTrusted) return "not loaded";
  if (state === "accepted") return "loaded";
  return state === "new" ? "not loaded: you have not accepted it yet" : "not loaded: it has changed";
}

const KINDS: Readonly<Record<LoadableKind, string>> = {
  memory: "memory",
  import: "import",
  system: "system prompt",
  settings: "settings",
  policy: "policy",
  hook: "hook",
  command: "command",
  skill: "skill",
  agent: "agent",
};
