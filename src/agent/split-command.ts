/** A shell command cut into the simple commands it is made of, those in substitutions too, for Policy to judge. */
import type { CommandPiece } from "../core/command-piece.js";
import type { SyntaxNode } from "unbash";

/** More is no command but a program; it is asked about as a whole. */
const LONGEST = 20_000;
const MOST_PIECES = 200;

export async function splitCommand(source: string): Promise<readonly CommandPiece[] | "unreadable"> {
  if (source.length > LONGEST) return "unreadable";
  const { parse, forEachChild } = await import("unbash");
  const pieces: CommandPiece[] = [];
  let isSound = true;

  /** `text`: what positions count in; `writes`: whether output of the compound command around goes to a file. */
  function visit(node: SyntaxNode, text: string, writes: boolean): void {
    if (hasErrors(node) || node.type === "Function" || pieces.length > MOST_PIECES) isSound = false;
    const own = "source" in node && typeof node.source === "string" ? node.source : text;
    const below = writes || ("redirects" in node && (node.redirects as readonly unknown[]).some(isOutput));
    if (node.type === "Command" && node.name) {
      const words = [node.name, ...node.args.filter((arg) => arg.type === "Word")];
      pieces.push({ text: own.slice(node.name.pos, node.end).trim(), words: words.map(plainWord), writes: below });
    }
    // A value set for a command may change what it does (PATH, LD_PRELOAD): no prefix covers that.
    if (node.type === "Command" && node.name && node.prefix.some(({ type }) => type === "Assignment")) isSound = false;
    forEachChild(node, (child) => visit(child, own, below));
  }

  visit(parse(source), source, false);
  return isSound && pieces.length > 0 ? pieces : "unreadable";
}

const hasErrors = (node: SyntaxNode): boolean =>
  "errors" in node && Array.isArray(node.errors) && node.errors.length > 0;

interface WordLike {
  readonly type?: string;
  readonly parts?: readonly WordLike[] | undefined;
}

/** Expansions make a word unknown until it runs. */
const plainWord = (word: WordLike & { readonly value: string }): string => (isKnown(word) ? word.value : "");
const isKnown = ({ parts = [] }: WordLike): boolean =>
  parts.every((part) => KNOWN_PARTS.has(part.type ?? "") && isKnown(part));
const KNOWN_PARTS: ReadonlySet<string> = new Set(["Literal", "SingleQuoted", "DoubleQuoted", "AnsiCQuoted", "Glob"]);

function isOutput(redirect: unknown): boolean {
  const { operator, target } = redirect as { readonly operator?: string; readonly target?: { readonly value: string } };
  if (!operator?.includes(">")) return false;
  return !(target?.value === "/dev/null" || (operator.includes("&") && /^\d+$|^-$/.test(target?.value ?? "")));
}
