/** The summary of a Session, made from its records one by one, so that the list of Sessions never reads them all. */
import { textOf } from "../content.js";
import type { LogRecord } from "./log.js";
import { isOfSession, type SessionRecord } from "./record-kinds.js";
import type { SessionSummary } from "./store.js";

/** Longer titles are cut in the list anyway; 80 is the length of a session summary (K5). */
const TITLE_LENGTH = 80;

/** The summary of a Session without records. */
export const blankSummary = (id: string, at: number): SessionSummary => ({
  id,
  title: "",
  createdAt: at,
  updatedAt: at,
  messages: 0,
  records: 0,
  tokens: 0,
});

export function addToSummary(summary: SessionSummary | undefined, record: LogRecord): SessionSummary {
  const before = summary ?? blankSummary(record.session, record.at);
  const counted = { ...before, records: before.records + 1 };
  if (isOfSession(record)) return { ...counted, ...changeOfSession(record) };
  const written = { ...counted, updatedAt: record.at };
  if (record.kind !== "content") return written;
  const isMessage = record.from === "user";
  return {
    ...written,
    tokens: counted.tokens + (record.weight?.tokens ?? 0),
    messages: counted.messages + (isMessage ? 1 : 0),
    title: counted.title || (isMessage ? titleOf(record.shown ?? textOf(record.content)) : ""),
  };
}

function changeOfSession(record: SessionRecord): Partial<SessionSummary> {
  const { at, title, workspace } = record;
  switch (record.kind) {
    case "session-created":
      return {
        createdAt: at,
        updatedAt: at,
        workspace,
        ...(title !== undefined && { title }),
        ...(record.agentOf && { agentOf: record.agentOf.session }),
      };
    case "session-changed":
      return {
        ...(title !== undefined && { title }),
        ...(record.pinned !== undefined && { pinned: record.pinned }),
        ...(workspace !== undefined && { workspace }),
        ...(record.trashed !== undefined && { trashedAt: record.trashed ? at : undefined }),
      };
  }
}

/** The first line that is not blank, cut at a word. */
export function titleOf(text: string): string {
  const line =
    text
      .split("\n")
      .find((each) => each.trim() !== "")
      ?.trim()
      .replaceAll(/\s+/g, " ") ?? "";
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > TITLE_LENGTH / 2 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
