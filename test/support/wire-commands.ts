/** The node side of a wire server that a test in a page opens (see wire-in-page.ts): the browser project's commands. */
import type { BrowserCommandContext } from "vitest/node";
import type { Script } from "./script.js";
import { openWireServer } from "./wire-server.js";
import type { WireServer } from "./wire-server.js";
import type { WireReport } from "./wire.js";

const open = new Map<string, WireServer>();

function serverAt(url: string): WireServer {
  const server = open.get(url);
  if (!server) throw new Error(`No wire server is open at ${url}.`);
  return server;
}

export const wireCommands = {
  async openWire(_context: BrowserCommandContext): Promise<string> {
    const server = await openWireServer();
    open.set(server.url, server);
    return server.url;
  },
  scriptWire: (_context: BrowserCommandContext, url: string, answers: readonly Script[]): Promise<void> =>
    serverAt(url).script(...answers),
  releaseWire: (_context: BrowserCommandContext, url: string, gate: string): Promise<void> =>
    serverAt(url).release(gate),
  reportWire: (_context: BrowserCommandContext, url: string): Promise<WireReport> => serverAt(url).report(),
  async closeWire(_context: BrowserCommandContext, url: string): Promise<void> {
    await serverAt(url).close();
    open.delete(url);
  },
};
