/**
 * A policy file: parsed TOML, read as rules with care (A3, P4). A rule of which any part can't be read is left out with
 * a sentence, since the rest of its conditions would make another rule.
 */
import { isObject } from "../is-object.js";
import { APPROVAL_MODES, type ApprovalMode } from "./approval.js";
import { mayTakeForEver } from "./pattern-cost.js";
import { rankOf, type Decision, type PolicyRule } from "./policy.js";

export interface PolicyFile {
  readonly rules: readonly PolicyRule[];
  /** Rules that were left out, and why. */
  readonly problems: readonly string[];
}

export interface PolicySource {
  /** The name for people: `~/.gemini/policies/mine.toml`. */
  readonly name: string;
  readonly tier: "user" | "folder";
  readonly origin: PolicyRule["origin"];
}

const MOST_RULES = 500;
const DECISIONS: Readonly<Record<string, Decision>> = { allow: "allow", deny: "deny", ask_user: "ask" };
/** Conditions that this app can't check. */
const UNKNOWN = ["subagent", "toolAnnotations", "safety_checker"];
export const SHELL_TOOL = "run_shell_command";

export function readPolicyFile(parsed: unknown, source: PolicySource): PolicyFile {
  const given = isObject(parsed) ? parsed.rule : undefined;
  if (given === undefined) return { rules: [], problems: [`${source.name} has no [[rule]].`] };
  if (!Array.isArray(given)) return { rules: [], problems: [`In ${source.name} “rule” is no list: write [[rule]].`] };
  const rules: PolicyRule[] = [];
  const problems: string[] = [];
  for (const [at, each] of given.slice(0, MOST_RULES).entries()) {
    const read = readRule(each, source);
    if (typeof read === "string") problems.push(`Rule ${at + 1} of ${source.name} is left out: ${read}.`);
    else if (read) rules.push(read);
  }
  if (given.length > MOST_RULES) problems.push(`Only the first ${MOST_RULES} rules of ${source.name} are used.`);
  return { rules, problems };
}

/** The rule, or why it is left out; undefined for a rule that only holds where no user can be asked. */
function readRule(given: unknown, { name, tier, origin }: PolicySource): PolicyRule | string | undefined {
  if (!isObject(given)) return "it is no table";
  const strange = UNKNOWN.find((key) => given[key] !== undefined);
  if (strange) return `it depends on “${strange}”, which is not known here`;
  if (given.interactive === false) return undefined;
  const decision = DECISIONS[String(given.decision)];
  if (!decision) return "its “decision” must be allow, deny or ask_user";
  const { priority = 0 } = given;
  if (typeof priority !== "number" || !(priority >= 0 && priority <= 999))
    return "its “priority” must be from 0 to 999";
  const modes = readModes(given.modes);
  if (typeof modes === "string") return modes;
  const tools = readTools(given);
  if (typeof tools === "string") return tools;
  const prefixes = readTexts(given.commandPrefix, "commandPrefix");
  if (typeof prefixes === "string") return prefixes;
  const args = readPattern(given.argsPattern, "argsPattern", "");
  if (typeof args === "string") return args;
  const command = readPattern(given.commandRegex, "commandRegex", "^");
  if (typeof command === "string") return command;
  const isShell = prefixes !== undefined || command !== undefined;
  if (isShell && tools?.some((tool) => tool !== SHELL_TOOL)) return `a command is a matter of ${SHELL_TOOL} alone`;
  const { denyMessage } = given;
  return {
    source: name,
    origin,
    rank: rankOf(tier, priority),
    decision,
    ...(isShell ? { tools: [SHELL_TOOL] } : tools && { tools }),
    ...(modes && { modes }),
    ...(args && { args }),
    ...(prefixes && { commandPrefixes: prefixes.map((prefix) => prefix.trim()) }),
    ...(command && { command }),
    ...(given.allowRedirection === true && { allowsRedirection: true }),
    ...(typeof denyMessage === "string" && decision === "deny" && { denyMessage: denyMessage.slice(0, 500) }),
  };
}

function readTools(given: Readonly<Record<string, unknown>>): readonly string[] | string | undefined {
  const tools = readTexts(given.toolName, "toolName");
  if (typeof tools === "string" || given.mcpName === undefined) return tools;
  if (typeof given.mcpName !== "string" || given.mcpName === "") return "its “mcpName” must be a name";
  return (tools ?? ["*"]).map((tool) => `mcp_${String(given.mcpName)}_${tool}`);
}

function readModes(given: unknown): readonly ApprovalMode[] | string | undefined {
  const names = readTexts(given, "modes");
  if (names === undefined || typeof names === "string") return names;
  // Upstream writes autoEdit in rules and auto_edit on its command line.
  const modes = names.map((name) => APPROVAL_MODES.find((mode) => mode === name || mode.replace("_e", "E") === name));
  const unknown = names.find((_, at) => modes[at] === undefined);
  return unknown === undefined ? (modes as ApprovalMode[]) : `there is no mode “${unknown.slice(0, 40)}”`;
}

function readTexts(given: unknown, key: string): readonly string[] | string | undefined {
  if (given === undefined) return undefined;
  const all = Array.isArray(given) ? given : [given];
  const isFit = all.length > 0 && all.every((each) => typeof each === "string" && each.trim() !== "");
  return isFit ? (all as string[]) : `its “${key}” must be a text, or a list of texts`;
}

const LONGEST_PATTERN = 500;

function readPattern(given: unknown, key: string, before: string): RegExp | string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "string" || given === "") return `its “${key}” must be a text`;
  if (given.length > LONGEST_PATTERN) return `its “${key}” is longer than ${LONGEST_PATTERN} letters`;
  if (mayTakeForEver(given)) return `its “${key}” could take for ever to try`;
  try {
    return new RegExp(before + given);
  } catch {
    return `its “${key}” is no regular expression`;
  }
}
