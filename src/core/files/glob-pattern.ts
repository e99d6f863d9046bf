/**
 * Globs as Models write them: `**`, braces and classes, dot files included. Some take forever on some names, so they are
 * only tried where they can be stopped: in a FileSearch.
 */
import picomatch from "picomatch";
import { AgentError } from "../errors.js";
import { nameOf } from "./path.js";

type Fits = (path: string) => boolean;

interface GlobOptions {
  readonly isCaseSensitive?: boolean;
  /** Whether a leading `!` turns the pattern round. */
  readonly mayNegate?: boolean;
}

/** Longer than any honest glob; picomatch's own limit is 65,536. */
const LONGEST = 1_000;

/** Paths are seen from the folder that the pattern starts at. `InvalidArgsError` if it is no glob. */
export function createGlob(pattern: string, { isCaseSensitive = false, mayNegate = false }: GlobOptions = {}): Fits {
  const said = pattern.replace(/^(?:\.\/)+/, "");
  if (said === "" || said.length > LONGEST) {
    throw new AgentError("InvalidArgsError", `The glob must have 1 to ${LONGEST} characters. Try “**/*.ts”.`);
  }
  if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(said)) {
    const message = `The glob “${said.slice(0, 100)}” leaves its folder. Patterns start at dir_path, without “/” in front and without “..”.`;
    throw new AgentError("InvalidArgsError", message);
  }
  const fits = compile(said, { dot: true, nocase: !isCaseSensitive, nonegate: !mayNegate, windows: false });
  // `app/[id]/page.tsx` is also the name of a file.
  return (path) => path === said || fits(path);
}

/** For `include`: without a slash for names at any depth, else for the path from `folder` or from the root. */
export function createInclude(pattern: string, folder: string): Fits {
  const fits = createGlob(pattern, { mayNegate: true });
  if (!pattern.replace(/^!?(?:\.\/)*/, "").includes("/")) return (path) => fits(nameOf(path));
  return (path) => fits(pathFrom(folder, path)) || (folder !== "" && fits(path));
}

/** The folder in which all that fits must be: "src" for `src/**` and `src/{a,b}.ts`. */
export function baseOf(pattern: string): string {
  const { base, isGlob } = picomatch.scan(pattern.replace(/^(?:\.\/)+/, ""));
  return isGlob ? base.replaceAll("\\", "") : base.slice(0, Math.max(0, base.lastIndexOf("/")));
}

/** A path as seen from a folder that it is in. */
export const pathFrom = (folder: string, path: string): string =>
  folder === "" ? path : path.slice(folder.length + 1);

function compile(pattern: string, options: picomatch.PicomatchOptions): Fits {
  try {
    const fits = picomatch(pattern, options);
    return (path) => fits(path);
  } catch (cause) {
    const message = `“${pattern}” is no glob: ${(cause as Error).message}. Check its brackets and braces.`;
    throw new AgentError("InvalidArgsError", message, { cause });
  }
}
