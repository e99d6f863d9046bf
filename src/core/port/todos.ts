/** Todos: the Model's own list of steps (`write_todos`), read from its call and shown to the user. */

export const TODO_STATES = ["pending", "in_progress", "completed", "cancelled", "blocked"] as const;

export interface Todo {
  readonly description: string;
  readonly status: (typeof TODO_STATES)[number];
}

/** The todos in a call's arguments; undefined if the Model sent no such list (P4). */
export function findTodos(args: Readonly<Record<string, unknown>> | undefined): readonly Todo[] | undefined {
  const given = args?.todos;
  if (!Array.isArray(given)) return undefined;
  const todos = given.map(readTodo);
  return todos.every((todo) => todo !== undefined) ? todos : undefined;
}

export function readTodo(given: unknown): Todo | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { description, status } = given as { readonly description?: unknown; readonly status?: unknown };
  const known = TODO_STATES.find((state) => state === status);
  return typeof description === "string" && description.trim() !== "" && known
    ? { description, status: known }
    : undefined;
}
