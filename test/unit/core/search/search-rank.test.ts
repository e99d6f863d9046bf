/** Questions over a small project: what a person would call the right file comes first. */
import { expect, test } from "vitest";
import { convincing } from "../../../../src/core/search/search-confidence.js";
import { createSearchIndex } from "../../../../src/core/search/search-index.js";
import { file, said } from "../../../support/entries.js";

const project = createSearchIndex();
project.put([
  file(
    "src/server.ts",
    `import { createApp } from "./app.js";
import { settings } from "./settings.js";

/** Listens until the process is told to end. */
export function startServer() {
  const app = createApp();
  return app.listen(settings.port, settings.host, () => console.log("listening on", settings.port));
}`,
  ),
  file(
    "src/settings.ts",
    `/** Where the app lives and how long it waits. Overridden by the environment. */
export const settings = {
  port: Number(process.env.PORT ?? 8080),
  host: "127.0.0.1",
  requestTimeout: 30_000,
};`,
  ),
  file(
    "src/app.ts",
    `import { authenticate } from "./auth/session.js";
export function createApp() {
  const app = new Router();
  app.use(authenticate);
  app.get("/users/:id", showUser);
  app.delete("/users/:id", removeUser);
  return app;
}`,
  ),
  file(
    "src/auth/session.ts",
    `/** Checks the cookie of a request and finds who sent it. */
export async function authenticate(request, next) {
  const token = request.cookies.get("sid");
  const user = await sessions.findByToken(token);
  if (!user) throw new Unauthorized("Please log in.");
  return next({ ...request, user });
}`,
  ),
  file(
    "src/users/remove-user.ts",
    `export async function removeUser({ params }) {
  await database.transaction((tx) => tx.users.where({ id: params.id }).del());
}`,
  ),
  file(
    "src/net/fetch-with-retry.ts",
    `const MAX_ATTEMPTS = 5;
/** Tries again with growing pauses, and gives up on 4xx. */
export async function fetchWithRetry(url, attempt = 0) {
  const response = await fetch(url);
  if (response.ok || attempt >= MAX_ATTEMPTS) return response;
  await pause(2 ** attempt * 100);
  return fetchWithRetry(url, attempt + 1);
}`,
  ),
  file(
    "test/settings.test.ts",
    `test("the port is set from PORT", () => { setPort(); expect(settings.port).toBe(9); });\n`.repeat(4),
  ),
  file("dist/bundle.min.js", `const settings={port:8080,host:"127.0.0.1"};function startServer(){settings.port}`),
  file(
    "CHANGELOG.md",
    "# 2.0\n\n- The port is set by PORT.\n- The port was set by a flag before.\n- Retry of failed requests.\n",
  ),
  file(
    "docs/design.md",
    "# Design\n\nOne process, one database. Colours come from the theme.\n\n## Sessions\n\nA cookie holds a token.\n",
  ),
  file("src/theme.css", ":root {\n  --accent-color: #0a7;\n  --line-height: 1.5;\n}\n"),
  file("docs/端口.md", "# 端口设置\n\n服务器的端口在设置文件里。\n"),
]);
const first = (text: string) => project.search({ text }).map(({ key }) => key)[0];
const firstThree = (text: string) => project.search({ text, limit: 3 }).map(({ key }) => key);

test.each([
  ["where is the port set?", "src/settings.ts"],
  ["How long is the request timeout?", "src/settings.ts"],
  ["startServer", "src/server.ts"],
  ["where does the server start", "src/server.ts"],
  ["which function deletes a user", "src/users/remove-user.ts"],
  ["how are requests authenticated?", "src/auth/session.ts"],
  ["how often do we retry a fetch", "src/net/fetch-with-retry.ts"],
  ["max attempts", "src/net/fetch-with-retry.ts"],
  ["accent colour", "src/theme.css"],
  ["what does the design say about cookies", "docs/design.md"],
  ["wo ist der Port?", "src/settings.ts"],
  ["端口在哪里设置？", "docs/端口.md"],
  ["conection settings prot", "src/settings.ts"],
])("%s → %s", (question, path) => expect(firstThree(question)).toContain(path));

test("R1: where a word is defined comes before where it is used", () => expect(first("createApp")).toBe("src/app.ts"));

test("R4: tests, bundles and changelogs step back, unless they are asked for", () => {
  expect(first("port")).toBe("src/settings.ts");
  expect(first("test of the port setting")).toBe("test/settings.test.ts");
  expect(first("changelog port")).toBe("CHANGELOG.md");
});

test("R3: what is not there is not convincing", () => {
  for (const question of [
    "where is the blockchain mined?",
    "kubernetes manifest",
    "how do we brew espresso",
    "区块链",
  ]) {
    expect(convincing(project.search({ text: question }), project.count), question).toEqual([]);
  }
  for (const question of ["where is the port set?", "startServer", "端口", "accent colour"]) {
    expect(convincing(project.search({ text: question }), project.count), question).not.toEqual([]);
  }
});

test("R2: words that stand together beat words that stand apart", () => {
  const filling = Array.from({ length: 120 }, (_, at) => `sentence ${at} says little`).join("\n");
  const index = createSearchIndex();
  index.put([said("apart", `the deadline\n${filling}\nmoved`), said("together", `${filling}\nthe deadline moved\n`)]);
  expect(index.search({ text: "deadline moved" })[0]!.key).toBe("together");
});

test("R6: the beginning of a word, or one wrong letter, finds what has no better match", () => {
  expect(first("unauth")).toBe("src/auth/session.ts");
  expect(firstThree("atempts")).toContain("src/net/fetch-with-retry.ts");
});

test("neighbouring words find the identifier that they make", () =>
  expect(first("request timeout")).toBe("src/settings.ts"));

test("R7: equal entries are told in an order of their own", () => {
  const index = createSearchIndex();
  index.put([said("b", "same words", 1), said("a", "same words", 1), said("c", "same words", 2)]);
  expect(index.search({ text: "words" }).map(({ key }) => key)).toEqual(["c", "a", "b"]);
});

test("a word is found in the middle of a longer name, if it names a file or is defined", () => {
  const index = createSearchIndex();
  index.put([
    file("src/NodeWebSocketTransport.ts", "export {};"),
    file("src/events.ts", "  addEventListener(type, listener) {\n"),
    file("src/use.ts", "const page = target;\n"),
  ]);
  expect(index.search({ text: "websocket" })[0]!.key).toBe("src/NodeWebSocketTransport.ts");
  expect(index.search({ text: "event listener" })[0]!.key).toBe("src/events.ts");
});

test("what programs write for two words is found by them", () => {
  const index = createSearchIndex();
  index.put([file("src/cli.ts", "export const run = 1;"), file("src/app.ts", "export const start = 1;")]);
  expect(index.search({ text: "command line" })[0]!.key).toBe("src/cli.ts");
});
