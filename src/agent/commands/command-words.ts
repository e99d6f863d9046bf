/** Sentences with which Commands refuse, in Markdown: the user reads them as the Command's note. */
import { asCode } from "../../core/text/markdown-text.js";

export const commandWords = {
  chatVerbs: "Say what to do: `/chat save`, `list`, `resume`, `delete` or `share`.",
  nameNeeded: (verb: string) => `Give a name: ${asCode(`/chat ${verb} a-name`)}.`,
  nothingToSave: "Nothing has been said in this session yet, so there is nothing to save.",
  nothingSaid: "Nothing has been said in this session yet.",
  placeGone: (name: string) => `The session that ${asCode(name)} stands in is not here any more.`,
  noPlace: (name: string) => `No place is saved as ${asCode(name)}. \`/chat list\` shows those there are.`,
  fileEnding: "Give a file name that ends in `.md` or `.json`.",

  messageNumber: (most: number) => `Give a number from 1 (your last message) to ${most}; nothing was changed.`,
  listedNumber: (most: number) =>
    `Give a number from 1 (your last message) to ${most}; nothing was changed. /rewind lists them.`,
  noMessage: "There is no message to take back in this session.",
  nothingChanged: "No file of yours has been changed in this session.",
  number: (most: number) => `Give a number from 1 to ${most}; nothing was changed.`,
  noSession: (words: string) => `No session has ${asCode(words)} in its title.`,

  noFolder: "No folder is open. Open one, and type `/init` again.",
  fileThere: (file: string) => `There is a ${file} already; nothing was sent. To change it, say what.`,
  writerNeeded: (file: string, model: string) =>
    `Writing a ${file} takes a model that can write; ${model} only finds and quotes. Choose one with \`/model\`, and type \`/init\` again.`,

  memoryVerbs: (said: string) =>
    `${asCode(`/memory ${said}`)} is nothing that can be asked for: \`show\`, \`list\`, \`add\`, \`refresh\` or \`inbox\`.`,
  factNeeded: "Say what to remember: `/memory add I prefer tabs.`",

  noModel: (name: string, known: readonly string[]) =>
    `There is no model named ${asCode(name)} here; nothing was changed. There are: ${known.map(asCode).join(", ")}, and any other Gemini by its name, such as \`gemini-3-pro-preview\`.`,
  noSetting: (key: string) => `There is no setting named ${asCode(key)}; nothing was changed.`,
  unfitValue: (label: string, value: string) => `“${label}” can't be set to ${asCode(value)}; nothing was changed.`,

  unusable: (path: string, why: string) => `${path} can't be used: ${why}.`,
  hasShell: "it has a shell command (!{…}) run before anyone is asked, which is not done here; nothing was sent",
};
