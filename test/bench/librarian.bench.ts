/** The librarian over a real folder of 2,000 files: how often the right file is among the first three, and what it costs. */
import { furtherQuestions } from "../corpus/librarian/further-questions.js";
import { questions, type Question } from "../corpus/librarian/questions.js";
import { openLibraryFolder } from "../support/library-folder.js";
import { isRight, openLibrarian, type LibrarianQuestion } from "../support/librarian-judge.js";
import { median, type Bench, type Measured } from "./bench.js";

const askedOf = (set: readonly Question[]): readonly LibrarianQuestion[] =>
  set.map(({ asks, answers }) => ({ ask: asks, files: Object.keys(answers) }));
const asked = askedOf(questions);

let opened: ReturnType<typeof openLibrarian> | undefined;
const openFolder = () => (opened ??= openLibrarian(openLibraryFolder().path));

async function judge(set: readonly LibrarianQuestion[], tell: (progress: string) => void): Promise<Measured> {
  const librarian = await openFolder();
  let right = 0;
  for (const question of set) {
    const answered = await librarian.ask(question.ask);
    if (isRight(question, answered)) right++;
    else
      tell(
        `“${question.ask}” wants ${question.files.join(" or ") || "nothing"}, got ${answered.files.slice(0, 3).join(", ") || "nothing"}`,
      );
  }
  return { ours: right, note: `${right} of ${set.length}, over ${librarian.files} files` };
}

export const benches: readonly Bench[] = [
  {
    name: "librarian: questions answered by the right file",
    unit: "of 40",
    budget: { atLeast: 36 },
    measure: (tell) => judge(asked, tell),
  },
  {
    name: "librarian: further questions, of the guard",
    unit: "of 20",
    budget: { atLeast: 18 },
    measure: (tell) => judge(askedOf(furtherQuestions), tell),
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
