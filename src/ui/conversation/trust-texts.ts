/** Texts of the trust card (M4). */
import type { AskedLoadable, LoadableKind } from "../../core/memory/trusted-folder.js";
import { counted, number } from "../base/numbers.js";

const kinds: Readonly<Record<LoadableKind, string>> = {
  memory: "Memories",
  import: "Files they import",
  system: "System prompt",
  settings: "Settings",
  policy: "Policies",
  hook: "Hooks",
  command: "Commands",
  skill: "Skills",
  agent: "Agents",
};

export const trustTexts = {
  title: "Trust this folder?",
  why: (name: string) =>
    `“${name}” brings along words that change how Palimpsest works here. None of them is loaded until you trust them: have a look, or go on without.`,
  whyAgain: (name: string) =>
    `You trust “${name}”, but this is not as you accepted it. It is not loaded until you trust it again; all the rest is.`,
  list: "What it brings along",
  kinds,
  size: (bytes: number) =>
    bytes < 1_000 ? counted(bytes, "byte", "bytes") : `${number.format(Math.round(bytes / 1_000))} KB`,
  read: "Read it before you decide",
  state: { new: "new", changed: "changed" } satisfies Record<AskedLoadable["state"], string>,
  problem: { "too-large": "too large, is never loaded", unreadable: "can't be read, is not loaded" },
  servers: (names: readonly string[]) => `MCP servers: ${names.join(", ")}`,
  leftOut: (count: number) =>
    `${counted(count, "more file was", "more files were")} not looked at: there are too many. They are never loaded.`,
  show: "Show changes",
  showOf: (path: string) => `Show changes of ${path}`,
  notKept: "The text you accepted was too long to be kept, so only the file as it is now can be read.",
  yes: "Trust",
  no: "Not now",
};
