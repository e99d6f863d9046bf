/**
 * The librarian's next move in a Turn: calls to the reading Tools, or the answer. A function of the request and of the
 * library: nothing is kept between two requests, so a Turn goes on after a reload.
 * R1 The first answer in a Session says what the librarian is.
 * R2 Orders are carried out by Tools, so that they are shown, logged and governed as a Model's calls.
 * R3 An order that cannot be carried out (there is no such folder) becomes a search.
 * R4 Every answer takes at most four calls in a row.
 * R5 Facts that the user had it remember are quoted first, with a link to their place (Q1).
 */
import type { ModelRequest } from "../models/model.js";
import { answerSearch } from "./find.js";
import type { Library } from "./library.js";
import { fileLink } from "./markdown.js";
import { answer, withoutFolder, type LibrarianInput, type Move } from "./move.js";
import { carryOut, remember, type Order } from "./orders.js";
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

async function moveFor(plan: Plan, input: LibrarianInput): Promise<Move> {
  switch (plan.kind) {
    case "talk":
      return answer(TALK[plan.about]);
    case "remember":
      return remember(plan.fact, input);
    case "recall":
      return withMemories(plan.topic, await answerRecall(plan, input), input);
    case "search":
      return withMemories(plan.question, await answerSearch(plan, input), input);
    default:
      return order(plan, input);
  }
}

/** R5. */
async function withMemories(words: string, move: Move, { library }: LibrarianInput): Promise<Move> {
  if (move.kind === "call") return move;
  const lines = (await library.remembered?.(words)) ?? [];
  if (lines.length === 0) return move;
  const quoted = lines
    .slice(0, MOST_REMEMBERED)
    .map(({ path, line, text }) => `> ${escaped(text)} (${fileLink(path, line)})`);
  return answer(`You told me to remember:\n\n${quoted.join("\n>\n")}\n\n${move.text}`);
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);

async function order(plan: Order, input: LibrarianInput): Promise<Move> {
  const missing = withoutFolder(input);
  if (missing !== undefined) return answer(missing);
  const isSpent = input.turn.calls.length >= MOST_CALLS; // R4
  const move = isSpent ? undefined : carryOut(plan, input.turn.calls);
  const question = readVerb(input.turn.question)?.rest || input.turn.question;
  return move ?? answerSearch({ kind: "search", question, phrases: [] }, input); // R3
}
