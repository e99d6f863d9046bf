/**
 * History: the Contents of a Session. The comprehensive one has everything; the curated one only what may be sent (L6).
 * R1 A user's turn stays; a run of model turns stays only if each of them is valid. Valid is a turn with parts, none of which is empty: no
 *    key, or an empty text with no other payload and no signature. Parts that a role cannot have (a user's call or thought, a Model's
 *    result) and a user's empty parts are left out.
 * R2 It starts with a user's turn: model turns before it are left out.
 * R3 Thoughts are not sent back, their signatures are: such a signature goes to the part that follows, or, if that has its own, to an empty
 *    text in its place. A turn of nothing but thoughts is left out.
 * R4 Model turns without a user's turn between them become one, and so do a user's words.
 * R5 Right after a model turn with calls come their results, in the order of the calls, in one turn. A call without a result gets one that
 *    says so; a result without a call, or a second one, is left out. A result gets the id and the name of its call, by which a server pairs
 *    them. Words that came with a result stay behind it in its turn, other words make a turn of their own, where a History can be cut (C2).
 * R6 In the active loop (after the last words of a user) the first call of each model turn has a signature: its own, or the one that asks
 *    the server not to check.
 * R7 A part that needs no change is the same object. Curating twice is curating once.
 */
import type { Content, Part, Role, ToolCall, ToolResult } from "../content.js";

/** A curated Content, and the places in the History whose parts are in it: none, if all its parts were added (R5). */
interface Traced {
  readonly content: Content;
  readonly sources: readonly number[];
}

export const curate = (contents: readonly Content[]): readonly Content[] =>
  traceCurated(contents).map(({ content }) => content);

export function traceCurated(contents: readonly Content[]): readonly Traced[] {
  const turns: Turn[] = [];
  for (const { role, pieces } of sendableRuns(contents)) {
    const last = turns.at(-1);
    if (role === "user") turns.push(...answer(last, pieces));
    else if (last?.role === "model") last.pieces.push(...pieces);
    else if (last) turns.push({ role, pieces });
  }
  // A History that ends with a call: the request that follows must answer it.
  turns.push(...answer(turns.at(-1), []));
  signActiveLoop(turns);
  return turns.map(({ role, pieces }) => ({
    content: { role, parts: pieces.map(({ part }) => part) },
    sources: [...new Set(pieces.flatMap(({ source }) => source ?? []))].toSorted((a, b) => a - b),
  }));
}

/** A part and the index of its Content. */
interface Piece {
  readonly part: Part;
  readonly source?: number;
}

interface Turn {
  readonly role: Role;
  readonly pieces: Piece[];
}

/** The fixed word of Gemini's API for a signature that is not to be checked. */
const UNSIGNED = "skip_thought_signature_validator";

const LOST =
  "There is no result: the call was interrupted before it ended. What it did is not known. Call again if it matters.";

/** Runs of one role each, without parts that may not be sent (R1, R3, R4). */
function sendableRuns(contents: readonly Content[]): Turn[] {
  const runs: Turn[] = [];
  for (let at = 0; at < contents.length;) {
    const { role } = contents[at]!;
    const from = at;
    while (at < contents.length && contents[at]!.role === role) at++;
    const run = contents.slice(from, at);
    if (role === "model" && !run.every(isValid)) continue;
    const pieces = run.flatMap(({ parts }, nth) =>
      (role === "model" ? spokenByModel(parts) : parts.filter(isSaidByUser)).map((part) => ({
        part: withoutEmptyText(part),
        source: from + nth,
      })),
    );
    const last = runs.at(-1);
    if (last?.role === role) last.pieces.push(...pieces);
    else if (pieces.length > 0) runs.push({ role, pieces });
  }
  return runs;
}

const isSaidByUser = (part: Part): boolean => !isEmpty(part) && !part.thought && !part.functionCall;

const isValid = ({ parts }: Content): boolean => parts.length > 0 && !parts.some(isEmpty);

function isEmpty(part: Part): boolean {
  if (part.text !== undefined && (part.text !== "" || part.thought)) return false;
  if (part.functionCall || part.functionResponse) return false;
  return !Object.entries(part).some(([key, value]) => key !== "text" && key !== "thought" && value !== undefined);
}

/** A part has one payload: an empty text beside another payload is removed. */
function withoutEmptyText(part: Part): Part {
  if (part.text !== "" || !(part.functionCall || part.functionResponse || part.inlineData || part.fileData))
    return part;
  const { text: _, ...payload } = part;
  return payload;
}

/** R3 */
function spokenByModel(said: readonly Part[]): readonly Part[] {
  const parts = said.filter((part) => !part.functionResponse);
  if (!parts.some(isThought)) return parts;
  if (parts.every(isThought)) return [];
  const kept: Part[] = [];
  let signature: string | undefined;
  const keepSignature = () => {
    if (signature !== undefined) kept.push({ text: "", thoughtSignature: signature });
    signature = undefined;
  };
  for (const part of parts) {
    if (isThought(part)) {
      if (part.thoughtSignature === undefined) continue;
      keepSignature();
      signature = part.thoughtSignature;
    } else if (signature !== undefined && part.thoughtSignature === undefined) {
      kept.push({ ...part, thoughtSignature: signature });
      signature = undefined;
    } else {
      keepSignature();
      kept.push(part);
    }
  }
  keepSignature();
  return kept;
}

const isThought = (part: Part): boolean => part.thought === true && part.functionCall === undefined;

/** The turns after `before`: the results of its calls, and the user's other words (R5). */
function answer(before: Turn | undefined, said: readonly Piece[]): Turn[] {
  const calls = before?.role === "model" ? before.pieces.flatMap(({ part }) => part.functionCall ?? []) : [];
  const results = said.filter(({ part }) => part.functionResponse);
  if (calls.length === 0 && results.length === 0) return said.length > 0 ? [{ role: "user", pieces: [...said] }] : [];
  const paired = pairResults(calls, results);
  const answers = calls.map((call, at) => resultOf(call, paired[at]));
  const withResult = new Set(answers.map(({ source }) => source));
  const words = said.filter(({ part }) => !part.functionResponse);
  const turns: Turn[] = [
    { role: "user", pieces: [...answers, ...words.filter(({ source }) => withResult.has(source))] },
    { role: "user", pieces: words.filter(({ source }) => !withResult.has(source)) },
  ];
  return turns.filter(({ pieces }) => pieces.length > 0);
}

/**
 * The result of each call, where there is one, surest first: by id and name; by an id that no call of the result's name has; by name, both
 * without an id; by name, one of the two without. An id that is a call's is never taken for another's.
 */
function pairResults(calls: readonly ToolCall[], results: readonly Piece[]): readonly (Piece | undefined)[] {
  const pairs: (Piece | undefined)[] = calls.map(() => undefined);
  const left = new Set(results);
  const isOf = (call: ToolCall, result: ToolResult) => call.id === result.id && call.name === result.name;
  const ways: ((call: ToolCall, result: ToolResult) => boolean)[] = [
    (call, result) => call.id !== undefined && isOf(call, result),
    (call, result) => call.id !== undefined && call.id === result.id && !calls.some((each) => isOf(each, result)),
    (call, result) => call.id === undefined && isOf(call, result),
    (call, result) =>
      call.name === result.name &&
      (result.id === undefined || (call.id === undefined && !calls.some(({ id }) => id === result.id))),
  ];
  for (const fits of ways) {
    for (const [at, call] of calls.entries()) {
      if (pairs[at]) continue;
      for (const piece of left) {
        if (!fits(call, piece.part.functionResponse!)) continue;
        pairs[at] = piece;
        left.delete(piece);
        break;
      }
    }
  }
  return pairs;
}

function resultOf({ id, name }: ToolCall, piece: Piece | undefined): Piece {
  const own = { ...(id !== undefined && { id }), name };
  const result = piece?.part.functionResponse;
  if (!result) return { part: { functionResponse: { ...own, response: { error: LOST } } } };
  if (result.id === id && result.name === name) return piece;
  const { id: _, ...said } = result;
  return { ...piece, part: { ...piece.part, functionResponse: { ...said, ...own } } };
}

/** R6. Changes the lists of pieces, which are ours, not the parts in them. */
function signActiveLoop(turns: readonly Turn[]): void {
  const start = turns.findLastIndex(
    ({ role, pieces }) => role === "user" && !pieces.some(({ part }) => part.functionResponse),
  );
  for (const { role, pieces } of turns.slice(start + 1)) {
    const first = role === "model" ? pieces.findIndex(({ part }) => part.functionCall) : -1;
    const piece = pieces[first];
    if (piece && piece.part.thoughtSignature === undefined)
      pieces[first] = { ...piece, part: { ...piece.part, thoughtSignature: UNSIGNED } };
  }
}
