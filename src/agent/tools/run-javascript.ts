/** `run_javascript`: runs a script in a sandbox (P3) that can read the workspace and change nothing. */
import { AgentError } from "../../core/errors.js";
import { optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

export const runJavascript = defineTool({
  name: "run_javascript",
  kind: "execute",
  untrusted: true,
  description:
    "Runs JavaScript in a sandbox and returns what it returns, as JSON, and what it printed. Use it to reckon, to parse, to look through " +
    "or sum up files: anything that is surer by code than by heart. The code is the body of an async function: use return for the " +
    "value and await where needed. Besides the language itself there are await readFile(path) → text, await listFolder(path) → " +
    "[{name, path, kind: “file” or “folder”}] and console.log. There is no network, no DOM, no timers, no modules, and no way to write: for " +
    "that use the tools for files. It is stopped after 5 seconds or at 64 MB, and nothing is kept from one run to the next.",
  parameters: {
    code: text("The code, as the body of an async function"),
    description: optional(text("What it is for, in a short sentence for the user")),
  },
  title: ({ code, description }) => description ?? code.trim().split("\n")[0]!.slice(0, 80),
  propose: async ({ code }) => ({ proposal: { kind: "run", language: "javascript", text: code } }),
  async run(args, env, signal, approved) {
    const code = approved?.kind === "run" ? approved.text : args.code; // the user may have changed it
    const javascript = env.javascript?.();
    if (!javascript) throw new AgentError("NotSupportedError", toolWords.noScripts);
    const { value, error, printed, isCut } = await javascript.run({ code }, env.progress, signal);
    const lines = [
      ...(printed.length > 0 ? [`Printed:\n${printed.join("\n")}`] : []),
      ...(isCut ? ["(It printed more, which was not kept.)"] : []),
      ...(error === undefined ? [`Returned: ${value ?? "nothing"}`] : [`Failed: ${error}`]),
    ];
    // A thrown message may quote a file, so it goes into the output, which is marked as untrusted, and not into an error.
    return { text: lines.join("\n"), ...(error !== undefined && { isFailed: true }) };
  },
});
