/** `recall`: records that compression or masking took out of the context, by words or by label (C11). */
import { AgentError } from "../../core/errors.js";
import { integer, optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

/** Records given unless told otherwise: more would fill the window again. */
const FOUND = 8;

export const recall = defineTool({
  name: "recall",
  kind: "read",
  untrusted: true,
  needsFolder: false,
  description:
    "Reads again what was said or read earlier in this session and is no longer before you: it was condensed into a snapshot, or its " +
    "output is shown in part. Give query to search by words, or labels such as “#12 #30”, which stand at the end of a snapshot's lines. " +
    "What it gives back is a record of the past: files may have changed since.",
  parameters: {
    query: optional(text("What to look for, in words that may have been used")),
    labels: optional(text("Labels of records to read, such as “#12 #30”")),
    limit: optional(integer("How many records to give back; 8 unless told", 1)),
  },
  title: ({ query, labels }) => query ?? labels ?? "",
  async run({ query = "", labels = "", limit = FOUND }, { recall: recalled }) {
    const asked = [...labels.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    if (query.trim() === "" && asked.length === 0) throw new AgentError("InvalidArgsError", toolWords.noQuery);
    if (!recalled) throw new AgentError("InvalidStateError", toolWords.nothingRecalled);
    const excerpts = await recalled({ labels: asked, words: query, limit });
    if (excerpts.length === 0)
      return asked.length > 0
        ? "There are no records with these labels in this session."
        : `Nothing in this session speaks of “${query}”. Try other words for it.`;
    return excerpts.join("\n\n");
  },
});
