/** One simple command of a shell command, and what is known of commands by name (A3). The shell is emulated and has no network. */
export interface CommandPiece {
  /** The text as written, without assignments before it. */
  readonly text: string;
  /** The words without quotes; "" for a word that is only known when it runs. */
  readonly words: readonly string[];
  /** True if the output goes to a file. */
  readonly writes: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Commands that only read and print, whatever their arguments. */
const HARMLESS = setOf(
  "basename cat cd cmp comm cut date diff dirname echo expr false file fold grep egrep fgrep rg head hostname id ls md5sum nl od printf pwd realpath seq sha1sum sha256sum stat tac tail test tr true uname wc which whoami [",
);

export const isHarmless = (piece: CommandPiece): boolean =>
  !piece.writes && HARMLESS.has(piece.words[0] ?? "") && !runsItsWords(piece);

/** `rg --pre` runs a program; a name after `-v` is evaluated, and may hold a command: `test -v 'a[$(rm b)]'`. */
const runsItsWords = ({ words: [name = "", ...args] }: CommandPiece): boolean =>
  name === "rg"
    ? args.some((arg) => arg.startsWith("--pre"))
    : ["test", "[", "printf"].includes(name) && args.includes("-v");

/** Commands that run their arguments, so that a rule for one would allow all commands. */
const RUNNERS = setOf(
  "bash sh zsh dash eval exec source . sudo doas su env xargs nohup time timeout watch command builtin parallel ssh",
);
/** Commands that change what later commands mean, or evaluate values, which may contain commands. */
const REMAKERS = setOf(
  "alias unalias trap shopt enable hash set export declare typeset readonly local unset let mapfile readarray read",
);
const FIND_ACTIONS = setOf("-exec -execdir -ok -okdir -delete -fprint -fprintf -fls");

/** Why a command is asked about even if it is allowed, as a sentence. */
export function harmIn({ words, text }: CommandPiece): string | undefined {
  const [name = "", ...args] = words;
  if (name === "") return `What “${cut(text)}” runs is only known when it runs.`;
  if (RUNNERS.has(name) || runsItsWords({ words, text, writes: false })) return `“${name}” runs another command.`;
  if (REMAKERS.has(name)) return `After “${name}” other commands may mean something else.`;
  if (name === "rm" && args.some((arg) => /^-\w*[rf]|^--(?:recursive|force)/i.test(arg)))
    return `“${cut(text)}” removes without asking.`;
  if (name === "dd" || name === "shred" || name.startsWith("mkfs")) return `“${name}” overwrites.`;
  if (name === "find" && args.some((arg) => FIND_ACTIONS.has(arg))) return "This “find” changes what it finds.";
  return undefined;
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Commands whose first word says little: "git status" and "git push" have only the program in common. */
const WITH_VERBS = setOf("git npm pnpm yarn npx cargo go docker kubectl pip python node make gh brew apt");

/** The beginning of "such commands" when the user allows one for good; "" for one that is only known when it runs. */
export function prefixOf({ words }: CommandPiece): string {
  const [name = "", verb = ""] = words;
  return WITH_VERBS.has(name) && /^[a-z][\w:-]*$/i.test(verb) ? `${name} ${verb}` : name;
}
