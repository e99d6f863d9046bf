/** The node side of an OpenAI-style server that a test in a page opens (see openai-in-page.ts): the browser project's commands. */
import type { BrowserCommandContext } from "vitest/node";
import { openOpenAiServer } from "./openai-server.js";
import type { OpenAiReport, OpenAiServer } from "./openai-server.js";
import type { Script } from "./script.js";

const open = new Map<string, OpenAiServer>();

function serverAt(url: string): OpenAiServer {
  const server = open.get(url);
  if (!server) throw new Error(`No OpenAI-style server is open at ${url}.`);
  return server;
}

export const openAiCommands = {
  async openOpenAiServer(_context: BrowserCommandContext): Promise<string> {
    const server = await openOpenAiServer();
    open.set(server.url, server);
    return server.url;
  },
  scriptOpenAi: (_context: BrowserCommandContext, url: string, answers: readonly Script[]): Promise<void> =>
    serverAt(url).script(...answers),
  releaseOpenAi: (_context: BrowserCommandContext, url: string, gate: string): Promise<void> =>
    serverAt(url).release(gate),
  reportOpenAi: (_context: BrowserCommandContext, url: string): Promise<OpenAiReport> => serverAt(url).report(),
  async closeOpenAi(_context: BrowserCommandContext, url: string): Promise<void> {
    await serverAt(url).close();
    open.delete(url);
  },
};
