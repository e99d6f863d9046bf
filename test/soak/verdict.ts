/** Compares what was acknowledged with what is there. Every loss is a sentence. */
import type { Shown, Stored, StoredContent } from "./page-view.js";
import { countedUp, numbersIn } from "./numbered-answer.js";
import type { Acknowledged } from "./witness.js";

export interface Verdict {
  readonly losses: readonly string[];
  /** Words of each answer that are stored. */
  readonly words: ReadonlyMap<string, number>;
}

export function judgeStored(acknowledged: readonly Acknowledged[], stored: Stored): Verdict {
  const losses: string[] = [];
  const words = new Map<string, number>();
  for (const each of acknowledged) {
    const said = stored.contents.filter(({ from, text }) => from === "user" && text.startsWith(`${each.tag}:`));
    if (said.length !== 1) losses.push(`The message ${each.tag} is there ${said.length} times.`);
    const [message] = said;
    if (!message) continue;
    if (message.length !== each.length)
      losses.push(`The message ${each.tag} has ${message.length} characters, not ${each.length}.`);
    if (each.session && message.session !== each.session) losses.push(`The message ${each.tag} is in another session.`);
    if (!stored.sessions.includes(message.session)) losses.push(`The session of ${each.tag} is not in the list.`);
    const text = answerTo(message, stored);
    const count = countedUp(numbersIn(each.tag, text));
    if (count === undefined)
      losses.push(`The answer to ${each.tag} has words twice or out of order: ${text.slice(0, 200)}`);
    else if (count < each.atLeast)
      losses.push(`The answer to ${each.tag} has ${count} words; ${each.atLeast} were acknowledged.`);
    else if (each.finished && count !== each.words) losses.push(`The answer to ${each.tag} had ended.`);
    words.set(each.tag, count ?? 0);
  }
  return { losses, words };
}

/** Records first; of a step that has none yet, its drafts. One that has both would be shown twice. */
function answerTo(message: StoredContent, stored: Stored): string {
  const records = stored.contents.filter(({ turn, from }) => turn === message.turn && from === "model");
  const drafts = stored.drafts
    .filter(({ turn }) => turn === message.turn)
    .toSorted((one, other) => one.seq - other.seq);
  return [...records, ...drafts].map(({ text }) => text).join(" ");
}

/** The last message's session as the screen shows it, opened anew. */
export function judgeShown(
  { tag, words: all }: Acknowledged,
  words: number,
  shown: Shown,
  canContinue: boolean,
): string[] {
  const losses: string[] = [];
  const asked = shown.articles.flatMap(({ who, text }, at) => (who === "You" && text.includes(`${tag}:`) ? [at] : []));
  if (asked.length !== 1) losses.push(`The screen shows the message ${tag} ${asked.length} times.`);
  const answer = shown.articles[asked[0]! + 1]?.text ?? "";
  const count = countedUp(numbersIn(tag, answer));
  if (count !== words)
    losses.push(`The screen shows ${count ?? "muddled"} words of the answer to ${tag}; ${words} are stored.`);
  if (words < all && !canContinue) losses.push(`The cut off answer to ${tag} has no Continue button.`);
  return losses;
}
