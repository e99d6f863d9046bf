/**
 * The ledgers of what was done: files and their fates, commands and how they ended, which still fail, the plan. They are read from calls
 * and results, not from a Model's words (C6, C9).
 *
 * R1 A file has the state of the last call that changed it; READ is only for files that were never changed.
 * R2 A command that failed is unresolved until a later one of its family (its first two words) ends well.
 * R3 The plan is the newest one: that of the todo Tool, or a check list in the conversation.
 */
import { callsIn, labelledText, type Call, type LabelledRecord } from "../../context/labelled-record.js";

export type FileAction = "CREATED" | "MODIFIED" | "DELETED" | "READ";

export interface FileEntry {
  readonly path: string;
  readonly state: FileAction;
  readonly from: readonly number[];
  /** Descriptions of its changes, newest last. */
  readonly notes: readonly string[];
  readonly changes: number;
}

interface CommandEntry {
  readonly command: string;
  readonly from: readonly number[];
  readonly isFailed: boolean;
  readonly exit?: number;
  /** The line of its output that says how it went: totals of tests, or the error. */
  readonly gist?: string;
}

interface Step {
  readonly text: string;
  readonly state: "DONE" | "IN PROGRESS" | "TODO";
  readonly from: number;
}

export interface Ledgers {
  readonly files: readonly FileEntry[];
  readonly commands: readonly CommandEntry[];
  /** R2 */
  readonly unresolved: readonly CommandEntry[];
  readonly plan: readonly Step[];
  /** Newest last. */
  readonly calls: readonly Call[];
}

export function ledgersOf(records: readonly LabelledRecord[]): Ledgers {
  const calls = callsIn(records);
  const commands = calls.flatMap(commandOf);
  return { files: filesOf(calls), commands, unresolved: unresolvedOf(commands), plan: planOf(records, calls), calls };
}

const PATHS = ["file_path", "path", "absolute_path", "filename", "dir_path"];
export const pathOf = ({ args }: Call): string | undefined =>
  PATHS.map((name) => args[name]).find((value): value is string => typeof value === "string" && value !== "");

function filesOf(calls: readonly Call[]): readonly FileEntry[] {
  const files = new Map<string, FileEntry>();
  const touch = (path: string, state: FileAction, call: Call, note?: string) => {
    const known = files.get(path);
    files.delete(path); // the last one touched comes last
    const isRead = state === "READ" && known !== undefined;
    const wasCreated = known?.state === "CREATED" && state === "MODIFIED";
    files.set(path, {
      path,
      state: isRead || wasCreated ? known.state : state,
      from: (isRead ? known.from : [...(known && known.state !== "READ" ? known.from : []), call.label]).slice(-4),
      notes: note ? [...(known?.notes ?? []), note] : (known?.notes ?? []),
      changes: (known?.changes ?? 0) + (state === "READ" ? 0 : 1),
    });
  };
  for (const call of calls) {
    if (!call.result || call.result.failed) continue;
    const path = pathOf(call);
    if (call.name === "read_file" && path) touch(path, "READ", call);
    else if (call.name === "write_file" && path)
      touch(path, saysNew(call.result.text) ? "CREATED" : "MODIFIED", call, noteOf(call));
    else if (["replace", "edit", "edit_file", "apply_patch"].includes(call.name) && path)
      touch(path, "MODIFIED", call, noteOf(call));
    else if (call.name === "run_shell_command")
      for (const [state, moved] of fatesIn(commandText(call))) touch(moved, state, call);
  }
  return [...files.values()];
}

const saysNew = (result: string): boolean => /\b(?:created|new file|wrote new)\b/i.test(result.slice(0, 300));
const noteOf = ({ args }: Call): string | undefined =>
  [args.instruction, args.description, args.explanation].find(
    (each): each is string => typeof each === "string" && each.trim() !== "",
  );

/** The fates of files in plain commands: `rm`, `mv`, `cp`, `touch`. */
function* fatesIn(command: string): Generator<readonly [FileAction, string]> {
  for (const piece of command.split(/&&|\|\||;|\n/)) {
    const [verb, ...rest] = piece
      .trim()
      .replace(/^git (?=rm|mv)/, "")
      .split(/\s+/);
    const paths = rest
      .filter((word) => word !== "" && !word.startsWith("-"))
      .map((word) => word.replaceAll(/^["']|["']$/g, ""));
    if (verb === "rm") for (const path of paths) yield ["DELETED", path];
    if (verb === "touch") for (const path of paths) yield ["CREATED", path];
    if ((verb === "mv" || verb === "cp") && paths.length === 2) {
      if (verb === "mv") yield ["DELETED", paths[0]!];
      yield ["CREATED", paths[1]!];
    }
  }
}

const commandText = ({ args }: Call): string => (typeof args.command === "string" ? args.command : "");
const EXIT = /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|Exit Code)[: ]+(-?\d+)/i;
const TOTALS = /^(?:.*[\s(])?\d+ (?:tests? )?(?:passed|passing|failed|failing|errors?|warnings?|problems?)\b.*$/im;
const BROKEN =
  /^.*(?:\b(?:error|failed|failure|exception|fatal|cannot|not found|denied|refused|panic|traceback|timed? ?out|undefined reference)\b|Error:|✗|FAIL).*$/im;

function commandOf(call: Call): readonly CommandEntry[] {
  if (call.name !== "run_shell_command") return [];
  const command = commandText(call).trim();
  if (command === "") return [];
  const { result } = call;
  const text = result?.text ?? "";
  const exit = Number(EXIT.exec(text)?.[1] ?? Number.NaN);
  const isFailed = result?.failed === true || exit > 0;
  const gist = ((isFailed ? BROKEN.exec(text) : null) ?? TOTALS.exec(text))?.[0];
  return [
    {
      ...{ command, from: [(result ?? call).label], isFailed },
      ...(Number.isFinite(exit) && { exit }),
      ...(gist && { gist: gist.trim().slice(0, 200) }),
    },
  ];
}

const familyOf = (command: string): string => command.split(/\s+/).slice(0, 2).join(" ");

function unresolvedOf(commands: readonly CommandEntry[]): readonly CommandEntry[] {
  const last = new Map<string, CommandEntry>();
  for (const entry of commands) last.set(familyOf(entry.command), entry);
  return [...last.values()].filter(({ isFailed }) => isFailed);
}

function planOf(records: readonly LabelledRecord[], calls: readonly Call[]): readonly Step[] {
  const written = calls.findLast(({ name }) => name === "write_todos");
  const listed = records.findLast(
    (each) => each.from !== "tool" && (labelledText(each).match(CHECK) ?? []).length >= 2,
  );
  const fromTool = written ? stepsOf(written) : [];
  if (fromTool.length > 0 && (!listed || listed.label < written!.label)) return fromTool;
  if (!listed) return fromTool;
  return [...labelledText(listed).matchAll(CHECK)].map(([, mark, text]) => ({
    text: text!.trim(),
    state: /[xX✓✔]/.test(mark!) ? "DONE" : /[~>/-]/.test(mark!) ? "IN PROGRESS" : "TODO",
    from: listed.label,
  }));
}

const CHECK = /^\s*(?:[-*]|\d+[.)])\s*\[([ xX✓✔~>/-])\]\s+(.+)$/gm;

function stepsOf({ args, label }: Call): readonly Step[] {
  const todos = Array.isArray(args.todos) ? (args.todos as readonly unknown[]) : [];
  return todos.flatMap((each) => {
    const { description, content, text, status } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const words = [description, content, text].find((one): one is string => typeof one === "string");
    if (!words || status === "cancelled") return [];
    const state =
      status === "completed" || status === "done" ? "DONE" : status === "in_progress" ? "IN PROGRESS" : "TODO";
    return [{ text: words, state, from: label } as const];
  });
}
