/** A Session that another tab writes in: its Turns as this tab hears of them, records and drafts alike (L4). */
import type { LogRecord } from "../core/log.js";
import type { Draft, LogNews } from "../core/store.js";
import { isOfTurn, isUndo, withRecord, withUndone, type TurnView } from "../core/turns.js";
import { contentOf } from "./mend-session.js";

export interface Follower {
  /** Where to begin: the newest Turns, and what of them is only drafted yet. */
  start(turns: readonly TurnView[], drafts: readonly Draft[]): void;
  hear(news: LogNews): void;
}

export function createFollower(session: string, tell: (turn: TurnView) => void): Follower {
  /** The last two are enough: a Turn's records stand together. */
  let turns: readonly TurnView[] = [];
  let drafts: readonly Draft[] = [];

  const show = (id: string) => {
    const turn = turns.find((each) => each.id === id);
    if (!turn) return;
    const pieces = drafts.filter((draft) => draft.turn === id);
    tell(pieces.length === 0 ? turn : withDrafts(turn, pieces));
  };

  const hearRecord = (record: LogRecord) => {
    turns = withRecord(turns, record).slice(-2);
    if (record.kind === "content") drafts = drafts.filter(({ step }) => step !== record.step);
    if (isUndo(record)) turns = withUndone(turns, [record]);
    if (isOfTurn(record) || isUndo(record)) show(record.turn);
  };

  return {
    start(newest, drafted) {
      turns = newest.slice(-2);
      drafts = drafted;
    },
    hear(news) {
      if (news.type === "appended")
        for (const record of news.records) if (record.session === session) hearRecord(record);
      if (news.type === "drafted" && news.draft.session === session) {
        drafts = [...drafts, news.draft];
        show(news.draft.turn);
      }
    },
  };
}

function withDrafts(turn: TurnView, pieces: readonly Draft[]): TurnView {
  const { step, model, session } = pieces[0]!;
  const content = contentOf(pieces);
  const record: LogRecord = {
    id: "",
    session,
    at: turn.at,
    kind: "content",
    turn: turn.id,
    step,
    from: "model",
    model,
    content,
  };
  return { ...withRecord([turn], record)[0]!, last: turn.last };
}
