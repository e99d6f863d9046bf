import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { Proposal } from "../../../src/core/approval.js";
import { judge, type PolicyCall } from "../../../src/core/policy.js";
import { allRules, AUTO_SAVED, clickedRule, createPolicyBook, ruleFor } from "../../../src/agent/policy-book.js";
import { splitCommand } from "../../../src/agent/split-command.js";
import { createMemoryLog } from "../../support/memory-log.js";

const fetching = (address: string): PolicyCall => ({ tool: "web_fetch", kind: "fetch", args: { url: address } });
const running = async (command: string): Promise<PolicyCall> => ({
  tool: "run_shell_command",
  kind: "execute",
  args: { command },
  pieces: await splitCommand(command),
});

/** Whether a call is allowed once another one was allowed for good. */
function isCovered(call: PolicyCall, allowed: PolicyCall, proposal: Proposal): boolean {
  const rules = allRules({ rules: [], problems: [] }, [clickedRule(ruleFor(allowed, proposal, "default"))]);
  return judge(call, rules, { mode: "default", afterStrangers: false }).decision === "allow";
}

test("facts 13.4: “such calls” are those of the same site", () => {
  const proposal = { kind: "fetch", address: "https://a.example/x" } as const;
  const covers = (address: string) => isCovered(fetching(address), fetching("https://a.example/x"), proposal);
  expect(covers("https://a.example/other?x=1")).toBe(true);
  expect(covers("https://a.example.evil.test/")).toBe(false);
  expect(covers("https://aXexample/")).toBe(false);
  expect(covers("https://b.example/")).toBe(false);
});

test("facts 13.4: “such calls” are commands that begin alike, each piece of them", async () => {
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
  await book.save(rule);
  await book.save(rule);
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
