/** `ask_user`: questions from the Model that only the user can answer (A2). */
import type { Question } from "../../core/policy/approval.js";
import { AgentError } from "../../core/errors.js";
import { listOf, type Field } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

const MOST_QUESTIONS = 4;
const MOST_OPTIONS = 10;

export const askUser = defineTool({
  name: "ask_user",
  kind: "ask",
  needsFolder: false,
  description:
    "Asks the user up to four questions and waits for the answers. Use it when the work can go on only with something that the " +
    "user alone knows: a preference, a choice between ways that differ in what comes out, a missing fact. Don't ask for what files " +
    "or tools can tell, and don't ask for permission to call a tool: that is asked by itself. Give options where the likely answers " +
    "are few; the user can always answer in words. The user may also decline to answer: then decide yourself, and say how.",
  parameters: { questions: listOf(questionField(), "The questions, each on its own") },
  title: ({ questions }) => questions[0]?.header ?? questions[0]?.question ?? "",
  async run({ questions }, env) {
    if (questions.length === 0 || questions.length > MOST_QUESTIONS)
      throw new AgentError("InvalidArgsError", toolWords.questionCount(MOST_QUESTIONS));
    const answers = await env.ask(questions);
    if (!answers) return "The user did not want to answer. Decide yourself, and say how you decided.";
    return questions.map(({ question }, at) => `${question}\n→ ${answers[at]?.trim() || "(no answer)"}`).join("\n\n");
  },
});

function questionField(): Field<Question> {
  const option = { label: { type: "string" }, description: { type: "string" } };
  return {
    schema: {
      type: "object",
      properties: {
        question: { type: "string", description: "The question, as one would ask it" },
        header: { type: "string", description: "A word or two above it" },
        options: {
          type: "array",
          items: { type: "object", properties: option, required: ["label"] },
          description: "Answers to choose from; leave it out to ask for words",
        },
        multiple: { type: "boolean", description: "Whether several options may be chosen" },
      },
      required: ["question"],
    },
    optional: false,
    read: readQuestion,
    expected: "a question with its words in “question” and, if any, up to ten “options” with a “label” each",
  };
}

function readQuestion(given: unknown): Question | undefined {
  if (typeof given === "string" && given.trim() !== "") return { question: given };
  if (typeof given !== "object" || given === null) return undefined;
  const { question, header, options, multiple, multiSelect } = given as Readonly<Record<string, unknown>>;
  if (typeof question !== "string" || question.trim() === "") return undefined;
  const choices = options === undefined ? [] : readOptions(options);
  if (!choices) return undefined;
  return {
    question,
    ...(typeof header === "string" && header !== "" && { header }),
    ...(choices.length > 0 && { options: choices }),
    ...((multiple === true || multiSelect === true) && { multiple: true }),
  };
}

function readOptions(given: unknown): NonNullable<Question["options"]> | undefined {
  if (!Array.isArray(given) || given.length > MOST_OPTIONS) return undefined;
  const options = given.map((each: unknown) => {
    if (typeof each === "string") return { label: each };
    const { label, description } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof label !== "string" || label === "") return undefined;
    return { label, ...(typeof description === "string" && { description }) };
  });
  return options.every((each) => each !== undefined) ? options : undefined;
}
