/** A Gemini-wire server for a test that runs in a page: opened and scripted through the browser project's commands. */
import { commands } from "vitest/browser";
import type { Script } from "./script.js";
import type { Wire, WireReport } from "./wire.js";

declare module "vitest/internal/browser" {
  interface BrowserCommands {
    openWire(): Promise<string>;
    scriptWire(url: string, answers: readonly Script[]): Promise<void>;
    releaseWire(url: string, gate: string): Promise<void>;
    reportWire(url: string): Promise<WireReport>;
    closeWire(url: string): Promise<void>;
  }
}

export async function openWireInPage(): Promise<Wire> {
  const url = await commands.openWire();
  return {
    url,
    script: (...answers) => commands.scriptWire(url, answers),
    release: (gate) => commands.releaseWire(url, gate),
    report: () => commands.reportWire(url),
    close: () => commands.closeWire(url),
  };
}
