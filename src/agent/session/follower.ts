/** The follower of a Session that another tab writes in: makes Turns of the records and drafts that this tab hears of (L4). */
import type { RecordId, TurnId } from "../../core/ids.js";
import type { LogRecord } from "../../core/log/log.js";
import { isOfTurn } from "../../core/log/record-kinds.js";
import type { Draft, LogNews } from "../../core/log/store.js";
import { isUndo, withRecord, withUndone, type TurnView } from "../../core/port/turns.js";
import { contentOfDrafts } from "./mend-session.js";
import type { SessionState } from "./session-state.js";

interface Follower {
  /** Begins with the newest Turns, and with the drafts of what is being said in them. */
  start(turns: readonly TurnView[], drafts: readonly Draft[]): void;
  hear(news: LogNews): void;
}

export function createFollower({ id: session, log, turns: read, tell }: SessionState): Follower {
  /** The last two Turns; more are not needed, since the records of a Turn stand together. */
  let turns: readonly TurnView[] = [];
  let drafts: readonly Draft[] = [];

  const show = (id: TurnId) => {
    const turn = turns.find((each) => each.id === id);
    if (!turn) return;
    const pieces = drafts.filter((draft) => draft.turn === id);
    const shown = pieces.length === 0 ? turn : withDrafts(turn, pieces);
    tell({ type: "turn-replaced", sessionId: session, turn: shown });
  };

  const hearRecord = (record: LogRecord) => {
    turns = withRecord(turns, record).slice(-2);
    if (record.kind === "content") drafts = drafts.filter(({ step }) => step !== record.step);
    if (isUndo(record)) turns = withUndone(turns, [record]);
    if (isOfTurn(record) || isUndo(record)) show(record.turn);
    tellChanges(record);
  };

  /** Tells what a record changes in earlier Turns. */
  const tellChanges = (record: LogRecord) => {
    if (record.kind === "rewind") void tellRewind(record.to);
    read.note(record);
    const changed = read.changedBy(record);
    if (changed) {
      const { root, undone, block } = changed;
      tell({ type: "compression-changed", sessionId: session, record: root.id, undone, block });
    }
    const masking = read.maskingAfter(record);
    if (masking) tell({ type: "masking-changed", sessionId: session, masking });
    const marks = read.marksAfter(record);
    if (marks.length > 0) tell({ type: "context-changed", sessionId: session, marks });
  };

  const tellRewind = async (to: RecordId) => {
    const record = (await log.records(session)).find(({ id }) => id === to);
    if (record?.kind === "content") tell({ type: "turns-rewound", sessionId: session, from: record.turn });
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
  const content = contentOfDrafts(pieces);
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
