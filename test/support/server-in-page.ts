/** A scripted server for a test that runs in a page: opened and told what to say through the browser project's commands. */
import { commands } from "vitest/browser";
import type { OpenAiServer } from "./openai-server.js";
import type { Script } from "./script.js";
import type { ScriptedServer, ServerReport } from "./scripted-server.js";
import type { ServerKind } from "./server-commands.js";
import type { Wire } from "./wire.js";

declare module "vitest/internal/browser" {
  interface BrowserCommands {
    openServer(kind: ServerKind): Promise<string>;
    scriptServer(url: string, answers: readonly Script[]): Promise<void>;
    releaseServer(url: string, gate: string): Promise<void>;
    reportServer(url: string): Promise<ServerReport<unknown>>;
    closeServer(url: string): Promise<void>;
  }
}

export const openWireInPage = (): Promise<Wire> => openServer("gemini");
export const openOpenAiInPage = (): Promise<OpenAiServer> => openServer("openai");

async function openServer<Request>(kind: ServerKind): Promise<ScriptedServer<Request>> {
  const url = await commands.openServer(kind);
  return {
    url,
    script: (...answers) => commands.scriptServer(url, answers),
    release: (gate) => commands.releaseServer(url, gate),
    report: () => commands.reportServer(url) as Promise<ServerReport<Request>>,
    close: () => commands.closeServer(url),
  };
}
