import { describe, expect, test } from "vitest";
import type { ApprovalMode } from "../../../../src/core/policy/approval.js";
import { prefixOf, type CommandPiece } from "../../../../src/core/policy/command-piece.js";
import { argsText } from "../../../../src/core/policy/policy-args.js";
import { readPolicyFile } from "../../../../src/core/policy/policy-file.js";
import {
  builtInRules,
  inRank,
  isWatched,
  judge,
  allowanceOf,
  type PolicyRule,
  type ToolKind,
} from "../../../../src/core/policy/policy.js";

const KINDS: Record<string, ToolKind> = {
  read_file: "read",
  ask_user: "ask",
  write_file: "edit",
  replace: "edit",
  web_fetch: "fetch",
  run_shell_command: "execute",
  save_memory: "remember",
  mcp_mail_send: "execute",
};

type Rule = Readonly<Record<string, unknown>>;
const rulesOf = (tier: "user" | "folder", ...rules: readonly Rule[]): readonly PolicyRule[] =>
  readPolicyFile({ rule: rules }, { name: `${tier}.toml`, tier, origin: "written" }).rules;

interface Case {
  readonly mode?: ApprovalMode;
  readonly rules?: readonly PolicyRule[];
  readonly args?: Readonly<Record<string, unknown>>;
  readonly path?: string;
  readonly pieces?: readonly CommandPiece[] | "unreadable";
  readonly afterStrangers?: boolean;
}

/** What becomes of a call of a Tool. */
function decided(
  tool: string,
  { mode = "default", rules = [], args = {}, afterStrangers = false, ...call }: Case = {},
) {
  const all = inRank([...rules, ...builtInRules]);
  return judge({ tool, kind: KINDS[tool]!, args, ...call }, all, { mode, afterStrangers }).decision;
}

/** A shell command of simple pieces: `git log | head > out`. */
const shell = (command: string, options: Case = {}) =>
  decided("run_shell_command", {
    args: { command },
    pieces: command.split(/ \| | && |; /).map((piece) => ({
      text: piece.replace(/ > .*/, ""),
      words: piece.replace(/ > .*/, "").split(" "),
      writes: piece.includes(" > "),
    })),
    ...options,
  });

describe("built in (R2, R3)", () => {
  test.each([
    ["default", "allow", "allow", "ask", "ask", "ask", "ask"],
    ["auto_edit", "allow", "allow", "allow", "allow", "ask", "ask"],
    ["plan", "allow", "allow", "deny", "deny", "deny", "deny"],
    ["yolo", "allow", "allow", "allow", "allow", "allow", "allow"],
  ] as const)("%s: read %s, ask_user %s, edit %s, fetch %s, run %s, remember %s", (mode, ...expected) => {
    const tools = ["read_file", "ask_user", "write_file", "web_fetch", "run_shell_command", "save_memory"];
    expect(tools.map((tool) => decided(tool, { mode }))).toEqual(expected);
  });
});

describe("which rule decides (R1)", () => {
  const allow = { toolName: "write_file", decision: "allow" };
  const deny = { toolName: "write_file", decision: "deny" };

  test("the user's rule over the folder's, whatever their priorities; the folder's over what is built in", () => {
    const rules = [...rulesOf("folder", { ...deny, priority: 999 }), ...rulesOf("user", { ...allow, priority: 0 })];
    expect(decided("write_file", { rules })).toBe("allow");
    expect(decided("write_file", { rules: rulesOf("folder", deny), mode: "yolo" })).toBe("deny");
  });

  test("within a tier the higher priority, of equals the first", () => {
    expect(decided("write_file", { rules: rulesOf("user", allow, { ...deny, priority: 1 }) })).toBe("deny");
    expect(decided("write_file", { rules: rulesOf("user", allow, deny) })).toBe("allow");
  });

  test("names: a list, a star, a server's tools", () => {
    const rules = rulesOf(
      "user",
      { toolName: ["replace", "write_*"], decision: "deny" },
      { mcpName: "mail", decision: "allow" },
    );
    expect(["replace", "write_file", "save_memory", "mcp_mail_send"].map((tool) => decided(tool, { rules }))).toEqual([
      "deny",
      "deny",
      "ask",
      "allow",
    ]);
  });

  test("modes: a rule holds in its own only", () => {
    const rules = rulesOf("user", { ...allow, modes: ["plan"] });
    expect([decided("write_file", { rules }), decided("write_file", { rules, mode: "plan" })]).toEqual([
      "ask",
      "allow",
    ]);
    expect(decided("write_file", { rules: rulesOf("user", { ...deny, modes: ["autoEdit"] }), mode: "auto_edit" })).toBe(
      "deny",
    );
  });

  test("arguments: tried on JSON with sorted keys and marked pairs", () => {
    expect(argsText({ b: { d: 1, c: [2] }, a: "x" })).toBe('{\0"a":"x"\0,\0"b":{"c":[2],"d":1}\0}');
    const rules = rulesOf("user", { toolName: "write_file", decision: "allow", argsPattern: '"file_path":"docs/' });
    expect(decided("write_file", { rules, args: { file_path: "docs/a.md" } })).toBe("allow");
    expect(decided("write_file", { rules, args: { file_path: "src/a.md" } })).toBe("ask");
  });

  test("what is too long to be looked at is covered by what restricts, and by nothing that allows", () => {
    const args = { content: "x".repeat(20_000) };
    const pattern = (decision: string) => rulesOf("user", { toolName: "write_file", decision, argsPattern: "x" });
    expect(decided("write_file", { rules: pattern("allow"), args })).toBe("ask");
    expect(decided("write_file", { rules: pattern("deny"), args })).toBe("deny");
  });
});

describe("shell commands (R4)", () => {
  const prefix = (commandPrefix: string, more: Rule = {}) =>
    rulesOf("user", { toolName: "run_shell_command", commandPrefix, decision: "allow", ...more });

  test("a prefix covers whole words", () => {
    const rules = prefix("git log");
    expect(["git log", "git log -1", "git logs", "git push"].map((command) => shell(command, { rules }))).toEqual([
      "allow",
      "allow",
      "ask",
      "ask",
    ]);
  });

  test("every piece counts, and the strictest decides", () => {
    const rules = [
      ...prefix("npm test"),
      ...rulesOf("user", { commandPrefix: "npm publish", decision: "deny", priority: 5 }),
    ];
    expect(shell("npm test | head", { rules })).toBe("allow");
    expect(shell("npm test && make", { rules })).toBe("ask");
    expect(shell("npm test && npm publish", { rules })).toBe("deny");
    expect(shell("npm test && npm publish", { rules, mode: "yolo" })).toBe("deny");
  });

  test("output to a file is asked about unless the rule allows redirection", () => {
    expect(shell("npm test > out", { rules: prefix("npm test") })).toBe("ask");
    expect(shell("npm test > out", { rules: prefix("npm test", { allowRedirection: true }) })).toBe("allow");
  });

  test("what does harm or runs others is asked about even if allowed, but in yolo", () => {
    const rules = prefix("rm");
    for (const command of ["rm -rf src", "bash -c x", "xargs rm", "find . -delete", "sudo ls", "eval x"]) {
      const allowing = [...rules, ...prefix(command.split(" ")[0]!)];
      expect(shell(command, { rules: allowing })).toBe("ask");
      expect(shell(command, { rules: allowing, mode: "yolo" })).toBe("allow");
    }
  });

  test("what only reads needs no question, unless a rule wants one", () => {
    expect(shell("ls -la | grep x; wc -l a")).toBe("allow");
    expect(shell("ls > out")).toBe("ask");
    expect(shell("ls", { rules: rulesOf("user", { commandPrefix: "ls", decision: "ask_user" }) })).toBe("ask");
    expect(shell("ls", { mode: "plan" })).toBe("deny");
  });

  test("what can't be read is asked about even if all is allowed", () => {
    const rules = rulesOf("user", { toolName: "run_shell_command", decision: "allow" });
    expect(shell("((", { rules, pieces: "unreadable" })).toBe("ask");
    expect(shell("((", { rules, pieces: "unreadable", mode: "yolo" })).toBe("allow");
  });

  test("what “such commands” means when one is allowed for good", () => {
    const of = (text: string) => prefixOf({ text, words: text.split(" "), writes: false });
    expect(["git push origin", "git -C x push", "make all", "prettier --write a"].map(of)).toEqual([
      "git push",
      "git",
      "make all",
      "prettier",
    ]);
  });
});

describe("what is stricter than its rule", () => {
  const clicked = (tool: string): PolicyRule => ({
    source: "",
    origin: "clicked",
    rank: 3.95,
    decision: "allow",
    tools: [tool],
  });

  test("R5: files that decide what runs are asked about in auto_edit, unless a written rule allows them", () => {
    expect(decided("write_file", { mode: "auto_edit", path: "package.json" })).toBe("ask");
    expect(decided("write_file", { rules: [clicked("write_file")], path: ".gemini/policies/a.toml" })).toBe("ask");
    const rules = rulesOf("user", { toolName: "write_file", decision: "allow" });
    expect(decided("write_file", { rules, path: "package.json" })).toBe("allow");
    expect(decided("write_file", { mode: "yolo", path: "package.json" })).toBe("allow");
  });

  test.each([
    "Makefile",
    "sub/package.json",
    ".github/workflows/x.yml",
    "GEMINI.md",
    ".GEMINI/settings.json",
    "build.gradle",
  ])("%s is such a file", (path) => expect(isWatched(path)).toBe(true));
  test.each(["src/makefile.ts", "package.json.md", "docs/gemini.txt", "a.github/x"])("%s is none", (path) =>
    expect(isWatched(path)).toBe(false),
  );

  test("R6, A4: after words of strangers, clicks and auto_edit don't cover running and fetching", () => {
    const rules = [clicked("web_fetch"), clicked("run_shell_command"), clicked("write_file")];
    const after = { rules, afterStrangers: true };
    expect(decided("web_fetch", { rules })).toBe("allow");
    expect(decided("web_fetch", after)).toBe("ask");
    expect(decided("web_fetch", { afterStrangers: true, mode: "auto_edit" })).toBe("ask");
    expect(shell("npm test", after)).toBe("ask");
    expect(shell("ls", after)).toBe("allow");
    expect(shell("ls && npm test", after)).toBe("ask");
    expect(decided("write_file", after)).toBe("allow");
    expect(decided("web_fetch", { ...after, mode: "yolo" })).toBe("allow");
    expect(
      decided("web_fetch", {
        afterStrangers: true,
        rules: rulesOf("user", { toolName: "web_fetch", decision: "allow" }),
      }),
    ).toBe("allow");
  });
});

describe("P4: a file that is not as it should be", () => {
  const problems = (rule: unknown) =>
    readPolicyFile({ rule }, { name: "x.toml", tier: "user", origin: "written" }).problems.join("\n");

  test.each([
    ["no list", 7],
    ["no table", [7]],
    ["no decision", [{ toolName: "a" }]],
    ["a decision of its own", [{ decision: "maybe" }]],
    ["a priority out of bounds", [{ decision: "allow", priority: 1000 }]],
    ["an unknown mode", [{ decision: "allow", modes: ["wild"] }]],
    ["a name that is none", [{ decision: "allow", toolName: [3] }]],
    ["a pattern that is none", [{ decision: "allow", argsPattern: "(" }]],
    ["a pattern that takes for ever", [{ decision: "allow", argsPattern: "(a+)+$" }]],
    ["a pattern with a choice that repeats", [{ decision: "allow", commandRegex: "(a|aa)*b" }]],
    ["a condition that is not known here", [{ decision: "allow", safety_checker: { type: "x" } }]],
    ["a command for another tool", [{ decision: "allow", toolName: "write_file", commandPrefix: "ls" }]],
  ])("%s gets a sentence, and no rule", (_what, rule) => {
    expect(problems(rule)).toMatch(/x\.toml.*\.$/);
    expect(readPolicyFile({ rule }, { name: "x.toml", tier: "user", origin: "written" }).rules).toEqual([]);
  });

  test("a bad rule does not keep a good one from holding", () => {
    const file = readPolicyFile({ rule: [{}, { decision: "deny" }] }, { name: "x", tier: "user", origin: "written" });
    expect([file.rules.length, file.problems.length]).toEqual([1, 1]);
  });

  test("a rule for where nobody can be asked is none here, and no problem", () => {
    const file = readPolicyFile(
      { rule: [{ decision: "deny", interactive: false }] },
      { name: "x", tier: "user", origin: "written" },
    );
    expect(file).toEqual({ rules: [], problems: [] });
  });
});

describe("R8: how much a call may change that was not asked about", () => {
  const clicked = (prefix: string): PolicyRule => ({
    ...rulesOf("user", { decision: "allow", commandPrefix: prefix })[0]!,
    origin: "clicked",
  });
  const leave = (command: string, rules: readonly PolicyRule[] = [], mode: ApprovalMode = "default") => {
    const pieces = command.split(" | ").map((text): CommandPiece => ({ text, words: text.split(" "), writes: false }));
    const call = { tool: "run_shell_command", kind: "execute", args: { command }, pieces } as const;
    return allowanceOf(judge(call, inRank([...rules, ...builtInRules]), { mode, afterStrangers: false }), mode);
  };

  test("nothing, where it was let through because it only reads; what a click covers, all but watched files", () => {
    expect(leave("cat a | wc -l")).toBe("nothing");
    expect(leave("cat a | sort", [clicked("sort")])).toBe("unwatched");
    expect(leave("sort a | cat", [clicked("sort")])).toBe("unwatched");
    expect(leave("cat a | sort", rulesOf("user", { decision: "allow", commandPrefix: "sort" }))).toBe("all");
    expect(leave("cat a", [], "yolo")).toBe("all");
  });

  test("of several rules that let a command through, the narrowest counts", () => {
    const rules = [clicked("sort"), ...rulesOf("user", { decision: "allow", commandPrefix: "uniq" })];
    expect(leave("sort a | uniq", rules)).toBe("unwatched");
    expect(leave("uniq a | sort", rules)).toBe("unwatched");
  });
});

test("R4: a rule that restricts a command holds however the command is quoted or addressed", () => {
  const rules = rulesOf("user", { decision: "deny", commandPrefix: "rm" });
  const said = (text: string, ...words: string[]) =>
    decided("run_shell_command", {
      mode: "yolo",
      rules,
      args: { command: text },
      pieces: [{ text, words, writes: false }],
    });
  expect(said('"rm" a', "rm", "a")).toBe("deny");
  expect(said("/bin/rm a", "/bin/rm", "a")).toBe("deny");
  expect(said("rmdir a", "rmdir", "a")).toBe("allow");
});

test("P4: a pattern that repeats what repeats is refused, however deep it is", () => {
  const problems = (argsPattern: string) =>
    readPolicyFile({ rule: [{ decision: "allow", argsPattern }] }, { name: "a", tier: "user", origin: "written" })
      .problems.length;
  for (const bad of [
    "((a+))+$",
    "(?:(?:a|b)c)*d",
    "(a+){20}",
    "([(]a+)+",
    "((a{1,})b?){3,}",
    ".*.*.*.*.*=",
    "(a?){30}b",
  ])
    expect([bad, problems(bad)]).toEqual([bad, 1]);
  for (const good of [
    "git (?:status|diff)",
    '"command":"(git|npm) .*"',
    "[(*+]+",
    "a{2}(b|c)",
    String.raw`\(a+\)+`,
    "^(?:npm|pnpm) (run )?test.*",
  ])
    expect([good, problems(good)]).toEqual([good, 0]);
});
