/** Splits a shell command into its simple commands, those in substitutions too, for Policy to judge. */
import type { CommandPiece } from "../../core/policy/command-piece.js";
import type { SyntaxNode } from "unbash";

/** Characters; a longer command counts as unreadable, and the user is asked about the whole. */
const LONGEST = 20_000;
const MOST_PIECES = 200;

export async function splitCommand(source: string): Promise<readonly CommandPiece[] | "unreadable"> {
  if (source.length > LONGEST) return "unreadable";
  const { parse, forEachChild } = await import("unbash");
  const pieces: CommandPiece[] = [];
  let isSound = true;

  /** `text`: the source that positions count in; `writes`: whether output of the compound command around goes to a file. */
  function visit(node: SyntaxNode, text: string, writes: boolean): void {
    if (hasErrors(node) || node.type === "Function" || isEvaluated(node) || pieces.length > MOST_PIECES)
      isSound = false;
    const own = "source" in node && typeof node.source === "string" ? node.source : text;
    const below = writes || ("redirects" in node && (node.redirects as readonly unknown[]).some(isOutput));
    if (node.type === "Command" && node.name) {
      const words = [node.name, ...node.args.filter((arg) => arg.type === "Word")];
      pieces.push({ text: own.slice(node.name.pos, node.end).trim(), words: words.map(plainWord), writes: below });
    }
    if (node.type === "Command" && remakes(node)) isSound = false;
    forEachChild(node, (child) => visit(child, own, below));
  }

  visit(parse(source), source, false);
  return isSound && pieces.length > 0 ? pieces : "unreadable";
}

/**
 * A value set for a command may change what it does (PATH, LD_PRELOAD), and so may one set for all that follow; a
 * redirection without a command empties a file. No prefix covers any of them.
 */
function remakes({ name, prefix, redirects }: Extract<SyntaxNode, { type: "Command" }>): boolean {
  const assigned = prefix.filter((each) => each.type === "Assignment");
  if (name) return assigned.length > 0;
  return redirects.some(isOutput) || assigned.some((each) => /^[A-Z_]+$/.test(each.name) || isUnknown(each.index));
}

const COMPARING = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Whether the shell takes a value for arithmetic or a name: the value may have a command in it: `x='a[$(rm b)]'; echo $((x))`. */
function isEvaluated(node: SyntaxNode): boolean {
  switch (node.type) {
    case "ArithmeticWord":
      return !/^\d+$/.test(node.value);
    case "TestBinary":
      return COMPARING.has(node.operator) && (isUnknown(node.left) || isUnknown(node.right));
    case "TestUnary":
      return node.operator === "-v" || node.operator === "-R";
    case "ParameterExpansion":
      return node.prefix === "!" || (isUnknown(node.index) && !/^[@*]$/.test(node.index?.value ?? ""));
    case "Slice":
      return isUnknown(node.offset) || isUnknown(node.length);
    case "Transform":
    case "Unknown":
      return true;
    default:
      return false;
  }
}

const isUnknown = (word: { readonly value: string } | undefined): boolean =>
  word !== undefined && !/^\s*-?\d+\s*$/.test(word.value);

const hasErrors = (node: SyntaxNode): boolean =>
  "errors" in node && Array.isArray(node.errors) && node.errors.length > 0;

interface WordLike {
  readonly type?: string;
  readonly parts?: readonly WordLike[] | undefined;
}

/** The word as it stands; empty for one with an expansion, which is unknown until it runs. */
const plainWord = (word: WordLike & { readonly value: string }): string => (isKnown(word) ? word.value : "");
const isKnown = ({ parts = [] }: WordLike): boolean =>
  parts.every((part) => KNOWN_PARTS.has(part.type ?? "") && isKnown(part));
const KNOWN_PARTS: ReadonlySet<string> = new Set(["Literal", "SingleQuoted", "DoubleQuoted", "AnsiCQuoted", "Glob"]);

function isOutput(redirect: unknown): boolean {
  const { operator, target } = redirect as { readonly operator?: string; readonly target?: { readonly value: string } };
  if (!operator?.includes(">")) return false;
  // `>&2` names an open output, `&>2` a file.
  return !(target?.value === "/dev/null" || (operator === ">&" && /^\d+$|^-$/.test(target?.value ?? "")));
}
