/** True for objects with named members: neither null nor a list. Values from outside are checked with it (P4). */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
