/**
 * The tokens of what is said and of what may be called, as Google's own local tokenizer counts them. Generic over who
 * counts a text, so that exact counts and estimates share it.
 * R1 Each string is counted on its own: texts, names, the keys and strings of arguments and results, however deep.
 * R2 Numbers, booleans, nulls, roles, ids and signatures count nothing.
 * R3 Of a schema count names of properties, descriptions, formats, enums, required names and examples; not types,
 *    titles, defaults.
 * R4 Media count by kind, since a server weighs them, not their base64: an image 3,000, a PDF 25,800 (facts 1.2).
 * R5 Media of any other kind count their data as text would: no better figure is known.
 */
import type { Content, Part } from "./content.js";
import type { ToolDeclaration } from "./model.js";
import { walkStrings } from "./walk-strings.js";

export type CountText = (text: string) => number;

const IMAGE = 3_000;
const PDF = 25_800;

export const countContent = (content: Content, count: CountText): number =>
  content.parts.reduce((sum, part) => sum + countPart(part, count), 0);

export function countPart(part: Part, count: CountText): number {
  let sum = 0;
  if (part.text !== undefined) sum += count(part.text);
  if (part.functionCall) sum += count(part.functionCall.name) + countStrings(part.functionCall.args, count);
  if (part.functionResponse) {
    const { name, response, parts = [] } = part.functionResponse;
    sum += count(name) + countStrings(response, count);
    for (const inner of parts) sum += countPart(inner, count);
  }
  if (part.inlineData) sum += countMedia(part.inlineData.mimeType, part.inlineData.data, count);
  if (part.fileData) sum += countMedia(part.fileData.mimeType ?? "", part.fileData.fileUri, count);
  return sum;
}

export const countTools = (tools: readonly ToolDeclaration[], count: CountText): number =>
  tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + count(name) + count(description) + countSchema(parameters as Schema, count),
    0,
  );

function countMedia(mimeType: string, otherwise: string, count: CountText): number {
  if (mimeType.startsWith("image/")) return IMAGE;
  if (mimeType.startsWith("application/pdf")) return PDF;
  return count(otherwise);
}

function countStrings(value: unknown, count: CountText): number {
  let sum = 0;
  walkStrings(value, (text) => (sum += count(text)));
  return sum;
}

/** What of a JSON Schema counts. Others wrote it, so nothing is sure to be there or of its type. */
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
