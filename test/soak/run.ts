/** A run of kill tests: the profile that ages with it, the servers on their fixed ports, and its progress on disk. */
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { openWireServer, type WireServer } from "../support/wire-server.js";
import { serveApp, type Served, type ServeOptions } from "../support/serve.js";
import { startKillable } from "../support/killable-browser.js";
import { growLog, haveKey, openApp } from "./app-visit.js";
import { openProgress, saveProgress, type Progress } from "./progress.js";

export interface Run {
  readonly profile: string;
  readonly progress: Progress;
  readonly wire: WireServer;
  readonly origin: string;
  save(): void;
  /** From the next start on the app has a database of a higher version. */
  upgrade(): Promise<void>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly folder: string;
  readonly seed: number;
  /** Where the profile is, if not beside the progress. */
  readonly profile?: string;
  /** How large the log is from the start. */
  readonly grown: { readonly messages: number; readonly records: number };
  /** Put before the log worker's script: to take something away from it. */
  readonly prefix?: string;
}

export async function openRun(options: RunOptions): Promise<Run> {
  const { folder, seed, grown, prefix = "", profile = path.join(folder, "profile") } = options;
  const ports = { app: await freePort(), wire: await freePort() };
  const progress = openProgress(folder, seed, () => ports);
  mkdirSync(profile, { recursive: true });
  const wire = await openWireServer({ port: progress.ports.wire });
  const serve = (): Promise<Served> => serveApp(optionsFor(progress, prefix));
  let served = await serve();
  const run: Run = {
    profile,
    progress,
    wire,
    origin: served.origin,
    save: () => saveProgress(folder, progress),
    async upgrade() {
      await served.close();
      progress.version++;
      served = await serve();
    },
    async close() {
      await served.close();
      await wire.close();
    },
  };
  if (progress.acknowledged.length === 0) await begin(run, grown);
  return run;
}

/** The first visit: a key, an address, and a log of some size. */
async function begin({ profile, progress, wire, origin, save }: Run, grown: RunOptions["grown"]): Promise<void> {
  const browser = await startKillable(profile);
  const page = await browser.context.newPage();
  await openApp(page, origin);
  progress.acknowledged = await growLog(page, grown);
  await page.reload();
  await openApp(page, origin);
  await haveKey(page, wire.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await browser.kill();
  save();
}

/** The schema has one version so far. Later ones are had by asking for a higher number, which runs the upgrade. */
function optionsFor({ ports, version }: Progress, prefix: string): ServeOptions {
  const ask = `{const open=IDBFactory.prototype.open;IDBFactory.prototype.open=function(name,wanted){return open.call(this,name,name==="palimpsest"&&wanted?${version}:wanted)};}`;
  const code = (version > 1 ? ask : "") + prefix;
  return { port: ports.app, ...(code && { prefix: { matching: /log\.worker.*\.js$/, code } }) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
