/** `/tidy`: takes repeated facts out of Memories by rules, without a Model, and lists other lines that look odd (M9). */
import { isNamed } from "../../core/errors.js";
import { GLOBAL_MEMORY, privateMemory } from "../../core/memory/memory-file.js";
import { isSaved, memoryLines, originsOf } from "../../core/memory/memory-lines.js";
import { isPath } from "../../core/files/path.js";
import { pathsIn } from "../../core/memory/remember.js";
import { tidyMemories, type MemoryToTidy, type TidyRemark } from "../../core/memory/tidy-memory.js";
import type { Workspace } from "../../core/files/workspace.js";
import { defineCommand } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import type { SessionId } from "../../core/ids.js";
import type { Remembering } from "../memory/remember.js";

/** The reason that is kept with a version of a Memory. */
const TIDIED = "tidied";

export const tidy = defineCommand({
  name: "tidy",
  description:
    "Takes facts that stand twice out of your memories, and says what else looks odd; “undo” takes that back",
  usage: "[undo]",
  complete: () => Promise.resolve(["undo"]),
  async run(args, { say, memory, session }) {
    const given = memory.remembering();
    const paths = [GLOBAL_MEMORY, ...(given.folder ? [privateMemory(given.folder.id)] : [])];
    if (args === "undo") return say(await undo(paths, given, session.id));
    if (args !== "")
      return say(`${asCode(args)} is not known here. Use ${asCode("/tidy")} or ${asCode("/tidy undo")}.`);
    const files = (await Promise.all(paths.map((path) => memoryAt(path, given)))).filter((file) => file !== undefined);
    const there = await presence(files, given.folder);
    const { changes, remarks } = tidyMemories(files, (path) => there.get(path));
    for (const { path, before, after } of changes)
      await given.files.write(path, after, { expected: before, by: "manager", session: session.id, why: TIDIED });
    say(report(remarks));
  },
});

async function memoryAt(path: string, { files, annotations }: Remembering): Promise<MemoryToTidy | undefined> {
  const [text, versions, { pinned }] = await Promise.all([
    files.read(path),
    files.versions(path),
    annotations.of(path),
  ]);
  if (text === undefined) return undefined;
  const saved = [...originsOf(versions)].filter(([line, version]) => isSaved(version) && !pinned.includes(line));
  return { path, text, saved: saved.map(([line]) => line), isGlobal: path === GLOBAL_MEMORY };
}

/** Paths that Memories name, with whether they exist; those of which that is not known are left out. */
async function presence(files: readonly MemoryToTidy[], folder?: Workspace): Promise<ReadonlyMap<string, boolean>> {
  if (!folder) return new Map();
  const named = files.flatMap(({ text }) => memoryLines(text).flatMap((line) => pathsIn(line.text)));
  const looked = await Promise.all(
    [...new Set(named)]
      .filter(isPath)
      .slice(0, 500)
      .map(async (path) => {
        try {
          await folder.stat(path);
          return [[path, true]] as const;
        } catch (error) {
          return isNamed(error, "NotFoundError") ? ([[path, false]] as const) : [];
        }
      }),
  );
  return new Map(looked.flat());
}

async function undo(paths: readonly string[], { files }: Remembering, session: SessionId): Promise<string> {
  const undone: string[] = [];
  for (const path of paths) {
    const versions = await files.versions(path);
    const [before, last] = versions.slice(-2);
    if (last?.by !== "manager" || last.why !== TIDIED || before?.text === undefined) continue;
    await files.write(path, before.text, { expected: last.text, by: "user", session, why: "undone" });
    undone.push(path);
  }
  if (undone.length === 0) return "There is nothing to take back: the last change of your memories was another one.";
  return `Taken back: ${undone.map(asCode).join(", ")} ${undone.length === 1 ? "is as it was" : "are as they were"} before.`;
}

function report(remarks: readonly TidyRemark[]): string {
  if (remarks.length === 0) return "Your memories are in order.";
  const of = (isRemoved: boolean) => remarks.filter(({ what }) => (what === "removed") === isRemoved).map(lineOf);
  const [removed, odd] = [of(true), of(false)];
  return [
    ...(removed.length > 0
      ? [`Taken out, since another line says it (${asCode("/tidy undo")} puts it back):`, "", ...removed, ""]
      : []),
    ...(odd.length > 0 ? ["For you to decide:", "", ...odd] : []),
  ].join("\n");
}

const lineOf = ({ path, line, text, what, of = "" }: TidyRemark): string => {
  const words: Readonly<Record<TidyRemark["what"], string>> = {
    removed: `it is said by “${asPlain(of)}”`,
    near: `it says nearly the same as “${asPlain(of)}”`,
    against: `it contradicts “${asPlain(of)}”`,
    stale: `there is no ${asCode(of)} any more`,
    "belongs-to-folder": `it is about ${asCode(of)} of this folder, and stands in the memory for everything`,
  };
  return `- ${asCode(path)}, line ${line}: “${asPlain(text)}”: ${words[what]}`;
};
