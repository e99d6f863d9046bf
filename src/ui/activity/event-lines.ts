/**
 * An event as lines to read: what each of its fields is called, and what is in it. Never a key: none is in an event, and
 * what looks like one in words that came from elsewhere is blotted out (P2).
 */
import type { AgentEvent } from "../../core/port/events.js";
import { activityTexts } from "./activity-texts.js";
import { texts } from "../base/texts.js";

interface EventLine {
  readonly name: string;
  readonly value: string;
}

/** Enough to see what it is; the whole of it stands in the conversation. */
const LONGEST = 2_000;
/** Fields that are times. */
const TIMES: ReadonlySet<string> = new Set(["at", "until", "createdAt", "updatedAt", "trashedAt"]);
/** Google's keys, those of most others, and what follows the word for them. */
const SECRETS = /\bAIza[\w-]{10,}|\bsk-[\w-]{10,}|(?<=\b(?:bearer|key|token|password)[=:\s]\s*)[\w.~+/-]{16,}/gi;

export const eventLines = (event: AgentEvent): readonly EventLine[] =>
  Object.entries(event).flatMap(([key, value]) => (key === "type" ? [] : linesIn(value, [key])));

function linesIn(value: unknown, path: readonly string[]): readonly EventLine[] {
  if (value === undefined || value === null) return [];
  const name = path.map(words).join(" · ");
  if (Array.isArray(value)) return [{ name, value: texts.number(value.length) }];
  if (typeof value === "object") return Object.entries(value).flatMap(([key, inner]) => linesIn(inner, [...path, key]));
  return [{ name, value: written(value, path.at(-1)!) }];
}

function written(value: unknown, key: string): string {
  if (typeof value === "number") return TIMES.has(key) ? texts.day(value) : texts.number(value);
  const text = String(value).replaceAll(SECRETS, activityTexts.secret);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… ${texts.moreCharacters(text.length - LONGEST)}` : text;
}

/** `turnId` is "turn id". */
const words = (key: string): string => key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
