/** A Chromium that we started ourselves, to be killed without warning (SIGKILL) and started again on the same profile. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

export interface KillableBrowser {
  readonly context: BrowserContext;
  /** All its processes die at once; resolves when none is left. */
  kill(): Promise<void>;
}

export async function startKillable(profile: string): Promise<KillableBrowser> {
  const args = [
    ...chromiumFlags,
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
  const process = spawn(chromiumPath(), args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  const address = await devtoolsAddress(process);
  const browser: Browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  return {
    context: context!,
    async kill() {
      const ended = once(process, "exit");
      // The whole group: Debian's wrapper script, the browser and its children were started by this test.
      globalThis.process.kill(-process.pid!, "SIGKILL");
      await ended;
      await gone(profile);
      removeLeftovers(process.pid!);
    },
  };
}

function devtoolsAddress(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    process.stderr!.on("data", (piece: Buffer) => {
      said += piece.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    process.once("exit", (code) => reject(new Error(`Chromium ended with code ${code} before it was ready: ${said}`)));
  });
}

/** Until no process has the profile on its command line: some are slower to die. */
async function gone(profile: string): Promise<void> {
  const isAlive = () =>
    readdirSync("/proc").some((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--user-data-dir=${profile}`);
      } catch {
        return false; // it has just ended
      }
    });
  for (let round = 0; round < 200 && isAlive(); round++) await new Promise((resolve) => setTimeout(resolve, 25));
}

/** A killed Chromium leaves a folder with its socket behind. */
function removeLeftovers(pid: number): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(`org.chromium.Chromium.${pid}`))
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
