/** A Session's line in the list, folded from its records one by one: so the list never reads them all. */
import { textOf } from "../content.js";
import type { LogRecord } from "./log.js";
import type { SessionSummary } from "./store.js";

/** Longer titles are cut in the list anyway; 80 is the length of a session summary (K5). */
const TITLE_LENGTH = 80;

export function addToSummary(summary: SessionSummary | undefined, record: LogRecord): SessionSummary {
  const before: SessionSummary = summary ?? {
    id: record.session,
    title: "",
    createdAt: record.at,
    updatedAt: record.at,
    messages: 0,
    records: 0,
    tokens: 0,
  };
  const counted = { ...before, records: before.records + 1 };
  switch (record.kind) {
    case "session-created":
      return {
        ...counted,
        createdAt: record.at,
        updatedAt: record.at,
        title: record.title ?? counted.title,
        workspace: record.workspace,
        ...(record.agentOf && { agentOf: record.agentOf.session }),
      };
    case "session-changed":
      return {
        ...counted,
        ...(record.title !== undefined && { title: record.title }),
        ...(record.pinned !== undefined && { pinned: record.pinned }),
        ...(record.workspace !== undefined && { workspace: record.workspace }),
        ...(record.trashed !== undefined && { trashedAt: record.trashed ? record.at : undefined }),
      };
    case "content": {
      const isMessage = record.from === "user";
      return {
        ...counted,
        updatedAt: record.at,
        tokens: counted.tokens + (record.weight?.tokens ?? 0),
        messages: counted.messages + (isMessage ? 1 : 0),
        title: counted.title || (isMessage ? titleOf(record.shown ?? textOf(record.content)) : ""),
      };
    }
    default:
      return { ...counted, updatedAt: record.at };
  }
}

/** The first line that says something, cut at a word. */
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
