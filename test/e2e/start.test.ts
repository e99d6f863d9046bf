/** What `npm start` serves: one fixed address, the production headers, and never another port (L10). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { host, port } from "../../src/build/address.js";
import { headers } from "../../src/core/serving-headers.js";

let started: ChildProcess | undefined;
afterEach(async () => {
  if (!started || started.exitCode !== null) return;
  const ended = once(started, "exit");
  started.kill();
  await ended;
});

/** The second half of `npm start`. */
function preview() {
  const process = spawn("node", ["node_modules/vite/bin/vite.js", "preview"], { stdio: ["ignore", "pipe", "pipe"] });
  started = process;
  let said = "";
  for (const stream of [process.stdout, process.stderr]) stream.on("data", (piece: Buffer) => (said += String(piece)));
  return { said: () => said, ended: once(process, "exit").then(([code]) => code as number | null) };
}

/** Holds the fixed port; undefined if somebody else does. */
function takePort(): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(undefined))
      .listen(port, host, () => resolve(() => new Promise<void>((done) => server.close(() => done()))));
  });
}

test("says its address and serves the built page there, with the headers of production", async (context) => {
  const release = await takePort();
  context.skip(!release, `port ${port} is in use on this machine, by an app that is running or another test`);
  await release!();
  const { said, ended } = preview();
  await Promise.race([expect.poll(said).toContain(`http://${host}:${port}/`), ended]);
  const answer = await fetch(`http://${host}:${port}/`);
  expect(await answer.text()).toContain("<app-shell>");
  for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name), name).toBe(value);
});

test("with its port taken says so in a sentence and ends, and listens nowhere else", async () => {
  const release = await takePort(); // if another program has it already, all the better
  const { said, ended } = preview();
  expect(await ended).not.toBe(0);
  expect(said()).toMatch(new RegExp(`Port ${port} on ${host} is taken by another program\\. .*Stop that program`));
  expect(said()).not.toMatch(/https?:\/\//);
  await release?.();
});
