/** An OpenAI-style server for a test that runs in a page: opened and scripted through the browser project's commands. */
import { commands } from "vitest/browser";
import type { OpenAiReport, OpenAiServer } from "./openai-server.js";
import type { Script } from "./script.js";

declare module "vitest/internal/browser" {
  interface BrowserCommands {
    openOpenAiServer(): Promise<string>;
    scriptOpenAi(url: string, answers: readonly Script[]): Promise<void>;
    releaseOpenAi(url: string, gate: string): Promise<void>;
    reportOpenAi(url: string): Promise<OpenAiReport>;
    closeOpenAi(url: string): Promise<void>;
  }
}

export async function openOpenAiInPage(): Promise<OpenAiServer> {
  const url = await commands.openOpenAiServer();
  return {
    url,
    script: (...answers) => commands.scriptOpenAi(url, answers),
    release: (gate) => commands.releaseOpenAi(url, gate),
    report: () => commands.reportOpenAi(url),
    close: () => commands.closeOpenAi(url),
  };
}
