/** Hostile paths on every verb of a real folder: nothing around the root changes, and each gets a sentence (W3). */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { hostileLinks, hostilePaths, neverPaths } from "../corpus/hostile-paths.js";
import { dropped, useFolderRig } from "../support/folder-rig.js";
import { hashedTree } from "../support/hashed-tree.js";

const folders = useFolderRig();

/** Failures that are ours to tell; a bare TypeError of the browser is not among them. */
const TOLD =
  /^(InvalidPath|NotFound|TypeMismatch|NotAllowed|NoModificationAllowed|NotReadable|Changed|QuotaExceeded)Error$/;
const show = (said: string) => JSON.stringify(said.slice(0, 80));

test("500 hostile paths on every verb of a real folder", async () => {
  const place = folders.rig.folder({
    "canary.txt": "canary",
    canary: { "inner.txt": "inner" },
    sibling: { "secret.txt": "secret" },
    root: {
      "inside.txt": "inside",
      sub: { "kept.txt": "kept" },
      ".git": { config: "[core]", HEAD: "ref", hooks: { "pre-commit": "#!" }, modules: { x: { config: "[x]" } } },
    },
  });
  const root = path.join(place, "root");
  for (const [name, to] of Object.entries(hostileLinks)) symlinkSync(to, path.join(root, name));
  const before = hashedTree(place);

  const workspace = await dropped(folders.page, root);
  const paths = hostilePaths.map(({ path }) => path);
  const said = await folders.page.evaluate(([id, paths]) => globalThis.door.sayToAll(id, paths), [
    workspace.id,
    paths,
  ] as const);

  const wrong: string[] = [];
  const written: string[] = [];
  for (const [at, { path, kind }] of hostilePaths.entries()) {
    const failures = said[at]!;
    for (const [verb, { name, message }] of Object.entries(failures)) {
      if (!TOLD.test(name) || !/^\S.+[.]$/s.test(message))
        wrong.push(`${kind} ${show(path)} ${verb}: ${name} ${message}`);
    }
    const refused = Object.values(failures).filter(({ name }) => name === "InvalidPathError").length;
    if (neverPaths.has(kind) && refused !== 5) wrong.push(`${kind} ${show(path)} passed`);
    if (!failures.write && kind !== "odd" && kind !== "folded") written.push(path);
    if (!failures.write && failures.remove) wrong.push(`${kind} ${show(path)} was written and not removed`);
  }
  expect(wrong).toEqual([]);
  // Odd names and other cases of letters are names like others.
  expect(written).toEqual([]);
  expect(hashedTree(place, { emptyFolders: false })).toEqual(before);
});
