import variant from "@jitl/quickjs-wasmfile-release-sync";
import { describe, expect, test } from "vitest";
import { runJavaScript } from "../../../../src/platform/sandbox/run-javascript.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import { cpuTime } from "../../../support/cpu-time.js";

const files = createMemoryWorkspace({
  id: "w",
  name: "w",
  tree: { "a.txt": "apples", src: { "b.ts": "b" }, "big.bin": new Uint8Array(20_000_001) },
});

const run = (code: string, { patience = 3_000, memory = undefined as number | undefined } = {}) =>
  runJavaScript(variant, files, { code }, { patience, memory });
const valueOf = async (code: string) => {
  const { value, error } = await run(code);
  if (error !== undefined) throw new Error(error);
  return value === undefined ? undefined : (JSON.parse(value) as unknown);
};

describe("a script", () => {
  test.each([
    ["1 + 1", 2],
    ["return 1 + 1", 2],
    ["const a = [3, 1, 2];\nreturn a.sort();", [1, 2, 3]],
    ["({ a: 1 })", { a: 1 }],
    ["await Promise.resolve(5)", 5],
    ["const x = await readFile('a.txt'); return x.length", 6],
    ["readFile('src/b.ts')", "b"],
    ["(await listFolder()).map((entry) => entry.path)", ["src", "a.txt", "big.bin"]],
    ["(await Promise.all([readFile('a.txt'), listFolder('src')]))[1][0].kind", "file"],
    ["new Date(0).toISOString()", "1970-01-01T00:00:00.000Z"],
    ["const a = 1;", undefined],
    ["1 // a remark at the end", 1],
  ])("%s", async (code, expected) => expect(await valueOf(code)).toEqual(expected));

  test("prints in lines", async () => {
    const { printed, value } = await run(
      "console.log('a', 1, [2], { b: 3 }, undefined, null, 4n); console.error(new TypeError('no')); return 1",
    );
    expect(printed[0]).toBe('a 1 [2] {"b":3} undefined null "4n"');
    expect(printed[1]).toMatch(/^TypeError: no/);
    expect(value).toBe("1");
  });

  test.each([
    ["throw new TypeError('no such thing')", "TypeError: no such thing"],
    ["throw 'words'", "words"],
    ["null.x", "TypeError"],
    ["let let = 1", "SyntaxError"],
    ["await readFile('nowhere.txt')", "There is no “nowhere.txt”"],
    ["await readFile('../secret')", "leaves the workspace"],
    ["await readFile('big.bin')", "too big"],
    ["await new Promise(() => {})", "waits for something that never comes"],
    ["const o = {}; o.o = o; return o", "is no JSON"],
    ["return 1n", "is no JSON"],
    ["return () => 1", "is no JSON: a function"],
  ])("that fails says why: %s", async (code, expected) => {
    expect((await run(code)).error).toContain(expected);
  });

  test("can catch what a file's absence throws", async () => {
    expect(await valueOf("try { await readFile('no') } catch (e) { return e.name + e.message.slice(0, 11) }")).toBe(
      "NotFoundErrorThere is no",
    );
  });
});

describe("a script that means harm", () => {
  /** What of a page or of node could be met inside. */
  const ours = [
    "process",
    "require",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "document",
    "window",
    "self",
    "indexedDB",
  ];
  const more = ["localStorage", "caches", "navigator", "postMessage", "importScripts", "setTimeout", "WebAssembly"];

  test("finds nothing of ours in its world, by whatever constructor it asks", async () => {
    const worlds = [
      "globalThis",
      "this.constructor.constructor('return this')()",
      "(function () { return this })()",
      "readFile.constructor('return this')()",
      "console.log.constructor('return globalThis')()",
      "Object.getPrototypeOf(async function () {}).constructor('return this').call()",
      "(0, eval)('this')",
    ];
    for (const world of worlds) {
      const found = await valueOf(
        `const world = await (${world}); return ${JSON.stringify([...ours, ...more])}.filter((n) => world && n in world)`,
      );
      expect(found, world).toEqual([]);
    }
  });

  test("loads no modules", async () => {
    expect((await run("await import('fs')")).error).toBeDefined();
    expect((await run("await import('https://example.com/x.js')")).error).toBeDefined();
  });

  test("gains nothing from bent prototypes", async () => {
    const bent = `
      Object.prototype.then = undefined; Object.prototype.path = '../secret';
      Promise.prototype.then = () => { throw 1 }; JSON.stringify = () => 'bent'; Array.prototype.map = () => 'bent';
      String.prototype.toString = () => 'bent'; Object.defineProperty(Object.prototype, 'error', { get() { throw 2 } });
      return { a: 1 }`;
    expect(await run(bent)).toMatchObject({ value: '{"a":1}' });
    expect(({} as Record<string, unknown>)["path"]).toBeUndefined();
  });

  test("hands in an object where a text is expected, and gets no further", async () => {
    expect((await run("await readFile({ toString() { throw new Error('mine') } })")).error).toContain("mine");
    expect((await run("await readFile({ toString: () => '../x' })")).error).toContain("leaves the workspace");
    expect((await run("await readFile(Symbol('x'))")).error).toBeDefined();
  });

  test.each([
    ["a loop", "while (true) {}"],
    ["a regular expression", "/(a+)+$/.test('a'.repeat(40) + '!')"],
    ["promises in a ring", "const spin = () => Promise.resolve().then(spin); await spin()"],
    ["a loop after a file", "await readFile('a.txt'); for (;;) {}"],
    ["a loop in toJSON", "return { toJSON() { for (;;) {} } }"],
    ["a loop that catches", "for (;;) { try { for (;;) {} } catch {} }"],
  ])("is stopped when its time is up: %s", async (_, code) => {
    const taken = await cpuTime(async () =>
      expect((await run(code, { patience: 300 })).error).toContain("stopped after 0.3 s"),
    );
    expect(taken).toBeLessThan(3_000);
  });

  test.each([
    ["a long text", "'x'.repeat(2 ** 28)"],
    ["a text that doubles", "let s = 'a'; for (;;) s += s"],
    ["a large buffer", "new ArrayBuffer(2 ** 30)"],
    ["a list that grows", "const a = []; for (;;) a.push({ a: [] })"],
  ])("is stopped when it takes too much memory: %s", async (_, code) => {
    expect((await run(code, { memory: 4_000_000, patience: 20_000 })).error).toMatch(/memory|length|too long|stopped/i);
  });

  test.each(["(function f() { f() })()", "const f = () => [1].map(f); f()", "JSON.parse('['.repeat(100000))"])(
    "is stopped when it goes too deep: %s",
    async (code) => expect((await run(code)).error).toBeDefined(),
  );

  test("prints no more than is kept", async () => {
    const { printed, isCut } = await run("for (let i = 0; i < 100; i++) console.log('x'.repeat(100000))");
    expect(isCut).toBe(true);
    expect(printed.join("\n").length).toBeLessThanOrEqual(2_000_000);
  });

  test("gives back no more than is kept", async () => {
    expect((await run("return 'x'.repeat(3000000)")).error).toContain("Return less");
  });

  test("leaves nothing behind for the next", async () => {
    await run("globalThis.left = 1; Array.prototype.left = 2");
    expect(await valueOf("[typeof left, [].left === undefined]")).toEqual(["undefined", true]);
  });
});
