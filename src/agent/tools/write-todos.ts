/** `write_todos`: the Model's list of the steps it is about to take, shown to the user (A2). */
import { AgentError } from "../../core/errors.js";
import { listOf, type Field } from "../../core/schema.js";
import { readTodo, TODO_STATES, type Todo } from "../../core/port/todos.js";
import { defineTool } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

const MOST = 100;

const todo: Field<Todo> = {
  schema: {
    type: "object",
    properties: {
      description: { type: "string", description: "What is to be done" },
      status: { type: "string", enum: TODO_STATES, description: "How far it is" },
    },
    required: ["description", "status"],
  },
  optional: false,
  read: readTodo,
  expected: `a todo with a “description” and a “status” (${TODO_STATES.join(", ")})`,
};

export const writeTodos = defineTool({
  name: "write_todos",
  kind: "read",
  needsFolder: false,
  description:
    "Puts down the list of what you are going to do for the user's request, so that the user sees how far you are. It takes the place " +
    "of the list before it: give all of it each time, an empty one to clear it. Use it for work of several steps, update it as soon as a " +
    "step begins or ends, and have at most one step in progress. Don't use it for what takes one or two steps.",
  parameters: { todos: listOf(todo, "The whole list, in the order in which it is done") },
  title: ({ todos }) => `${todos.filter(({ status }) => status === "completed").length}/${todos.length}`,
  run({ todos }) {
    if (todos.length > MOST) throw new AgentError("InvalidArgsError", toolWords.tooManyTodos(MOST));
    if (todos.filter(({ status }) => status === "in_progress").length > 1)
      throw new AgentError("InvalidArgsError", toolWords.severalInProgress);
    const lines = todos.map(({ status, description }, at) => `${at + 1}. [${status}] ${description}`);
    const text = todos.length === 0 ? "The list is empty now." : ["The list is now:", ...lines].join("\n");
    return Promise.resolve({ text, todos });
  },
});
