/** The node side of a scripted server that a test in a page opens (see server-in-page.ts): the browser project's commands. */
import type { BrowserCommandContext } from "vitest/node";
import { openOpenAiServer } from "./openai-server.js";
import type { Script } from "./script.js";
import type { ScriptedServer, ServerReport } from "./scripted-server.js";
import { openWireServer } from "./wire-server.js";

/** Whose wire it speaks. */
export type ServerKind = "gemini" | "openai";

const openers: Readonly<Record<ServerKind, () => Promise<ScriptedServer<unknown>>>> = {
  gemini: openWireServer,
  openai: openOpenAiServer,
};
const open = new Map<string, ScriptedServer<unknown>>();

function serverAt(url: string): ScriptedServer<unknown> {
  const server = open.get(url);
  if (!server) throw new Error(`No server is open at ${url}.`);
  return server;
}

export const serverCommands = {
  async openServer(_context: BrowserCommandContext, kind: ServerKind): Promise<string> {
    const server = await openers[kind]();
    open.set(server.url, server);
    return server.url;
  },
  scriptServer: (_context: BrowserCommandContext, url: string, answers: readonly Script[]): Promise<void> =>
    serverAt(url).script(...answers),
  releaseServer: (_context: BrowserCommandContext, url: string, gate: string): Promise<void> =>
    serverAt(url).release(gate),
  reportServer: (_context: BrowserCommandContext, url: string): Promise<ServerReport<unknown>> =>
    serverAt(url).report(),
  async closeServer(_context: BrowserCommandContext, url: string): Promise<void> {
    await serverAt(url).close();
    open.delete(url);
  },
};
