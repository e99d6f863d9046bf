/** `write_file`: makes a file, or replaces the whole of its text (A2). */
import { AgentError } from "../../core/errors.js";
import { findOmission } from "../../core/text/placeholder-check.js";
import { usualEnd } from "../../core/text/replace-text.js";
import { text } from "../../core/schema.js";
import { defineEditTool, type FileNow, type NextText } from "../calls/edit-tool.js";
import { toolWords } from "./tool-words.js";

export const writeFile = defineEditTool({
  name: "write_file",
  description:
    "Writes a text file of the workspace: makes it, with the folders on the way, or replaces all of its text. Use it for new " +
    "files and for rewriting small ones; to change a part of a file use replace. Give the whole text: a placeholder such as " +
    "“... rest of code ...” is refused. A file that changed since you read it is not overwritten: read it again first. " +
    "Encoding and line ends of a file that is there are kept. The user may see a diff and may change or reject it.",
  parameters: {
    file_path: text("Path of the file, relative to the workspace (src/app.ts)"),
    content: text("The whole text of the file"),
  },
  path: ({ file_path }) => file_path,
  next: ({ content }, file) => nextText(content, file),
});

function nextText(content: string, { path, text: before, seen }: FileNow): NextText {
  const left = findOmission(content, before);
  if (left !== undefined) throw new AgentError("InvalidArgsError", toolWords.omission(left));
  if (before === undefined) return { text: content };
  if (seen === "changed") throw new AgentError("ChangedError", toolWords.changedSinceRead(path));
  const end = usualEnd(before);
  const after = end === "\n" ? content : content.replaceAll(/\r?\n/g, end);
  if (after === before) throw new AgentError("InvalidArgsError", toolWords.sameText(path));
  if (seen === "same" || before === "") return { text: after };
  const caution = "The model replaces this file without having read it in this session.";
  return { text: after, remark: caution, caution };
}
