/**
 * A power cut, simulated (decisions/31): the profile is on a file system in an image. With the browser standing still the
 * image is copied as it is, without what was only in memory, and from then on the copy is the disk. Needs root on Linux.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { lookOnce, speak, type Cut } from "./kills.js";
import type { Look } from "./app-visit.js";
import { createRandom } from "./random.js";
import type { RoundResult } from "./progress.js";
import { openRun, type RunOptions } from "./run.js";

export interface PowerCuts {
  readonly results: readonly RoundResult[];
  /** A round looks at what the cut before it has left; this is what the last one has left. */
  readonly last?: Look;
  /** Why there were none, as a sentence. */
  readonly skipped?: string;
}

export async function cutPower(count: number, options: RunOptions): Promise<PowerCuts> {
  const { folder, seed } = options;
  leaveDisk(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const disk = openDisk(folder);
  if (typeof disk === "string") return { results: [], skipped: disk };
  try {
    const run = await openRun({ ...options, profile: path.join(disk.root, "profile") });
    try {
      disk.settle();
      const cut: Cut = async (browser) => {
        const at = browser.freeze();
        disk.copy();
        await browser.kill();
        disk.useCopy();
        return at;
      };
      const results: RoundResult[] = [];
      for (let round = 0; round < count; round++) {
        const random = createRandom(seed, 10_000 + round);
        const outcome = await speak(run, { round, phase: "stream", mishap: "none", random }, cut);
        results.push({ ...outcome, round, phase: "power-cut", mishap: "none" });
      }
      return { results, last: await lookOnce(run) };
    } finally {
      await run.close();
    }
  } finally {
    disk.close();
  }
}

/** Of a run that was cut off itself. */
function leaveDisk(folder: string): void {
  const root = path.join(folder, "disk");
  const isMounted = existsSync("/proc/mounts") && readFileSync("/proc/mounts", "utf8").includes(` ${root} `);
  if (isMounted) execFileSync("umount", [root]);
}

interface Disk {
  readonly root: string;
  /** Writes out all that is in memory: what is on it by now counts as old. */
  settle(): void;
  copy(): void;
  useCopy(): void;
  close(): void;
}

/** A disk, or a sentence that says why there can't be one. */
function openDisk(folder: string): Disk | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "Power cuts are not simulated: mounting an image needs root on Linux.";
  if (!["/usr/sbin/mkfs.ext4", "/sbin/mkfs.ext4"].some((tool) => existsSync(tool)))
    return "Power cuts are not simulated: there is no mkfs.ext4.";
  const [root, image, copied] = ["disk", "disk.img", "copy.img"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(root, { recursive: true });
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  const mount = () => run("mount", "-o", "loop", image, root);
  /** A killed process holds its files a moment longer than its name. */
  const unmount = () => {
    for (let patience = 50; ; patience--) {
      try {
        return void run("umount", root);
      } catch (error) {
        if (patience === 0) throw error;
        execFileSync("sleep", ["0.1"]);
      }
    }
  };
  try {
    run("truncate", "-s", "512M", image);
    run("mkfs.ext4", "-q", image);
    mount();
  } catch (error) {
    return `Power cuts are not simulated: this machine can't mount an image (${(error as Error).message.trim()}).`;
  }
  return {
    root,
    settle: () => void run("sync", "-f", root),
    copy: () => void run("cp", "--sparse=always", image, copied),
    useCopy() {
      unmount();
      renameSync(copied, image);
      mount();
    },
    close: unmount,
  };
}
