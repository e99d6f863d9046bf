/**
 * The librarian's next move in a Turn: calls to the reading Tools, or the answer. A function of what it is sent and of what
 * the library holds: it keeps nothing between two requests, so a Turn goes on after a reload as before it.
 *
 * R1 It says once in a Session what it is.
 * R2 An order is carried out by a Tool, so that it is seen, logged and governed as a Model's call would be.
 * R3 An order that cannot be carried out (there is no such folder) is searched for.
 * R4 Every answer comes of at most four calls in a row.
 * R5 What the user had it remember is quoted first, with a link to where it stands (Q1).
 */
import type { ModelRequest } from "../models/model.js";
import { answerSearch } from "./find.js";
import type { Library } from "./library.js";
import { fileLink } from "./markdown.js";
import { answer, withoutFolder, type Desk, type Move } from "./move.js";
import { carryOut, remember } from "./orders.js";
import { planFor, type Plan } from "./plan.js";
import { answerRecall } from "./recall.js";
import { SELF, TALK } from "./small-talk.js";
import { readVerb } from "./verbs.js";
import { turnSoFar } from "./turn-so-far.js";

const MOST_CALLS = 4;
const MOST_REMEMBERED = 3;

export async function nextMove(request: ModelRequest, library: Library): Promise<Move> {
  const turn = turnSoFar(request.contents, SELF);
  const tools = new Set(request.tools?.map(({ name }) => name));
  const move = await moveFor(planFor(turn.question), { turn, tools, library });
  if (move.kind === "call") return move;
  return { kind: "answer", text: turn.isIntroduced ? move.text : `${SELF}\n\n${move.text}` }; // R1
}

async function moveFor(plan: Plan, desk: Desk): Promise<Move> {
  switch (plan.kind) {
    case "talk":
      return answer(TALK[plan.about]);
    case "remember":
      return remember(plan.fact, desk);
    case "recall":
      return withMemories(plan.topic, await answerRecall(plan, desk), desk);
    case "search":
      return withMemories(plan.question, await answerSearch(plan, desk), desk);
    default:
      return order(plan, desk);
  }
}

/** R5: what is remembered stands before what was found. */
async function withMemories(words: string, move: Move, { library }: Desk): Promise<Move> {
  if (move.kind === "call") return move;
  const lines = (await library.remembered?.(words)) ?? [];
  if (lines.length === 0) return move;
  const quoted = lines
    .slice(0, MOST_REMEMBERED)
    .map(({ path, line, text }) => `> ${escaped(text)} (${fileLink(path, line)})`);
  return answer(`You told me to remember:\n\n${quoted.join("\n>\n")}\n\n${move.text}`);
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);

async function order(plan: Extract<Plan, { kind: "read" | "list" | "files" | "lines" }>, desk: Desk): Promise<Move> {
  const missing = withoutFolder(desk);
  if (missing !== undefined) return answer(missing);
  const isSpent = desk.turn.calls.length >= MOST_CALLS; // R4
  const move = isSpent ? undefined : carryOut(plan, desk.turn.calls);
  const question = readVerb(desk.turn.question)?.rest || desk.turn.question;
  return move ?? answerSearch({ kind: "search", question, phrases: [] }, desk); // R3
}
