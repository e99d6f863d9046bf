/** The file system of the emulated shell: an Overlay behind the shell's own interface. Its `/` is the workspace's root. */
import type { CpOptions, FileContent, IFileSystem, MkdirOptions, RmOptions } from "just-bash/browser";
import { parentOf } from "../../core/files/path.js";
import type { Stat } from "../../core/files/workspace.js";
import type { Overlay } from "./overlay.js";
import { runWords } from "./run-words.js";
import { shellBytes, encodingIn, shellText } from "./shell-bytes.js";
import { shellError } from "./shell-errors.js";

export function createShellFiles(overlay: Overlay): IFileSystem {
  /** File modes last for one command only: a page cannot set them, and new files get 0600 (decisions/32). */
  const modes = new Map<string, number>();

  async function stat(said: string) {
    const path = pathOf(said);
    const found = await overlay.find(path);
    if (!found) throw shellError("ENOENT", "stat", said);
    return statOf(found, path, modes.get(path));
  }

  /** Makes missing folders too: the emulator ends the whole command where an output can't be redirected. */
  async function write(said: string, content: Uint8Array): Promise<void> {
    const path = pathOf(said);
    await overlay.find(path); // refuses what is no path before a thousand folders of it are made
    await makeFolders(parentOf(path));
    await overlay.write(path, content);
  }

  async function makeFolders(path: string): Promise<void> {
    const segments = path.split("/").filter(Boolean);
    for (let count = 1; count <= segments.length; count++) {
      const folder = segments.slice(0, count).join("/");
      const found = await overlay.find(folder);
      if (found?.kind === "file") throw shellError("EEXIST", "mkdir", folder);
      if (!found) await overlay.makeFolder(folder);
    }
  }

  async function removeAll(path: string): Promise<void> {
    if ((await overlay.find(path))?.kind === "folder") {
      for (const name of (await overlay.list(path)).keys()) await removeAll(`${path}/${name}`);
    }
    await overlay.remove(path);
  }

  async function copy(from: string, to: string, isRecursive: boolean): Promise<void> {
    const found = await overlay.find(from);
    if (!found) throw shellError("ENOENT", "cp", from);
    if (found.kind === "file") return overlay.write(to, await overlay.read(from));
    if (!isRecursive) throw shellError("EISDIR", "cp", from);
    if (to === from || to.startsWith(`${from}/`)) throw shellError("EINVAL", "cp", from);
    if (!(await overlay.find(to))) await overlay.makeFolder(to);
    for (const name of (await overlay.list(from)).keys()) await copy(`${from}/${name}`, `${to}/${name}`, true);
  }

  const noLinks = (_target: string, path: string) =>
    Promise.reject(shellError("EPERM", "link", path, runWords.noLinks));

  return {
    readFile: async (path, options) => shellText(await overlay.read(pathOf(path)), encodingIn(options)),
    readFileBuffer: (path) => overlay.read(pathOf(path)),
    writeFile: (path, content: FileContent, options) => write(path, shellBytes(content, encodingIn(options))),
    async appendFile(path, content, options) {
      const added = shellBytes(content, encodingIn(options));
      const there = (await overlay.find(pathOf(path))) ? await overlay.read(pathOf(path)) : new Uint8Array();
      const whole = new Uint8Array(there.length + added.length);
      whole.set(there);
      whole.set(added, there.length);
      await write(path, whole);
    },
    exists: async (path) => (await overlay.find(pathOf(path))) !== undefined,
    stat,
    lstat: stat,
    mkdir: (path, options?: MkdirOptions) =>
      options?.recursive ? makeFolders(pathOf(path)) : overlay.makeFolder(pathOf(path)),
    readdir: async (path) => [...(await overlay.list(pathOf(path))).keys()].toSorted(),
    readdirWithFileTypes: async (path) =>
      [...(await overlay.list(pathOf(path)))]
        .map(([name, kind]) => ({
          name,
          isFile: kind === "file",
          isDirectory: kind === "folder",
          isSymbolicLink: false,
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async rm(path, options?: RmOptions) {
      if (options?.force && !(await overlay.find(pathOf(path)))) return;
      await (options?.recursive ? removeAll(pathOf(path)) : overlay.remove(pathOf(path)));
    },
    cp: (from, to, options?: CpOptions) => copy(pathOf(from), pathOf(to), options?.recursive ?? false),
    async mv(from, to) {
      if (pathOf(from) === pathOf(to)) return;
      await copy(pathOf(from), pathOf(to), true);
      await removeAll(pathOf(from));
    },
    resolvePath: (base, path) => `/${pathOf(path.startsWith("/") ? path : `${base}/${path}`)}`,
    // Only a hint for globs; without it they list folder by folder.
    getAllPaths: () => [],
    async chmod(path, mode) {
      await stat(path);
      modes.set(pathOf(path), mode);
    },
    symlink: noLinks,
    link: noLinks,
    readlink: (path) => Promise.reject(shellError("EINVAL", "readlink", path)),
    async realpath(path) {
      await stat(path);
      return `/${pathOf(path)}`;
    },
    utimes: async (path) => void (await stat(path)),
  };
}

/** The path within the workspace: `/a/../b` is `b`, and `..` stops at the root, as in shells. */
function pathOf(said: string): string {
  const segments: string[] = [];
  for (const segment of said.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return segments.join("/");
}

const statOf = ({ kind, size, changedAt }: Stat, path: string, mode = kind === "file" ? 0o644 : 0o755) => ({
  isFile: kind === "file",
  isDirectory: kind === "folder",
  isSymbolicLink: false,
  mode,
  size,
  mtime: new Date(changedAt),
  // Files are told apart by their paths, since there are no links; without an identity the emulator refuses to copy.
  identity: `workspace:${path}`,
});
