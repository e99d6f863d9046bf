/**
 * Tidies Memories by rules, where there is no Model to do it (M9).
 *
 * R1 Only lines that were saved as facts are taken out; what a hand wrote is never touched, only spoken of.
 * R2 A saved fact that stands in the same file once more, or is said there by another line, goes.
 * R3 Spoken of: lines that say the same in other words or contradict each other, lines that name files which are gone, and global facts that
 *    name files of this folder: those belong to the folder.
 */
import { compareFacts, readFact } from "./memory-alike.js";
import { memoryLines, type MemoryLine } from "./memory-lines.js";
import { pathsIn } from "./remember.js";

export interface MemoryToTidy {
  readonly path: string;
  readonly text: string;
  /** Lines that were saved as facts, stand as they were saved, and are not pinned. */
  readonly saved: readonly string[];
  readonly isGlobal: boolean;
}

interface Tidied {
  readonly changes: readonly { readonly path: string; readonly before: string; readonly after: string }[];
  readonly remarks: readonly TidyRemark[];
}

export interface TidyRemark {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** `removed`: it is gone from the text. The others are for the user to decide. */
  readonly what: "removed" | "near" | "against" | "stale" | "belongs-to-folder";
  /** The line it is compared with, or the file that is gone. */
  readonly of?: string;
}

/** Whether a path is there: yes, no, or not to be told. */
type Exists = (path: string) => boolean | undefined;

/** Lines compared with each other: more would be no Memory, and the work grows with the square. */
const MOST_LINES = 500;

export function tidyMemories(files: readonly MemoryToTidy[], exists: Exists): Tidied {
  const tidied = files.map((file) => tidy(file, exists));
  return { changes: tidied.flatMap(({ change }) => change), remarks: tidied.flatMap(({ remarks }) => remarks) };
}

function tidy({ path, text, saved, isGlobal }: MemoryToTidy, exists: Exists) {
  const lines = memoryLines(text).filter(({ kind }) => kind === "item" || kind === "text");
  const facts = lines.slice(0, MOST_LINES).map((line) => ({ line, fact: readFact(line.text) }));
  const gone = new Set<number>();
  const remarks: TidyRemark[] = [];
  const remark = ({ number, text: said }: MemoryLine, what: TidyRemark["what"], of?: string) =>
    void remarks.push({ path, line: number, text: said, what, ...(of !== undefined && { of }) });
  for (const [at, one] of facts.entries()) {
    for (const other of facts.slice(at + 1)) {
      if (gone.has(one.line.number) || gone.has(other.line.number)) continue;
      const likeness = compareFacts(other.fact, one.fact);
      const isOurs = ({ text: said, kind }: MemoryLine) => kind === "item" && saved.includes(said);
      // The later of two that are the same; else the one that says less.
      const lesser = likeness === "same" || likeness === "within" ? other : likeness === "covers" ? one : undefined;
      if (lesser && isOurs(lesser.line)) {
        gone.add(lesser.line.number);
        remark(lesser.line, "removed", (lesser === one ? other : one).line.text);
      } else if (lesser || likeness === "near") remark(other.line, "near", one.line.text);
      else if (likeness === "against") remark(other.line, "against", one.line.text);
    }
  }
  for (const { line } of facts) {
    if (gone.has(line.number)) continue;
    const named = pathsIn(line.text);
    const missing = isGlobal ? undefined : named.find((each) => looksLikeFile(each) && exists(each) === false);
    if (missing !== undefined) remark(line, "stale", missing);
    const here = isGlobal ? named.find((each) => looksLikeFile(each) && exists(each) === true) : undefined;
    if (here !== undefined) remark(line, "belongs-to-folder", here);
  }
  const after = withoutLines(text, gone);
  return { change: after === text ? [] : [{ path, before: text, after }], remarks };
}

/** A folder and a name, or a name with an ending: "and/or" is no file, nor is "e.g". */
const looksLikeFile = (path: string): boolean => /^[^/].*\.[a-z0-9]{1,8}$/i.test(path) && /[\p{L}]{2}/u.test(path);

function withoutLines(text: string, gone: ReadonlySet<number>): string {
  return text
    .split(/(?<=\n)/)
    .filter((_, at) => !gone.has(at + 1))
    .join("");
}
