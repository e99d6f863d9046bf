/** Globs as Models write them. Some take for ever on some names, so only a FileSearch, which can be stopped, tries them. */
import picomatch from "picomatch";
import { AgentError, failureOf } from "../errors.js";
import { patternWords } from "./file-words.js";
import { nameOf } from "./path.js";

type Fits = (path: string) => boolean;

interface GlobOptions {
  readonly isCaseSensitive?: boolean;
  /** Allows a leading `!`, which negates the pattern. */
  readonly mayNegate?: boolean;
}

/** Longer than any honest glob; picomatch's own limit is 65,536. */
const LONGEST = 1_000;

/** Makes a test for paths relative to the folder that the pattern starts at. `InvalidArgsError` if it is no glob. */
export function createGlob(pattern: string, { isCaseSensitive = false, mayNegate = false }: GlobOptions = {}): Fits {
  const said = pattern.replace(/^(?:\.\/)+/, "");
  if (said === "" || said.length > LONGEST) throw new AgentError("InvalidArgsError", patternWords.globLength(LONGEST));
  if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(said))
    throw new AgentError("InvalidArgsError", patternWords.globLeaves(said.slice(0, 100)));
  const fits = compile(said, { dot: true, nocase: !isCaseSensitive, nonegate: !mayNegate, windows: false });
  // `app/[id]/page.tsx` is also the name of a file.
  return (path) => path === said || fits(path);
}

/** Makes a test for `include`: without a slash for names at any depth, else for the path from `folder` or from the root. */
export function createInclude(pattern: string, folder: string): Fits {
  const fits = createGlob(pattern, { mayNegate: true });
  if (!pattern.replace(/^!?(?:\.\/)*/, "").includes("/")) return (path) => fits(nameOf(path));
  return (path) => fits(pathFrom(folder, path)) || (folder !== "" && fits(path));
}

/** The folder that contains every match: "src" for `src/**` and `src/{a,b}.ts`. */
export function baseOf(pattern: string): string {
  const { base, isGlob } = picomatch.scan(pattern.replace(/^(?:\.\/)+/, ""));
  return isGlob ? base.replaceAll("\\", "") : base.slice(0, Math.max(0, base.lastIndexOf("/")));
}

/** A path relative to a folder that contains it. */
export const pathFrom = (folder: string, path: string): string =>
  folder === "" ? path : path.slice(folder.length + 1);

function compile(pattern: string, options: picomatch.PicomatchOptions): Fits {
  try {
    const fits = picomatch(pattern, options);
    return (path) => fits(path);
  } catch (cause) {
    throw new AgentError("InvalidArgsError", patternWords.noGlob(pattern, failureOf(cause).message), { cause });
  }
}
