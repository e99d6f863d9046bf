/** The environment turn (C7): date, platform and folder for the Model, in tags that tell it apart from a user's words. */
import type { Content, Part } from "../content.js";

const OPEN = "<environment>";
const CLOSE = "</environment>";

interface EnvironmentFacts {
  /** The date as people write it. */
  readonly date: string;
  readonly platform?: string;
  readonly folder?: { readonly name: string; readonly tree?: string };
}

/** File names, which strangers may have chosen, must be marked as untrusted by the caller. */
export function environmentText({ date, platform, folder }: EnvironmentFacts): string {
  const where = platform ? `a browser tab on ${platform}` : "a browser tab";
  const open = folder
    ? [
        `The open folder is named “${folder.name}”; paths are relative to it.`,
        folder.tree === undefined
          ? "What is in it could not be listed."
          : `What is in it, without what its ignore rules leave out; “…” where more is not listed:\n${folder.tree}`,
      ]
    : ["No folder is open."];
  return [
    OPEN,
    "Background, told by the app; there is nothing to answer here.",
    `Today is ${date}. You work in ${where}.`,
    ...open,
    `${CLOSE}\n`, // some Models are sent one text: the user's words begin on a line of their own
  ].join("\n");
}

const isEnvironment = ({ text }: Part): boolean =>
  text !== undefined && text.startsWith(`${OPEN}\n`) && text.endsWith(`${CLOSE}\n`);

/** The contents without the environment turn, for Models that have no room or no use for it. */
export function withoutEnvironment(contents: readonly Content[]): readonly Content[] {
  const [first, ...rest] = contents;
  if (!first?.parts.some(isEnvironment)) return contents;
  const parts = first.parts.filter((part) => !isEnvironment(part));
  return parts.length > 0 ? [{ ...first, parts }, ...rest] : rest;
}
