/** The librarian over a real folder of 2,000 files: how often the right file is among the first three, and what it costs. */
import { questions } from "../corpus/librarian/questions.js";
import { openLibraryFolder } from "../support/library-folder.js";
import { isRight, openLibrarian, type LibrarianQuestion } from "../support/librarian-judge.js";
import { median, type Bench, type Measured } from "./bench.js";

const asked: readonly LibrarianQuestion[] = questions.map(({ asks, answers }) => ({
  ask: asks,
  files: Object.keys(answers),
}));
const openFolder = async () => openLibrarian((await openLibraryFolder()).path);

export const benches: readonly Bench[] = [
  {
    name: "librarian: questions answered by the right file",
    unit: "of 40",
    budget: { atLeast: 36 },
    async measure(tell: (progress: string) => void): Promise<Measured> {
      const librarian = await openFolder();
      let right = 0;
      for (const question of asked) {
        const answered = await librarian.ask(question.ask);
        if (isRight(question, answered)) right++;
        else
          tell(
            `“${question.ask}” wants ${question.files.join(" or ") || "nothing"}, got ${answered.files.slice(0, 3).join(", ") || "nothing"}`,
          );
      }
      const note = `${right} of ${asked.length}, over ${librarian.files} files`;
      return { ours: (right / asked.length) * 40, note };
    },
  },
  {
    name: "librarian: CPU of a warm answer",
    unit: "ms",
    budget: { atMost: 300 },
    async measure(): Promise<Measured> {
      const librarian = await openFolder();
      for (const { ask } of asked.slice(0, 3)) await librarian.ask(ask); // warms up
      const times: number[] = [];
      for (const { ask } of asked) times.push((await librarian.ask(ask)).cpu);
      return { ours: Math.max(...times), note: `the dearest; median ${median(times).toFixed(1)} ms` };
    },
  },
];
