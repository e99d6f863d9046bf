/** The Tools of the memory manager (M9): named as those for files, but for Memory files alone. `memoryPath` checks the bounds. */
import { AgentError } from "../../core/errors.js";
import { text } from "../../core/schema.js";
import { defineTool, type Tool } from "../calls/tool.js";
import { subAgentWords } from "./sub-agent-words.js";

/** Memory files within their bounds: any other path rejects. */
export interface ManagedMemory {
  list(): Promise<readonly string[]>;
  /** Undefined: there is no such file. Rejects where it may not be read. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
}

export function memoryTools(memory: ManagedMemory): readonly Tool[] {
  const path = text("Path of a memory file, such as ~/.gemini/GEMINI.md, GEMINI.md or docs/GEMINI.md");

  async function mustRead(file: string): Promise<string> {
    const found = await memory.read(file);
    if (found === undefined) throw new AgentError("NotFoundError", subAgentWords.noFile(file));
    return found;
  }

  return [
    defineTool({
      name: "list_directory",
      kind: "read",
      description: "Lists all memory files that there are.",
      parameters: {},
      title: () => "",
      async run() {
        const paths = await memory.list();
        return paths.length > 0 ? paths.join("\n") : "There are no memory files yet.";
      },
    }),
    defineTool({
      name: "read_file",
      kind: "read",
      description: "Reads a memory file whole.",
      parameters: { file_path: path },
      title: ({ file_path }) => file_path,
      run: ({ file_path }) => mustRead(file_path),
    }),
    defineTool({
      name: "replace",
      kind: "edit",
      description:
        "Puts one text in the place of another in a memory file. The old text must stand there exactly once.",
      parameters: { file_path: path, old_string: text("The text as it stands"), new_string: text("The text instead") },
      title: ({ file_path }) => file_path,
      async run({ file_path, old_string, new_string }) {
        const before = await mustRead(file_path);
        const count = old_string === "" ? 0 : before.split(old_string).length - 1;
        if (count === 0) throw new AgentError("InvalidArgsError", subAgentWords.notInFile(file_path));
        if (count > 1) throw new AgentError("InvalidArgsError", subAgentWords.severalTimes(file_path, count));
        const at = before.indexOf(old_string);
        await memory.write(file_path, before.slice(0, at) + new_string + before.slice(at + old_string.length));
        return `Changed ${file_path}.`;
      },
    }),
    defineTool({
      name: "write_file",
      kind: "edit",
      description: "Writes a memory file whole: for one that is not there yet.",
      parameters: { file_path: path, content: text("All of its text") },
      title: ({ file_path }) => file_path,
      async run({ file_path, content }) {
        await memory.write(file_path, content);
        return `Wrote ${file_path}.`;
      },
    }),
  ];
}
