/** A Chromium that we started ourselves, to be killed without warning (SIGKILL) and started again on the same profile. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright";
import { patient } from "./browser.js";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

export interface KillableBrowser {
  readonly context: BrowserContext;
  /** A page in a window of its own: a tab behind another one is hidden, and draws nothing. */
  newWindow(): Promise<Page>;
  /** All its processes die at once, however often this is asked; resolves when none is left, with the time at which the signal went out. */
  kill(): Promise<number>;
  /** All its processes stand still (SIGSTOP), as at a power cut; `kill` or `thaw` is left to do. */
  freeze(): number;
  thaw(): void;
}

export async function startKillable(profile: string): Promise<KillableBrowser> {
  const args = [
    ...chromiumFlags,
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
  const child = spawn(chromiumPath(), args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  const browser = await chromium.connectOverCDP(await devtoolsAddress(child));
  const context = patient(browser.contexts()[0]!);
  // The whole group: the system's wrapper script, the browser and its children were all started here.
  const signal = (name: NodeJS.Signals): number => {
    const at = Date.now();
    process.kill(-child.pid!, name);
    return at;
  };
  let killed: Promise<number> | undefined;
  const kill = async () => {
    const ended = once(child, "exit");
    const at = signal("SIGKILL");
    await ended;
    process.off("exit", atExit);
    await gone(profile);
    removeLeftovers(profile);
    return at;
  };
  // Should the test itself fail, no browser may stay behind.
  const atExit = () => void signal("SIGKILL");
  process.once("exit", atExit);
  return {
    context,
    async newWindow() {
      const session = await browser.newBrowserCDPSession();
      const [page] = await Promise.all([
        context.waitForEvent("page"),
        session.send("Target.createTarget", { url: "about:blank", newWindow: true }),
      ]);
      return page;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => void signal("SIGCONT"),
    kill: () => (killed ??= kill()),
  };
}

/** Kills it at a moment at which something is so: it stands still while that is looked at. */
export async function killWhile(browser: KillableBrowser, isSo: () => boolean): Promise<number> {
  for (browser.freeze(); !isSo(); browser.freeze()) {
    browser.thaw();
    await sleep(1);
  }
  return browser.kill();
}

function devtoolsAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr!.on("data", (piece: Buffer) => {
      said = (said + piece.toString()).slice(-10_000);
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`Chromium ended with code ${code} before it was ready: ${said}`)));
  });
}

/** Until no process has the profile on its command line: some are slower to die. */
async function gone(profile: string): Promise<void> {
  for (let round = 0; round < 400 && isUsed(profile); round++) await sleep(25);
}

function isUsed(profile: string): boolean {
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--user-data-dir=${profile}`);
    } catch {
      return false; // it has just ended
    }
  });
}

/** A killed Chromium leaves its locks on the profile, and a folder with its socket that one of them names. */
function removeLeftovers(profile: string): void {
  for (const name of readdirSync(profile)) {
    if (!name.startsWith("Singleton")) continue;
    const link = path.join(profile, name);
    const target = readlinkSync(link);
    if (path.dirname(path.dirname(target)) === tmpdir()) rmSync(path.dirname(target), { recursive: true, force: true });
    rmSync(link, { force: true });
  }
}
