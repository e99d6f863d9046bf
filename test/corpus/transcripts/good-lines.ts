/** What a careful summariser would write of a transcript: a line for each fact, in the words of the record that states it. */
import type { Section } from "../../../src/core/log/snapshot-sections.js";
import { holds, squeezed } from "./needles.js";
import { entryText, type Fact, type Kind, type Transcript } from "./types.js";

export interface GoodLine {
  readonly fact: Fact;
  readonly section: Section;
  readonly text: string;
}

const sections: Readonly<Partial<Record<Kind, Section>>> = {
  demand: "active_constraints",
  path: "artifact_trail",
  plan: "task_state",
};

export const goodLines = (transcript: Transcript): GoodLine[] =>
  transcript.facts.map((fact) => ({
    fact,
    section: sections[fact.kind] ?? "key_knowledge",
    text: statementOf(fact, transcript),
  }));

/** The fewest neighbouring sentences of the record that hold the fact. */
function statementOf({ id, turn, needles }: Fact, { name, contents }: Transcript): string {
  const sentences = sentencesOf(entryText(contents[turn]!));
  for (let length = 1; length <= sentences.length; length++)
    for (let start = 0; start + length <= sentences.length; start++) {
      const text = sentences.slice(start, start + length).join(" ");
      if (needles.some((one) => holds(squeezed(text), one))) return text;
    }
  throw new Error(`${name}: the record of ${id} does not state it.`);
}

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);
