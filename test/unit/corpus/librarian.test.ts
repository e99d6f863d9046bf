/** The form of the librarian's questions; that their answers hold is checked against the folder where it is installed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findWrongAnswers } from "../../corpus/librarian/check-questions.js";
import { furtherQuestions } from "../../corpus/librarian/further-questions.js";
import { questions, type Question } from "../../corpus/librarian/questions.js";

const absent = questions.filter(({ kind }) => kind === "absent");
const paths = questions.flatMap(({ answers }) => Object.keys(answers));

test("there are 40 questions, 6 of them without an answer in the folder", () => {
  expect(questions.length).toBe(40);
  expect(absent.length).toBe(6);
});

test("there are 20 further questions, 6 of them without an answer and 6 in other languages", () => {
  const count = (kind: Question["kind"]) => furtherQuestions.filter((question) => question.kind === kind).length;
  expect([furtherQuestions.length, count("absent"), count("language")]).toEqual([20, 6, 6]);
});

test("no question is asked twice, whatever its case and marks", () => {
  const all = [...questions, ...furtherQuestions];
  const plain = all.map(({ asks }) =>
    asks
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  expect(new Set(plain).size).toBe(all.length);
});

test("each kind has at least two questions, and says why its answers are right", () => {
  const lonely = questions.filter((one) => !questions.some((other) => other !== one && other.kind === one.kind));
  expect(lonely.map(({ kind }) => kind)).toEqual([]);
  expect(questions.filter(({ why }) => why.length < 20)).toEqual([]);
});

test("each answer is a file of one of the two packages, by a relative path with slashes", () => {
  const wrong = paths.filter((file) => !/^(three|webpack)(\/[\w-][\w.-]*)+$/.test(file));
  expect(wrong).toEqual([]);
});

test("a question has one to three right files, so that a guess is not an answer", () => {
  const answered = questions.filter(({ kind }) => kind !== "absent");
  const loose = answered.filter(({ answers }) => ![1, 2, 3].includes(Object.keys(answers).length));
  expect(loose).toEqual([]);
});

test("no file is the answer to more than four questions, so that a favourite does not win", () => {
  const favourites = [...new Set(paths)].filter((file) => paths.filter((other) => other === file).length > 4);
  expect(favourites).toEqual([]);
});

test("a question without an answer asks for a word that the folder has not, and no other question does", () => {
  for (const { asks, answers, missing = [] } of absent) {
    expect(answers, asks).toEqual({});
    expect(missing.length, asks).toBeGreaterThan(0);
    for (const word of missing) expect(asks.toLowerCase()).toContain(word.toLowerCase());
  }
  expect(questions.filter(({ kind, missing }) => kind !== "absent" && missing)).toEqual([]);
});

test("an answer that does not stand in its file is found, and so is a missing word that stands in one", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "questions-"));
  try {
    writeFileSync(path.join(folder, "app.js"), "const port = 8080;");
    const ask = (question: Partial<Question>): Question => ({
      asks: "where?",
      kind: "where",
      answers: {},
      why: "",
      ...question,
    });
    const check = (question: Partial<Question>) =>
      findWrongAnswers([ask(question)], { path: folder, files: ["app.js"] }).length;
    expect(check({ answers: { "app.js": "port = 8080" } })).toBe(0);
    expect(check({ answers: { "app.js": "port = 9090" } })).toBe(1);
    expect(check({ answers: { "gone.js": "port" } })).toBe(1);
    expect(check({ missing: ["host"] })).toBe(0);
    expect(check({ missing: ["Port"] })).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
