/**
 * What servers that answer by a script (see script.ts) have in common, whatever wire they speak: HTTP on loopback, CORS, a
 * queue of answers, gates, a memory of what they were asked, and streams of events.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGates, type Script, type Step } from "./script.js";

/** What a test may ask of a server, from node or from a page. */
export interface ScriptedServer<Request> {
  /** The base URL for the client. */
  readonly url: string;
  /** Queues answers: each request takes the next one. */
  script(...answers: readonly Script[]): Promise<void>;
  release(gate: string): Promise<void>;
  report(): Promise<ServerReport<Request>>;
  close(): Promise<void>;
}

export interface ServerReport<Request> {
  readonly requests: readonly Request[];
  /** What pages asked to send beyond the plain headers, a preflight each. */
  readonly preflights: readonly string[];
  readonly inFlight: number;
  /** Sockets that the client closed before the answer was through. */
  readonly aborted: number;
}

export interface ScriptedServerOptions<Request> {
  /** Those of CORS: exactly what the client needs. A header more, and a page's request fails here as it would there. */
  readonly headers: Readonly<Record<string, string>>;
  readonly port?: number;
  serve(incoming: IncomingMessage, response: ServerResponse, state: ServerState<Request>): Promise<void>;
}

export interface ServerState<Request> {
  readonly queue: Script[];
  readonly requests: Request[];
  readonly gates: ReturnType<typeof createGates>;
}

export async function openScriptedServer<Request>({
  headers,
  port = 0,
  serve,
}: ScriptedServerOptions<Request>): Promise<ScriptedServer<Request>> {
  const state: ServerState<Request> = { queue: [], requests: [], gates: createGates() };
  const preflights: string[] = [];
  let inFlight = 0;
  let aborted = 0;
  const server = createServer((incoming, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (incoming.method === "OPTIONS") {
      preflights.push(String(incoming.headers["access-control-request-headers"] ?? ""));
      response.writeHead(204).end();
      return;
    }
    inFlight++;
    response.once("close", () => {
      inFlight--;
      if (!response.writableEnded) aborted++;
    });
    serve(incoming, response, state).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: async (...answers) => void state.queue.push(...answers),
    release: async (gate) => state.gates.release(gate),
    report: async () => ({ requests: [...state.requests], preflights: [...preflights], inFlight, aborted }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export async function readJson<Body>(incoming: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString("utf8") || "{}") as Body;
}

export interface Stream {
  readonly response: ServerResponse;
  readonly gates: ReturnType<typeof createGates>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What ends a line. */
  readonly newline: "\n" | "\r\n";
}

/** How a wire says what is its own: steps that are the same on every wire are not for it. */
export type Speak = (step: Spoken, event: (body: unknown) => Promise<void>, send: Send) => Promise<void> | void;
export type Spoken = Exclude<Step, { readonly does: "wait" | "split" | "raw" | "err" | "cut" | "end" }>;
type Send = (text: string) => Promise<void>;

/** Plays a script as a stream of server-sent events. */
export async function playStream(
  script: Script,
  { response, gates, headers = {}, newline }: Stream,
  speak: Speak,
): Promise<void> {
  const closed = once(response, "close").then(() => "closed" as const);
  let size = 0;
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  const send = async (text: string) => {
    for (const piece of piecesOf(Buffer.from(text), size)) {
      if (response.closed) return;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
      // Lets the bytes go out on their own, so that the client really sees them in pieces.
      if (size) await new Promise((next) => setImmediate(next));
    }
  };
  const event = (body: unknown) => send(`data: ${JSON.stringify(body)}${newline}${newline}`);

  for (const step of script) {
    if (response.closed) return;
    if (step.does === "wait") {
      const waited = typeof step.for === "number" ? sleep(step.for) : gates.reached(step.for);
      if ((await Promise.race([waited, closed])) === "closed") return;
    } else if (step.does === "split") size = step.size;
    else if (step.does === "raw") await send(step.text);
    else if (step.does === "err") await event(step.error.body);
    else if (step.does === "cut") return void response.socket?.destroy();
    else if (step.does === "end") break;
    else await speak(step, event, send);
  }
  response.end();
}

function piecesOf(bytes: Buffer, size: number): readonly Buffer[] {
  if (size === 0) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
