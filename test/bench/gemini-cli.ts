/**
 * Gemini CLI as it is published, to be measured against: installed on demand beside the caches, since it is large
 * (some 380 MB) and nothing of ours depends on it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const version = "0.61.0";
const home = path.resolve("node_modules/.cache/gemini-cli");
const source = path.join(home, "node_modules/@google/gemini-cli-core/dist/src");

/** What one of its modules exports, by its path below `src`: `importGeminiCli("context/chatCompressionService.js")`. */
export async function importGeminiCli<Module>(modulePath: string): Promise<Module> {
  installGeminiCli();
  return (await import(/* @vite-ignore */ pathToFileURL(path.join(source, modulePath)).href)) as Module;
}

function installGeminiCli(): void {
  if (existsSync(source)) return;
  // Not to standard output: with --json that is one object a line.
  console.error(
    `Gemini CLI ${version} is needed to compare with. Installing it, once, into ${path.relative(".", home)} …`,
  );
  mkdirSync(home, { recursive: true });
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", home];
  const npm = spawnSync("npm", ["install", ...flags, `@google/gemini-cli-core@${version}`], { encoding: "utf8" });
  if (npm.status === 0 && existsSync(source)) return;
  const said =
    npm.error?.message ??
    npm.stderr
      .match(/(?<=^npm error ).+/gm)
      ?.slice(0, 4)
      .join(", ") ??
    npm.stderr;
  throw new Error(
    `Gemini CLI ${version} could not be installed, so there is nothing to compare with. Try again with a network. ` +
      `npm said: ${said}`,
  );
}

/** Its loop detection, with the little of a configuration that it asks for. */
export async function openGeminiCliLoops(): Promise<() => GeminiCliLoops> {
  const { LoopDetectionService } = await importGeminiCli<{
    LoopDetectionService: new (context: unknown) => {
      addAndCheck(event: { type: string; value: unknown }): { count: number };
    };
  }>("services/loopDetectionService.js");
  const config = { getDisableLoopDetection: () => false, getUsageStatisticsEnabled: () => false };
  return () => {
    const detection = new LoopDetectionService({ config });
    return {
      said: (text) => detection.addAndCheck({ type: "content", value: text }).count > 0,
      called: (name, args) => detection.addAndCheck({ type: "tool_call_request", value: { name, args } }).count > 0,
    };
  };
}

/** Each answers whether a loop has been found. */
export interface GeminiCliLoops {
  said(text: string): boolean;
  called(name: string, args: object): boolean;
}
