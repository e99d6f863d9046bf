/**
 * Tools that change one file: a Tool proposes the next text, the user may change it, and the file is written only if it is still as it
 * was when the text was proposed (W2).
 */
import type { Proposal } from "../../core/policy/approval.js";
import { AgentError, isNamed } from "../../core/errors.js";
import { readArgs, schemaOf, type ArgsOf, type Fields } from "../../core/schema.js";
import { readIfThere } from "../../core/files/if-there.js";
import { encodeText, findEditableText, PLAIN_TEXT, type TextFormat } from "../../core/files/text-file.js";
import { editNote, editPatch } from "./edit-note.js";
import type { Proposed, Tool, ToolEnv, WholeOutput } from "./tool.js";
import { findPath } from "../../core/files/resolve-path.js";
import { asUntrusted } from "../../core/text/untrusted.js";
import { callWords } from "./call-words.js";

/** A file as it is now. */
export interface FileNow {
  readonly path: string;
  /** None if there is no such file. */
  readonly bytes?: Uint8Array;
  readonly text?: string;
  readonly format: TextFormat;
  /** The file compared with what the Model saw of it last. */
  readonly seen: "unseen" | "same" | "changed";
}

/** The text that a file is to have. */
export interface NextText {
  readonly text: string;
  /** How the text was made, if that is not plain: for the user and the Model. */
  readonly remark?: string;
  readonly caution?: string;
}

interface EditToolSource<F extends Fields> {
  readonly name: string;
  readonly description: string;
  readonly parameters: F;
  readonly path: (args: ArgsOf<F>) => string;
  /** Throws a sentence for the Model if nothing should be written. */
  readonly next: (args: ArgsOf<F>, file: FileNow) => NextText;
}

/** The largest file that can be edited: each edit puts the file into the Log twice. */
const MOST_BYTES = 10_000_000;

export function defineEditTool<F extends Fields>(source: EditToolSource<F>): Tool {
  const { name, description, parameters } = source;
  return {
    kind: "edit",
    untrusted: false,
    needsFolder: true,
    declaration: { name, description, parameters: schemaOf(parameters) },
    prepare(given) {
      const args = readArgs(parameters, given);
      let file: FileNow | undefined;
      let next: NextText | undefined;
      return {
        title: source.path(args),
        async propose(env) {
          file = await readNow(source.path(args), env);
          next = source.next(args, file);
          return proposed(file, next);
        },
        run(env, _signal, approved) {
          if (!file || !next || approved?.kind !== "edit") throw new Error(callWords.notProposed); // a bug
          return write(file, next, approved, env);
        },
      };
    },
  };
}

async function readNow(said: string, env: ToolEnv): Promise<FileNow> {
  const workspace = env.workspace();
  const path = await findPath(said, workspace);
  if (path === "") throw new AgentError("InvalidPathError", callWords.pathOfFolder);
  // Files that git ignores may be written (build output, notes); those kept from the Model, and git's own, may not.
  if (await env.ignore({ respectGitIgnore: false }).isIgnored(path, false))
    throw new AgentError("InvalidArgsError", callWords.hidden(path));
  const bytes = await readIfThere(workspace, path);
  if (!bytes) return { path, format: PLAIN_TEXT, seen: "unseen" };
  if (bytes.length > MOST_BYTES)
    throw new AgentError("NotSupportedError", callWords.tooLargeToEdit(path, bytes.length));
  const editable = findEditableText(bytes);
  if (!editable) throw new AgentError("NotSupportedError", callWords.notText(path));
  return { path, bytes, ...editable, seen: await env.seen.compare(path, bytes) };
}

function proposed({ path, text }: FileNow, { text: after, remark, caution }: NextText): Proposed {
  const proposal: Proposal = {
    kind: "edit",
    path,
    ...(text !== undefined && { before: text }),
    after,
    ...(remark && { remark }),
  };
  return { proposal, ...(caution && { caution }) };
}

async function write(
  file: FileNow,
  { text, remark }: NextText,
  approved: Proposal & { readonly kind: "edit" },
  env: ToolEnv,
): Promise<WholeOutput> {
  const { path, bytes: before, format } = file;
  const after = encodeText(approved.after, format);
  // Asked only now: the click that approved the edit may also have let us write (W2).
  if (!(await env.workspace().canWrite())) throw new AgentError("NoModificationAllowedError", callWords.readOnly);
  try {
    await env.change({ path, ...(before && { before }), after });
  } catch (error) {
    if (!isNamed(error, "ChangedError")) throw error;
    throw new AgentError("ChangedError", callWords.changedMeanwhile(path), { cause: error });
  }
  await env.seen.note(path, after);
  const edit = editNote(path, file.text, approved.after);
  const done = before ? `Changed “${path}”` : `Made “${path}”`;
  const lines = [`${done}: ${edit.added} lines added, ${edit.removed} removed.`, ...(remark ? [remark] : [])];
  if (approved.after !== text) {
    const patch = asUntrusted(editPatch(path, text, approved.after));
    lines.push("The user changed your text before it was written. What the user changed:", patch);
  }
  return { text: lines.join("\n"), edit, touched: [path] };
}
