/** The fields of an event as lines to read. Events carry no keys; text in them that looks like one is not shown (P2). */
import type { AgentEvent } from "../../core/port/events.js";
import { activityTexts } from "./activity-texts.js";
import { texts } from "../base/texts.js";

interface EventLine {
  readonly name: string;
  readonly value: string;
}

/** Characters of a value that are shown; the conversation has the whole of it. */
const LONGEST = 2_000;
const TIMES: ReadonlySet<string> = new Set(["at", "until", "createdAt", "updatedAt", "trashedAt"]);
/** Google's keys, those of most others, and what follows a word such as "token". */
const SECRETS = /\bAIza[\w-]{10,}|\bsk-[\w-]{10,}|(?<=\b(?:bearer|key|token|password)[=:\s]\s*)[\w.~+/-]{16,}/gi;

export const eventLines = (event: AgentEvent): readonly EventLine[] =>
  Object.entries(event).flatMap(([key, value]) => (key === "type" ? [] : linesFrom(value, [key])));

function linesFrom(value: unknown, path: readonly string[]): readonly EventLine[] {
  if (value === undefined || value === null) return [];
  const name = path.map(spaced).join(" · ");
  if (Array.isArray(value)) return [{ name, value: texts.number(value.length) }];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, inner]) => linesFrom(inner, [...path, key]));
  return [{ name, value: written(value, path.at(-1)!) }];
}

function written(value: unknown, key: string): string {
  if (typeof value === "number") return TIMES.has(key) ? texts.day(value) : texts.number(value);
  const text = String(value).replaceAll(SECRETS, activityTexts.secret);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… ${texts.moreCharacters(text.length - LONGEST)}` : text;
}

/** `turnId` is "turn id". */
const spaced = (key: string): string => key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
