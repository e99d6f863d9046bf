/**
 * A real project folder to search in: the published sources of three.js and webpack side by side, some 2,000 files that
 * nobody wrote for a test. Installed on demand beside the caches, since nothing of ours depends on them (both MIT).
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const packages = [
  { name: "three", version: "0.185.0" },
  { name: "webpack", version: "5.112.2" },
] as const;

/** What nobody would keep beside the sources: bundles of these same sources, generated validators, binaries. */
const leftOut = /^three\/build(\/|$)|\.min\.js$|\.check\.js$|\.wasm$|\.map$|^[^/]+\/node_modules(\/|$)/;

const releases = packages.map(({ name, version }) => `${name}@${version}`);
const home = path.resolve("node_modules/.cache/palimpsest/library");
/** Named after its releases: another version is another folder, never a mixture of two. */
const folder = path.join(home, "folders", releases.join("+"));

export interface LibraryFolder {
  /** Absolute; the paths of the questions in test/corpus/librarian are relative to it. */
  readonly path: string;
  /** Relative paths with slashes, in order. */
  readonly files: readonly string[];
}

/** Installs the packages the first time, which takes a network; from then on only lists the folder. */
export function openLibraryFolder(): LibraryFolder {
  if (!existsSync(folder)) layOut();
  const files = filesBelow(folder);
  // The measure is "a folder of 2,000 files": 30 % to either side still is one.
  if (files.length < 1400 || files.length > 2600)
    throw new Error(
      `The library folder has ${files.length} files instead of about 2,000, so it was not laid out whole. ` +
        `Delete ${path.relative(".", folder)} and try again.`,
    );
  return { path: folder, files };
}

function layOut(): void {
  if (!packages.every(isInstalled)) install();
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const { name } of packages) {
    const source = path.join(home, "node_modules", name);
    cpSync(source, path.join(unfinished, name), {
      recursive: true,
      filter: (file) => !leftOut.test(slashed(path.join(name, path.relative(source, file)))),
    });
  }
  // In one step, so that a folder that is there is whole.
  renameSync(unfinished, folder);
}

function install(): void {
  console.error(`${releases.join(" and ")} are needed to search in. Installing them, once, into the caches …`);
  mkdirSync(home, { recursive: true });
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", home];
  const npm = spawnSync("npm", ["install", ...flags, ...releases], { encoding: "utf8" });
  if (npm.status === 0 && packages.every(isInstalled)) return;
  const said =
    npm.error?.message ??
    (npm.stderr
      .match(/(?<=^npm error ).+/gm)
      ?.slice(0, 4)
      .join(", ") ||
      npm.stderr);
  throw new Error(
    `${releases.join(" and ")} could not be installed, so there is no folder to search in. Try again with a network. ` +
      `npm said: ${said}`,
  );
}

function isInstalled({ name, version }: (typeof packages)[number]): boolean {
  const manifest = path.join(home, "node_modules", name, "package.json");
  return (
    existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version === version
  );
}

const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => slashed(path.relative(root, path.join(entry.parentPath, entry.name))))
    .toSorted();

const slashed = (file: string): string => file.replaceAll(path.sep, "/");
