import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { Proposal } from "../../../../src/core/policy/approval.js";
import { judge, type PolicyCall } from "../../../../src/core/policy/policy.js";
import {
  allRules,
  AUTO_SAVED,
  clickedRule,
  coverageOf,
  createPolicyBook,
  ruleFor,
} from "../../../../src/agent/calls/policy-book.js";
import { splitCommand } from "../../../../src/agent/calls/split-command.js";
import { createMemoryLog } from "../../../support/memory-log.js";

const fetching = (address: string): PolicyCall => ({ tool: "web_fetch", kind: "fetch", args: { url: address } });
const running = async (command: string): Promise<PolicyCall> => ({
  tool: "run_shell_command",
  kind: "execute",
  args: { command },
  pieces: await splitCommand(command),
});

/** Whether a call is allowed once another one was allowed for good. */
function isCovered(call: PolicyCall, allowed: PolicyCall, proposal: Proposal): boolean {
  const rule = ruleFor(allowed, proposal, "default");
  const rules = allRules({ rules: [], problems: [] }, rule ? [clickedRule(rule)] : []);
  return judge(call, rules, { mode: "default", afterStrangers: false }).decision === "allow";
}

test("A3: “such calls” are those of the same site", () => {
  const proposal = { kind: "fetch", address: "https://a.example/x" } as const;
  const covers = (address: string) => isCovered(fetching(address), fetching("https://a.example/x"), proposal);
  expect(covers("https://a.example/other?x=1")).toBe(true);
  expect(covers("https://a.example.evil.test/")).toBe(false);
  expect(covers("https://aXexample/")).toBe(false);
  expect(covers("https://b.example/")).toBe(false);
  expect(covers("https://evil.test/?next=https://a.example/")).toBe(false);
  expect(covers("https://evil.test/#https://a.example/")).toBe(false);
  const told = { ...fetching("https://evil.test/"), args: { url: "https://evil.test/", prompt: "https://a.example/" } };
  expect(isCovered(told, fetching("https://a.example/x"), proposal)).toBe(false);
});

test("A3: a search that is allowed for good covers other searches, and no page", () => {
  const proposal = { kind: "fetch", address: "https://www.google.com/search?q=a" } as const;
  const searching = (query: string): PolicyCall => ({ tool: "google_web_search", kind: "fetch", args: { query } });
  expect(isCovered(searching("b"), searching("a"), proposal)).toBe(true);
  expect(isCovered(fetching("https://www.google.com/x"), searching("a"), proposal)).toBe(false);
});

test.each(["X=1 npm test", "f() { rm a; }; f", "$CMD a", "npm test && $CMD", "echo $((x))"])(
  "what can't be read, or is only known when it runs, covers nothing beyond itself: %s",
  async (command) => {
    expect(
      ruleFor(await running(command), { kind: "run", language: "bash", text: command }, "default"),
    ).toBeUndefined();
  },
);

test("A3: “such calls” are commands that begin alike, each piece of them", async () => {
  const proposal = { kind: "run", language: "bash", text: "" } as const;
  const allowed = await running("npm test && git add a");
  const covers = async (command: string) => isCovered(await running(command), allowed, proposal);
  expect(await covers("npm test -- --watch")).toBe(true);
  expect(await covers("git add b | head")).toBe(true);
  expect(await covers("npm publish")).toBe(false);
  expect(await covers("git add $(rm -rf x)")).toBe(false);
  expect(await covers("npm test > package.json")).toBe(false);
});

test("what is saved is TOML that is read back, once, beside what the user wrote there", async () => {
  const log = createMemoryLog();
  const book = createPolicyBook({ log, trustedFolder: () => undefined });
  await log.put({ collection: "policies", key: AUTO_SAVED, value: { text: "# mine" } });
  const rule = ruleFor(await running('grep "a\\"b" x'), { kind: "run", language: "bash", text: "" }, "auto_edit");
  await book.save(rule!);
  await book.save(rule!);
  const { text } = (await log.get("policies", AUTO_SAVED)) as { text: string };
  expect(text).toMatch(/^# mine\n/);
  expect(parse(text)).toMatchObject({ rule: [{ commandPrefix: ["grep"], modes: ["auto_edit", "yolo"] }] });
  expect((await book.read()).rules).toMatchObject([
    { origin: "clicked", source: "~/.gemini/policies/auto-saved.toml" },
  ]);
});

test("P4: a document that is no text, or no TOML, harms nothing", async () => {
  const log = createMemoryLog();
  const book = createPolicyBook({ log, trustedFolder: () => undefined });
  await log.put({ collection: "policies", key: "a.toml", value: 7 });
  await log.put({ collection: "policies", key: "b.toml", value: { text: "= = =" } });
  await log.put({ collection: "policies", key: "c.toml", value: { text: '[[rule]]\ndecision = "deny"' } });
  const { rules, problems } = await book.read();
  expect([rules.length, problems.length]).toEqual([1, 2]);
});

test("the user is told what a click covers, and that one can't be allowed for good", async () => {
  const covers = async (call: PolicyCall, proposal: Proposal) => {
    const rule = ruleFor(call, proposal, "default");
    return rule && coverageOf(rule, call);
  };
  const run: Proposal = { kind: "run", language: "bash", text: "" };
  expect(await covers(await running("sed -n 1p a | git log"), run)).toBe("commands that begin with “sed”, “git log”");
  expect(await covers(await running("X=1 make"), run)).toBeUndefined();
  const page: Proposal = { kind: "fetch", address: "https://a.example/x" };
  expect(await covers(fetching("https://a.example/x"), page)).toBe("pages of https://a.example");
  const edit: PolicyCall = { tool: "replace", kind: "edit", args: {} };
  expect(await covers(edit, { kind: "edit", path: "a", after: "" })).toContain("edits of any file");
  expect(await covers({ ...edit, tool: "run_javascript" }, run)).toBe("all calls of run_javascript");
});
