/**
 * The policy book holds the rules of now (A3): those built in, those of a trusted folder, the user's own, and those that the user has
 * made by a click. Files are read anew for every Turn, so that a change counts without a reload.
 */
import type { ApprovalMode, Proposal } from "../../core/policy/approval.js";
import { prefixOf } from "../../core/policy/command-piece.js";
import { failureOf } from "../../core/errors.js";
import { listIfThere } from "../../core/files/if-there.js";
import { withheldWords, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import { readPolicyFile, SHELL_TOOL, type PolicyFile, type PolicySource } from "../../core/policy/policy-file.js";
import { builtInRules, CLICKED_RANK, inRank, type PolicyCall, type PolicyRule } from "../../core/policy/policy.js";
import type { LogStore } from "../../core/log/store.js";

interface PolicyBookParts {
  readonly log: Pick<LogStore, "get" | "put" | "list">;
  /** The folder, if one is open and trusted. */
  readonly trustedFolder: () => TrustedFolder | undefined;
}

export interface PolicyBook {
  /** The rules of the folder's files and the user's. */
  read(): Promise<PolicyFile>;
  /** Adds a rule to the user's policies. */
  save(rule: SavedRule): Promise<void>;
}

/** A rule as it is written in TOML. */
type SavedRule = Readonly<Record<string, string | number | readonly string[]>>;

const FOLDER = ".gemini/policies";
const USER = "~/.gemini/policies";
/** The file that a click on "Always allow" writes to, named as in Gemini CLI. */
export const AUTO_SAVED = "auto-saved.toml";
const MOST_FILES = 50;
const MOST_BYTES = 100_000;

export function createPolicyBook({ log, trustedFolder }: PolicyBookParts): PolicyBook {
  async function ofUser(): Promise<readonly PolicyFile[]> {
    const documents = await log.list("policies");
    return Promise.all(
      documents.map(({ key, value }) => {
        const origin = key === AUTO_SAVED ? "clicked" : "written";
        return parsed(textIn(value), { name: `${USER}/${key}`, tier: "user", origin });
      }),
    );
  }

  async function ofFolder(): Promise<readonly PolicyFile[]> {
    const folder = trustedFolder();
    if (!folder) return [];
    const entries = await listIfThere(folder.workspace, FOLDER);
    const files = entries.filter(({ name, kind }) => kind === "file" && name.endsWith(".toml")).slice(0, MOST_FILES);
    return Promise.all(
      files.map(async ({ path }) => {
        const source: PolicySource = { name: path, tier: "folder", origin: "written" };
        try {
          const { size } = await folder.workspace.stat(path);
          if (size > MOST_BYTES) return leftOut(path, "it is too large");
          const reading = await folder.read(path, "policy");
          if ("withheld" in reading) return leftOut(path, withheldWords[reading.withheld]);
          return await parsed(reading.text, source);
        } catch (error) {
          return { rules: [], problems: [`${path} could not be read: ${failureOf(error).message}`] };
        }
      }),
    );
  }

  return {
    async read() {
      const files = (await Promise.all([ofUser(), ofFolder()])).flat();
      return { rules: files.flatMap(({ rules }) => rules), problems: files.flatMap(({ problems }) => problems) };
    },
    async save(rule) {
      const { stringify } = await import("smol-toml");
      const before = textIn(await log.get("policies", AUTO_SAVED));
      const block = stringify({ rule: [rule] });
      if (before.includes(block)) return;
      const text = before === "" ? block : `${before.trimEnd()}\n\n${block}`;
      await log.put({ collection: "policies", key: AUTO_SAVED, value: { text } });
    },
  };
}

const leftOut = (path: string, why: string): PolicyFile => ({ rules: [], problems: [`${path} is left out: ${why}.`] });

/** All rules, the highest rank first. `clicked` are the Session's. */
export const allRules = ({ rules }: PolicyFile, clicked: readonly PolicyRule[]): readonly PolicyRule[] =>
  inRank([...rules, ...clicked, ...builtInRules]);

function textIn(value: unknown): string {
  const { text } = (value ?? {}) as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}

async function parsed(text: string, source: PolicySource): Promise<PolicyFile> {
  const { parse } = await import("smol-toml");
  try {
    return readPolicyFile(parse(text), source);
  } catch (error) {
    // The parser's message has a drawing of the place below its first line.
    return leftOut(source.name, `it is not valid TOML (${failureOf(error).message.split("\n")[0]})`);
  }
}

/** A rule that is made in one mode holds also in the modes that ask less. */
const FROM_HERE_ON: Readonly<Record<ApprovalMode, readonly ApprovalMode[]>> = {
  plan: ["plan", "default", "auto_edit", "yolo"],
  default: ["default", "auto_edit", "yolo"],
  auto_edit: ["auto_edit", "yolo"],
  yolo: ["yolo"],
};

const EDIT_TOOLS = ["write_file", "replace"];

/** The rule that allows "such calls" for the Session or for good; none where it can't be said which calls these are. */
export function ruleFor(call: PolicyCall, proposal: Proposal, mode: ApprovalMode): SavedRule | undefined {
  const rule = { decision: "allow", priority: 100, modes: FROM_HERE_ON[mode] };
  if (proposal.kind === "edit") return { toolName: EDIT_TOOLS, ...rule };
  if (typeof call.args.url === "string")
    return { toolName: call.tool, argsPattern: originPattern(call.args.url), ...rule };
  if (call.tool === SHELL_TOOL) {
    const prefixes = prefixesOf(call);
    return prefixes && { toolName: SHELL_TOOL, commandPrefix: prefixes, ...rule };
  }
  return { toolName: call.tool, ...rule };
}

function prefixesOf({ pieces }: PolicyCall): readonly string[] | undefined {
  if (!pieces || pieces === "unreadable") return undefined;
  const prefixes = [...new Set(pieces.map(prefixOf))];
  return prefixes.includes("") ? undefined : prefixes;
}

/** The same rule for the Session alone. */
export function clickedRule(saved: SavedRule): PolicyRule {
  const source: PolicySource = { name: "allowed in this session", tier: "user", origin: "clicked" };
  const [rule] = readPolicyFile({ rule: [saved] }, source).rules;
  return { ...rule!, rank: CLICKED_RANK };
}

/** A rule in words, as the end of "it would allow …": the user is to see what a click covers. */
export function coverageOf(rule: SavedRule, { args, tool }: PolicyCall): string {
  const { commandPrefix, argsPattern, toolName } = rule;
  if (Array.isArray(commandPrefix))
    return `commands that begin with ${commandPrefix.map((each) => `“${each}”`).join(", ")}`;
  if (argsPattern !== undefined) return `pages of ${originOf(String(args.url))}`;
  if (toolName === EDIT_TOOLS) return "edits of any file, but for those that decide what runs";
  return `all calls of ${tool}`;
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** Matches from the beginning of the value: another address may have this one in its query. */
function originPattern(address: string): string {
  return String.raw`\x00"url":"${originOf(address).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}[/?#"]`;
}
