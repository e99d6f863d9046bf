/**
 * Policy: decides whether a call runs, is asked about or is denied (A3). Pure: rules and a call in, a verdict out.
 * R1 The highest-ranking rule that fits decides; of equals the first. Rank is the tier (built in 1, the folder's 3, the
 *    user's 4) and a thousandth of the priority, both as in Gemini CLI. A rule made by a click ranks 3.95.
 * R2 No rule fits: ask; in yolo: allow.
 * R3 Built in: reading is allowed; changing, running, fetching and remembering are asked about; auto_edit allows edits
 *    and fetching; plan denies all but reading and questions; yolo allows all.
 * R4 A shell command is judged piece by piece, and the strictest verdict counts; so does a denial of the whole. A piece
 *    that writes to a file or is known to do harm is asked about even if allowed, unless a rule allows redirection; one
 *    that only reads is allowed where only the built-in rule would ask. An unreadable command is asked about.
 * R5 Files that decide what runs or what may run (WATCHED) are asked about, unless a written rule allows them.
 * R6 After words of strangers were read in this Turn, running, fetching and remembering are asked about, unless a
 *    written rule allows them (A4): clicks and auto_edit don't count then, since the call may be the strangers' wish.
 * R7 In yolo the questions of R4, R5 and R6 are left out. A rule that denies still does.
 * R8 The effects of a command are known for sure only once it ran. So one allowed because it only reads may change no
 *    file, and one allowed by a click no watched file (R5), whatever it turns out to do.
 */
import type { ApprovalMode } from "./approval.js";
import { harmIn, isHarmless, type CommandPiece } from "./command-piece.js";
import { argsText } from "./policy-args.js";

/** `read` Tools change nothing and may run side by side; all others run alone, in the order they were called. */
export type ToolKind = "read" | "edit" | "execute" | "fetch" | "remember" | "ask";

export type Decision = "allow" | "ask" | "deny";

export interface PolicyRule {
  /** The origin of the rule, for the user: a file, or a few words. */
  readonly source: string;
  readonly origin: "built-in" | "written" | "clicked";
  readonly rank: number;
  readonly decision: Decision;
  /** Names, `*` alone or at the end; by default any Tool. */
  readonly tools?: readonly string[];
  readonly kinds?: readonly ToolKind[];
  /** By default all modes. */
  readonly modes?: readonly ApprovalMode[];
  readonly args?: RegExp;
  readonly commandPrefixes?: readonly string[];
  readonly command?: RegExp;
  readonly allowsRedirection?: boolean;
  /** The reason for the Model. */
  readonly denyMessage?: string;
}

export interface PolicyCall {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly args: Readonly<Record<string, unknown>>;
  /** The file that the call would change. */
  readonly path?: string;
  /** The pieces of a shell command; `unreadable` for one that can't be parsed. */
  readonly pieces?: readonly CommandPiece[] | "unreadable";
}

interface Circumstances {
  readonly mode: ApprovalMode;
  /** True after words of strangers were read in this Turn (A4). */
  readonly afterStrangers: boolean;
}

export interface PolicyVerdict {
  readonly decision: Decision;
  readonly rule?: PolicyRule;
  /** The reason, as a sentence, where it is not plain. */
  readonly why?: string;
}

const CHANGING: readonly ToolKind[] = ["edit", "execute", "fetch", "remember"];

const builtIn = (
  decision: Decision,
  priority: number,
  narrowed: Pick<PolicyRule, "kinds" | "modes" | "denyMessage">,
): PolicyRule => ({
  source: "built in",
  origin: "built-in",
  rank: rankOf("built-in", priority),
  decision,
  ...narrowed,
});

const TIERS = { "built-in": 1, folder: 3, user: 4 } as const;
export const rankOf = (tier: keyof typeof TIERS, priority: number): number => TIERS[tier] + priority / 1_000;
/** Below the user's written rules, above the folder's. */
export const CLICKED_RANK = 3.95;

/** R3, with Gemini CLI's priorities. */
export const builtInRules: readonly PolicyRule[] = [
  builtIn("allow", 998, { modes: ["yolo"] }),
  builtIn("allow", 50, { kinds: ["read", "ask"] }),
  builtIn("deny", 40, {
    modes: ["plan"],
    denyMessage: "This is plan mode: only tools that read may be called. Say what you would do instead of doing it.",
  }),
  builtIn("allow", 15, { kinds: ["edit", "fetch"], modes: ["auto_edit"] }),
  builtIn("ask", 10, { kinds: CHANGING }),
];

/** Rules in the order that `judge` needs: highest rank first, equals as they came. */
export const inRank = (rules: readonly PolicyRule[]): readonly PolicyRule[] =>
  rules.toSorted((one, other) => other.rank - one.rank);

export function judge(call: PolicyCall, rules: readonly PolicyRule[], now: Circumstances): PolicyVerdict {
  const whole = judgeAs(call, rules, now, call.args);
  if (call.pieces === undefined) return tightened(whole, call, now);
  return judgePieces(call, call.pieces, rules, now, whole);
}

/** R6: kinds of calls by which strangers could do harm, now or in later Sessions. */
const AFTER_STRANGERS: readonly ToolKind[] = ["execute", "fetch", "remember"];

/** R5, R6. */
function tightened(verdict: PolicyVerdict, call: PolicyCall, now: Circumstances): PolicyVerdict {
  if (verdict.decision !== "allow" || now.mode === "yolo" || verdict.rule?.origin === "written") return verdict;
  if (call.path !== undefined && isWatched(call.path)) {
    return { decision: "ask", why: `“${call.path}” decides what runs or what may run, so it is always asked about.` };
  }
  if (now.afterStrangers && AFTER_STRANGERS.includes(call.kind)) {
    const why = "Files or pages that others wrote were read before this, and this may be their wish and not yours.";
    return { decision: "ask", why };
  }
  return verdict;
}

/** R1, R2. `piece`: the piece of the command that is judged, if any. */
function judgeAs(
  call: PolicyCall,
  rules: readonly PolicyRule[],
  { mode }: Circumstances,
  args: PolicyCall["args"],
  piece?: CommandPiece,
): PolicyVerdict {
  const rule = rules.find((each) => fits(each, call, mode, args, piece));
  if (!rule) return { decision: mode === "yolo" ? "allow" : "ask" };
  return { decision: rule.decision, rule, ...(rule.denyMessage && { why: rule.denyMessage }) };
}

function fits(
  rule: PolicyRule,
  { tool, kind }: PolicyCall,
  mode: ApprovalMode,
  args: PolicyCall["args"],
  piece: CommandPiece | undefined,
): boolean {
  if (rule.modes && !rule.modes.includes(mode)) return false;
  if (rule.kinds && !rule.kinds.includes(kind)) return false;
  if (rule.tools && !rule.tools.some((name) => namesTool(name, tool))) return false;
  if (rule.commandPrefixes || rule.command) {
    if (!wordings(args.command, piece, rule.decision).some((said) => fitsCommand(rule, said))) return false;
  }
  return !rule.args || matches(rule.args, argsText(args), rule.decision);
}

/** A command as written; for rules that restrict also without quotes, and without the folder of the program. */
function wordings(command: unknown, piece: CommandPiece | undefined, decision: Decision): readonly string[] {
  if (!piece) return typeof command === "string" ? [command.trim()] : [];
  const { text, words } = piece;
  if (decision === "allow") return [text];
  const [name = "", ...rest] = words;
  return [text, words.join(" "), [name.slice(name.lastIndexOf("/") + 1), ...rest].join(" ")];
}

function fitsCommand({ commandPrefixes, command, decision }: PolicyRule, said: string): boolean {
  if (commandPrefixes && !commandPrefixes.some((prefix) => beginsWith(said, prefix))) return false;
  return !command || matches(command, said, decision);
}

const namesTool = (name: string, tool: string): boolean =>
  name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool;

/** "git log" covers "git log -1", not "git logs". */
const beginsWith = (command: string, prefix: string): boolean =>
  command === prefix || (command.startsWith(prefix) && /\s/.test(command[prefix.length]!));

/** The longest text a pattern is tried on: it runs on the page's own thread. */
const LONGEST = 10_000;
/** Rules that restrict fit a longer text, rules that allow don't. */
const matches = (pattern: RegExp, text: string, decision: Decision): boolean =>
  text.length > LONGEST ? decision !== "allow" : pattern.test(text);

const STRICTNESS: readonly Decision[] = ["allow", "ask", "deny"];
function stricter(one: PolicyVerdict, other: PolicyVerdict): PolicyVerdict {
  const more = STRICTNESS.indexOf(other.decision) - STRICTNESS.indexOf(one.decision);
  return more > 0 || (more === 0 && one.decision === "allow" && isNarrower(other, one)) ? other : one;
}

/** R8: a piece that only reads does not inherit permission from the pieces beside it. */
const isNarrower = ({ rule: one }: PolicyVerdict, { rule: other }: PolicyVerdict): boolean =>
  one !== HARMLESS && (other === HARMLESS || (one?.origin === "clicked" && other?.origin !== "clicked"));

/** Which files a call that was allowed without a question may change (R8). */
export type Allowance = "all" | "unwatched" | "nothing";

export function allowanceOf({ rule }: PolicyVerdict, mode: ApprovalMode): Allowance {
  if (mode === "yolo") return "all";
  if (rule === HARMLESS) return "nothing";
  return rule?.origin === "written" ? "all" : "unwatched";
}

export const isWithin = (leave: Allowance, path: string): boolean =>
  leave === "all" || (leave === "unwatched" && !isWatched(path));

/** R4. */
function judgePieces(
  call: PolicyCall,
  pieces: readonly CommandPiece[] | "unreadable",
  rules: readonly PolicyRule[],
  now: Circumstances,
  whole: PolicyVerdict,
): PolicyVerdict {
  if (whole.decision === "deny") return whole;
  if (pieces === "unreadable" || pieces.length === 0) {
    const why = "The command could not be read well enough to tell what it would do.";
    return whole.decision === "allow" && now.mode !== "yolo" ? { decision: "ask", why } : whole;
  }
  return pieces
    .map((piece): PolicyVerdict => {
      const verdict = judgeAs(call, rules, now, { ...call.args, command: piece.text }, piece);
      if (now.mode === "yolo") return verdict;
      const isPlain = verdict.decision !== "deny" && verdict.rule?.origin !== "written";
      if (isPlain && isHarmless(piece)) return { decision: "allow", rule: HARMLESS };
      if (verdict.decision !== "allow") return verdict;
      const doubt = doubtOn(piece, verdict.rule);
      return doubt ? stricter(doubt, tightened(verdict, call, now)) : tightened(verdict, call, now);
    })
    .reduce(stricter);
}

const HARMLESS: PolicyRule = {
  source: "commands that only read",
  origin: "written",
  rank: rankOf("built-in", 11),
  decision: "allow",
};

function doubtOn(piece: CommandPiece, rule: PolicyRule | undefined): PolicyVerdict | undefined {
  const harm = harmIn(piece);
  if (harm) return { decision: "ask", why: harm };
  if (piece.writes && !rule?.allowsRedirection) return { decision: "ask", why: `“${piece.text}” writes to a file.` };
  return undefined;
}

/** R5: files that builds, installs, deploys and hooks run; and our own rules, memories and Commands. */
const WATCHED =
  /^\.gemini(?:\/|$)|(?:^|\/)(?:GEMINI\.md|AGENTS\.md|\.geminiignore|package\.json|Makefile|GNUmakefile|.*\.mk|justfile|Rakefile|Gemfile|Dockerfile|docker-compose[^/]*|CMakeLists\.txt|build\.(?:rs|gradle|gradle\.kts|xml|sbt)|pom\.xml|setup\.py|pyproject\.toml|Cargo\.toml|\.npmrc|\.yarnrc[^/]*|\.envrc|\.pre-commit-config\.ya?ml)$|(?:^|\/)(?:\.github|\.gitlab|\.husky|\.githooks|\.vscode|\.idea|\.circleci)\//i;

/** Virtual paths (`~/.gemini/`) are no files of the folder: only approved facts are written there. */
export const isWatched = (path: string): boolean => !path.startsWith("~") && WATCHED.test(path);
