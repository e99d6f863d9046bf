/** Sentences with which arguments are refused: for the Model, which reads them and calls again. */
export const schemaWords = {
  text: "a text",
  integer: "a whole number",
  integerFrom: (least: number) => `a whole number of at least ${least}`,
  flag: "true or false",
  oneOf: (options: readonly string[]) => `one of ${options.join(", ")}`,
  listOf: (item: string) => `a list, each ${item}`,
  missing: (name: string, expected: string) => `“${name}” is missing: it must be ${expected}`,
  another: (name: string, expected: string, given: string) => `“${name}” must be ${expected}, not ${given}`,
  misfit: (wrong: readonly string[]) => `The arguments don't fit: ${wrong.join("; ")}.`,
};
