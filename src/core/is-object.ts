/** Whether a value is an object with named members: neither null nor a list. For values that come from outside and are unproven (P4). */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
