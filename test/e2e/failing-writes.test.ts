/** Writes that do not come to their end, in real folders: what is on the disk is looked at from outside (W2, W4). */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import type { Workspace } from "../../src/core/files/workspace.js";
import { dropped, useFolderRig, show } from "../support/folder-rig.js";
import { killWhile, startKillable } from "../support/killable-browser.js";
import { revokeGrants } from "../support/real-folder.js";
import { contentOfWave } from "../support/wave.js";

const folders = useFolderRig();

const bytes = (text: string) => new TextEncoder().encode(text);
const onDisk = (...place: string[]) => readFileSync(path.join(...place), "utf8");
/** Every file and folder below a place, folders as `name/`. */
const all = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)) + (entry.isDirectory() ? "/" : ""))
    .toSorted();
const told = (name: string, words: string) => ({ name, message: expect.stringContaining(words) });

describe("a write that fails", () => {
  test("on a name that the browser refuses makes no folder on the way (W4)", async () => {
    const place = folders.rig.folder({ "a.md": "apples" });
    const workspace = await dropped(folders.page, place);
    for (const name of ["con", "x/con/y.md", "x/y.lnk", "x/a:b/c.md", "x/desktop.ini", "x/a*.md"]) {
      await expect(workspace.write(name, bytes("x")), name).rejects.toMatchObject(told("InvalidPathError", name));
    }
    expect(all(place)).toEqual(["a.md"]);
  });

  test("on git's config, hooks and modules says why, and removes none of them either (W4)", async () => {
    const place = folders.rig.folder({ ".git": { config: "[core]", HEAD: "ref", hooks: { "pre-commit": "#!" } } });
    const workspace = await dropped(folders.page, place);
    for (const name of [".git/config", ".git/hooks/pre-commit", ".git/modules/x", "sub/.git/config", ".GIT/Config"]) {
      const refused = told("InvalidPathError", "git's config, hooks and modules");
      await expect(workspace.write(name, bytes("x")), name).rejects.toMatchObject(refused);
    }
    await expect(workspace.remove(".git/config")).rejects.toMatchObject(told("InvalidPathError", ".git/config"));
    await workspace.write(".git/HEAD", bytes("ref: refs/heads/main"));
    expect(all(place)).toEqual([".git/", ".git/HEAD", ".git/config", ".git/hooks/", ".git/hooks/pre-commit"]);
    expect(onDisk(place, ".git/config")).toBe("[core]");
  });

  test("for a lack of permission, taken back meanwhile, leaves the old file (W2)", async () => {
    const own = await folders.rig.launch(folders.rig.profile("prompt"));
    const place = folders.rig.folder({ "a.md": "apples" });
    const workspace = await dropped(own.page, place);
    await revokeGrants(own.context, folders.rig.origin);
    await expect(workspace.write("a.md", bytes("pears"))).rejects.toMatchObject(told("NotAllowedError", "click"));
    await expect(workspace.write("b/c.md", bytes("pears"))).rejects.toMatchObject(told("NotAllowedError", "click"));
    await own.context.close();
    expect(all(place)).toEqual(["a.md"]);
    expect(onDisk(place, "a.md")).toBe("apples");
  });

  test("for a lack of permission, taken back between two of many, leaves each old or new", async () => {
    const own = await folders.rig.launch(folders.rig.profile("write"));
    const place = folders.rig.folder({ old: {}, "kept.ts": "" });
    const workspace = await dropped(own.page, place);
    await own.page.evaluate((id) => globalThis.door.writeInWaves(id, 20), workspace.id);
    await expect.poll(() => existsSync(path.join(place, "new/1"))).toBe(true);
    await revokeGrants(own.context, folders.rig.origin);
    await own.page.waitForFunction(() => globalThis.door.waveFailed);
    await own.context.close();
    await isCleanedUp(place);
  });

  test("over a link makes nothing, and leaves what it leads to (W3)", async () => {
    const outside = folders.rig.folder({ "secret.txt": "secret" });
    const place = folders.rig.folder({});
    symlinkSync(path.join(outside, "secret.txt"), path.join(place, "link.txt"));
    symlinkSync(outside, path.join(place, "linked"));
    symlinkSync(path.join(outside, "none.txt"), path.join(place, "dangling.txt"));
    const workspace = await dropped(folders.page, place);
    for (const name of ["link.txt", "linked", "linked/secret.txt", "linked/new/new.txt", "dangling.txt"]) {
      const failure = await workspace.write(name, bytes("x")).catch((error: Error) => error);
      expect(failure, name).toMatchObject({
        name: expect.stringMatching(/Error$/),
        message: expect.stringMatching(/[.]$/),
      });
      await expect(workspace.remove(name), name).rejects.toMatchObject({ name: "NotFoundError" });
    }
    expect(onDisk(outside, "secret.txt")).toBe("secret");
    expect(all(outside)).toEqual(["secret.txt"]);
    expect(all(place)).toEqual(["dangling.txt", "link.txt", "linked"]);
  });

  // To mount a disk of our own takes root, as CI has.
  describe.skipIf(process.getuid?.() !== 0)("on a disk of its own", () => {
    function disk(size: string): { place: string; mount(...options: string[]): void; unmount(): void } {
      const place = folders.rig.folder({});
      const mount = (...options: string[]) => void execFileSync("mount", [...options, place]);
      mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs");
      return { place, mount, unmount: () => void execFileSync("umount", [place]) };
    }

    test("that is full leaves the old file, and no new one (W2)", async () => {
      const { place, unmount } = disk("1m");
      try {
        writeFileSync(path.join(place, "old.ts"), "old");
        const workspace = await dropped(folders.page, place);
        const full = told("QuotaExceededError", "Make room");
        // Much more than fits, and then a little more than fits: Chromium fails in two ways.
        await expect(workspace.write("old.ts", new Uint8Array(3e6))).rejects.toMatchObject(full);
        await expect(workspace.write("new/deep/a.ts", new Uint8Array(3e6))).rejects.toMatchObject(full);
        const room = 1024 * 1024 - 3 * 4096;
        writeFileSync(path.join(place, "filler"), new Uint8Array(room));
        await expect(workspace.write("old.ts", new Uint8Array(20_000))).rejects.toMatchObject(full);
        await expect(workspace.write("new/deep/a.ts", new Uint8Array(20_000))).rejects.toMatchObject(full);
        expect(onDisk(place, "old.ts")).toBe("old");
        expect(all(place)).toEqual(["filler", "old.ts"]);
      } finally {
        unmount();
      }
    });

    test("that is read-only leaves everything, with a sentence", async () => {
      const { place, mount, unmount } = disk("1m");
      try {
        writeFileSync(path.join(place, "old.ts"), "old");
        mount("-o", "remount,ro");
        const workspace = await dropped(folders.page, place);
        const fixed = told("NoModificationAllowedError", "read-only");
        await expect(workspace.write("old.ts", bytes("new"))).rejects.toMatchObject(fixed);
        await expect(workspace.write("new/a.ts", bytes("new"))).rejects.toMatchObject(fixed);
        await expect(workspace.remove("old.ts")).rejects.toMatchObject(fixed);
        expect(all(place)).toEqual(["old.ts"]);
      } finally {
        unmount();
      }
    });
  });
});

test("a new file is its owner's alone, and an old one keeps its mode (W4)", async () => {
  const place = folders.rig.folder({ "run.sh": "#!/bin/sh" });
  chmodSync(path.join(place, "run.sh"), 0o755);
  const workspace = await dropped(folders.page, place);
  await workspace.write("run.sh", bytes("#!/bin/sh\n"));
  await workspace.write("new.sh", bytes("#!/bin/sh\n"));
  const mode = (name: string) => (statSync(path.join(place, name)).mode & 0o777).toString(8);
  expect([mode("run.sh"), mode("new.sh")]).toEqual(["755", "600"]);
});

test("a browser killed while it writes many files leaves each old or new, and left-overs that can be cleaned up (W2, W4)", async () => {
  const ROUNDS = 4;
  let leftOvers = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const place = folders.rig.folder({ old: {}, "kept.ts": "" });
    const home = folders.rig.profile("write");
    const killable = await startKillable(home);
    const first = killable.context.pages()[0]!;
    await show(first, folders.rig.origin);
    const workspace = await dropped(first, place);
    await first.evaluate((id) => globalThis.door.writeInWaves(id, 40), workspace.id);
    await expect
      .poll(() => existsSync(path.join(place, `new/${1 + round}`)), { interval: 1, timeout: 60_000 })
      .toBe(true);
    await killWhile(killable, () => all(place).some((name) => name.endsWith(".crswap")));

    leftOvers += await isCleanedUp(place);
  }
  expect(leftOvers, "no kill came while a file was being written").toBeGreaterThan(0);
}, 240_000);

/** Opens it again: what the app sees is whole; once cleaned up, so is all that others see. Tells how much that was. */
async function isCleanedUp(place: string): Promise<number> {
  const workspace = await dropped(folders.page, place);
  expect(await mixturesIn(workspace, place), "as the app sees it").toEqual([]);
  const removed = await folders.page.evaluate((id) => globalThis.door.cleanUp(id), workspace.id);
  expect(all(place).filter((name) => name.endsWith(".crswap"))).toEqual([]);
  expect(mixtures(place), "as others see it").toEqual([]);
  expect(onDisk(place, "kept.ts")).toBe("");
  return removed;
}

/** Files that are not just what one wave has written. */
const mixtures = (place: string) =>
  all(place).filter((name) => /^(old|new)\/.*\.ts$/.test(name) && !isWhole(place, name));

function isWhole(place: string, name: string): boolean {
  const content = onDisk(place, name);
  const [, wave] = /^wave (\d+) of/.exec(content) ?? [];
  return wave !== undefined && content === contentOfWave(Number(wave), name);
}

/** The same of the files that a Workspace lists. */
async function mixturesIn(workspace: Workspace, place: string, folder = ""): Promise<readonly string[]> {
  const entries = await workspace.list(folder);
  const inner = await Promise.all(
    entries.map(({ kind, path }) => {
      if (kind === "folder") return mixturesIn(workspace, place, path);
      return path === "kept.ts" || isWhole(place, path) ? [] : [path];
    }),
  );
  return inner.flat();
}
