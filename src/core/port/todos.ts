/** The Model's own list of what it is about to do (`write_todos`): shown to the user, read from the call as it was made. */

export const TODO_STATES = ["pending", "in_progress", "completed", "cancelled", "blocked"] as const;

export interface Todo {
  readonly description: string;
  readonly status: (typeof TODO_STATES)[number];
}

/** The todos in a call's arguments; none if what a Model sent is no such list (P4). */
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
