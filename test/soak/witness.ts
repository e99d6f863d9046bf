/**
 * Writes down, outside the browser, what its pages have shown of a message and its answer. What counts as acknowledged:
 * R1 a message, once it stands in the conversation;
 * R2 words of the owner's tab that have been visible for more than a second when the browser is killed, and by so much more
 *    as the machine was seen to be late;
 * R3 words that the tab which only follows has shown: it hears of nothing that is not durable;
 * R4 all words of an answer that has ended in the owner's tab.
 */
import type { Page } from "playwright";
import { lookAt, type Shown } from "./page-view.js";
import { messageOf, numbersIn } from "./numbered-answer.js";

/** What must be there from now on. */
export interface Acknowledged {
  readonly tag: string;
  /** The session it was said in, as the address named it. */
  readonly session?: string;
  /** Characters of the message. */
  readonly length: number;
  /** Words of the answer that must not be lost. */
  readonly atLeast: number;
  /** How many words the whole answer has. */
  readonly words: number;
  /** Whether it was seen to end with all of them. */
  readonly finished: boolean;
}

export interface Witness {
  /** Watches one more tab. */
  watch(page: Page, role: Role): void;
  stop(): void;
  /** What was acknowledged when the browser was killed; nothing if not even the message was shown. */
  acknowledged(killedAt: number): Acknowledged | undefined;
  /** When each word was first seen in the owner's tab. */
  readonly seen: readonly number[];
  readonly alerts: ReadonlySet<string>;
}

type Role = "owner" | "follower";

const EVERY = 40;
/** A draft is at most a second old (L3). */
const SECOND = 1_000;

export function createWitness(tag: string, words: number): Witness {
  const seen: number[] = [];
  const alerts = new Set<string>();
  let session: string | undefined;
  let hasMessage = false;
  let wasBusy = false;
  let ended = 0;
  let followed = 0;
  let watching = true;
  /** How late the latest of the looks came (ms): so late may be whoever writes, too. */
  let late = 0;

  const note = (role: Role, { at, articles, hash, alerts: said }: Shown) => {
    for (const alert of said) alerts.add(alert);
    const asked = articles.findIndex(({ who, text }) => who === "You" && text.includes(messageOf(tag)));
    if (asked < 0) return;
    hasMessage = true;
    session ??= /#\/session\/([^/]+)/.exec(hash)?.[1];
    const answer = articles[asked + 1];
    if (!answer) return;
    const count = Math.max(0, ...numbersIn(tag, answer.text));
    if (role === "follower") followed = Math.max(followed, count);
    else {
      for (let word = seen.length; word < count; word++) seen.push(at);
      wasBusy ||= answer.busy;
      if (wasBusy && !answer.busy) ended = Math.max(ended, count);
    }
  };

  return {
    alerts,
    seen,
    watch(page, role) {
      let due = Date.now();
      const look = async () => {
        late = Math.max(late, Date.now() - due);
        const shown = await lookAt(page).catch(() => undefined); // between two pages, or killed
        if (!watching) return;
        if (shown) note(role, shown);
        due = Date.now() + EVERY;
        setTimeout(() => void look(), EVERY);
      };
      void look();
    },
    stop: () => void (watching = false),
    acknowledged(killedAt) {
      if (!hasMessage) return undefined;
      const old = seen.filter((at) => at < killedAt - SECOND - late).length;
      const atLeast = Math.max(old, followed, ended);
      return { tag, session, length: messageOf(tag).length, atLeast, words, finished: ended === words };
    },
  };
}
