/** `replace`: changes a part of a file by the rules of core/text/replace-text.ts (A2). */
import { AgentError } from "../../core/errors.js";
import { findOmission } from "../../core/text/placeholder-check.js";
import { replaceText, type Replaced } from "../../core/text/replace-text.js";
import { flag, integer, optional, text } from "../../core/schema.js";
import { defineEditTool, type FileNow, type NextText } from "../calls/edit-tool.js";
import { asUntrusted } from "../../core/text/untrusted.js";
import { countOf } from "./output-limits.js";
import { toolWords } from "./tool-words.js";

export const replace = defineEditTool({
  name: "replace",
  description:
    "Changes a part of a text file of the workspace: puts new_string in the place of old_string. Read the file first and take " +
    "old_string from it word for word, with at least three lines around the change, so that it is there exactly once. Where only " +
    "blanks or indentation differ it is found all the same, and you are told. If it is there more than once, nothing is changed " +
    "and the lines are named: give more of the text around it, or set allow_multiple. Write all of new_string: a placeholder such " +
    "as “... rest of code ...” is refused. To make a file, leave old_string empty. The user may see a diff and may change or reject it.",
  parameters: {
    file_path: text("Path of the file, relative to the workspace (src/app.ts)"),
    old_string: text("The text that is there now; empty to make a new file"),
    new_string: text("The text to put in its place; empty to remove it"),
    instruction: optional(text("What the change is for, in a sentence")),
    allow_multiple: optional(flag("Whether to replace every place where old_string is; false unless told")),
    expected_replacements: optional(integer("How often old_string is expected to be there; 1 unless told", 1)),
  },
  path: ({ file_path }) => file_path,
  next: ({ old_string, new_string, allow_multiple, expected_replacements }, file) =>
    nextText(file, old_string, new_string, allow_multiple ? "any" : (expected_replacements ?? 1)),
});

function nextText(file: FileNow, old: string, put: string, times: number | "any"): NextText {
  const { path, text: before, seen } = file;
  const left = findOmission(put, old);
  if (left !== undefined) throw new AgentError("InvalidArgsError", toolWords.omission(left));
  if (before === undefined) {
    if (old === "") return { text: put };
    throw new AgentError("NotFoundError", toolWords.noFileToReplaceIn(path));
  }
  if (old === "" && before !== "") throw new AgentError("InvalidArgsError", toolWords.emptyOldString(path));
  const outcome = replaceText(before, { old, new: put, times });
  if (outcome.kind !== "replaced") throw refusal(path, outcome);
  const remarks = [outcome.remark, seen === "changed" ? CHANGED : undefined].filter((each) => each !== undefined);
  return { text: outcome.text, ...(remarks.length > 0 && { remark: remarks.join(" ") }) };
}

const CHANGED = "The file has changed since the model last read it; the edit is made in the text as it is now.";

function refusal(path: string, outcome: Exclude<Replaced, { readonly kind: "replaced" }>): AgentError {
  switch (outcome.kind) {
    case "same":
      return new AgentError("InvalidArgsError", toolWords.nothingReplaced);
    case "ambiguous": {
      const { lines: all, expected } = outcome;
      const shown = all.slice(0, 20).join(", ") + (all.length > 20 ? " and more" : "");
      const lines = `${all.length === 1 ? "line" : "lines"} ${shown}`;
      const message = toolWords.foundOften(path, { times: countOf(all.length, "time"), lines, expected });
      return new AgentError("InvalidArgsError", message);
    }
    case "not-found": {
      const { near } = outcome;
      const hint = near
        ? `Most like it are these lines, from line ${near.first} on:\n${asUntrusted(near.lines.join("\n"))}\nUse them as they are, or read the file again.`
        : "Nothing in it is like it: read the file again.";
      return new AgentError("NotFoundError", toolWords.notInFile(path, hint));
    }
  }
}
