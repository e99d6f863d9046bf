/** Holds the questions against the folder itself, so that nobody is judged by an answer that is not there. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { LibraryFolder } from "../../support/library-folder.js";
import type { Question } from "./questions.js";

/** A sentence for each answer that does not stand in its file, and each missing word that stands somewhere. */
export function findWrongAnswers(questions: readonly Question[], folder: LibraryFolder): readonly string[] {
  const texts = new Map(folder.files.map((file) => [file, readFileSync(path.join(folder.path, file), "utf8")]));
  const wrong: string[] = [];
  for (const { asks, answers, missing = [] } of questions) {
    for (const [file, words] of Object.entries(answers))
      if (!texts.get(file)?.includes(words)) wrong.push(`"${asks}": ${file} does not have the words ${words}.`);
    for (const word of missing)
      for (const [file, text] of texts)
        if (text.toLowerCase().includes(word.toLowerCase())) wrong.push(`"${asks}": ${word} stands in ${file}.`);
  }
  return wrong;
}
