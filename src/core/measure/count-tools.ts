/**
 * The tokens of Tool declarations, as Google's own local tokenizer counts them (content-weight.ts counts Contents). The counter of a text is
 * an argument, so that exact counts and estimates share the code.
 * R1 Each string is counted on its own, however deep it stands.
 * R2 Of a schema, names of properties, descriptions, formats, enums, required names and examples count; types, titles, defaults do not.
 */
import type { ToolDeclaration } from "../models/model.js";
import { walkStrings } from "../tokens/walk-strings.js";

export type CountText = (text: string) => number;

export const countTools = (tools: readonly ToolDeclaration[], count: CountText): number =>
  tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + count(name) + count(description) + countSchema(parameters as Schema, count),
    0,
  );

function countStrings(value: unknown, count: CountText): number {
  let sum = 0;
  walkStrings(value, (text) => (sum += count(text)));
  return sum;
}

/** The fields of a JSON Schema that count. A Tool from outside may have anything in them. */
interface Schema {
  readonly format?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly required?: unknown;
  readonly items?: unknown;
  readonly properties?: unknown;
  readonly example?: unknown;
}

function countSchema(schema: unknown, count: CountText): number {
  let sum = 0;
  const left = [schema];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    const { format, description, enum: values, required, items, properties, example } = next as Schema;
    for (const strings of [format, description, values, required, example]) sum += countStrings(strings, count);
    left.push(items);
    if (typeof properties !== "object" || properties === null) continue;
    for (const [name, property] of Object.entries(properties)) {
      sum += count(name);
      left.push(property);
    }
  }
  return sum;
}
