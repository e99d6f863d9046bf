/**
 * A Tool's parameters, declared once: their TypeScript type, their JSON Schema for the Model, and how arguments are
 * read. Models are sloppy, so a value that can only mean one thing is taken as that ("3" for 3); any other is refused
 * with a sentence that the Model can act on.
 */
import { AgentError } from "./errors.js";
import { schemaWords as words } from "./schema-words.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Field<T> {
  readonly schema: JsonSchema;
  readonly optional: boolean;
  /** The value, or undefined for one of another kind. */
  read(value: unknown): T | undefined;
  /** The kind of value, for the sentence that refuses another: "a whole number". */
  readonly expected: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ArgsOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export const text = (description: string): Field<string> => ({
  schema: { type: "string", description },
  optional: false,
  read: (value) => (typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined),
  expected: words.text,
});

export const integer = (description: string, least = Number.MIN_SAFE_INTEGER): Field<number> => ({
  schema: { type: "integer", description },
  optional: false,
  read(value) {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isInteger(number) && number >= least ? number : undefined;
  },
  expected: least > Number.MIN_SAFE_INTEGER ? words.integerFrom(least) : words.integer,
});

export const flag = (description: string): Field<boolean> => ({
  schema: { type: "boolean", description },
  optional: false,
  read(value) {
    if (typeof value === "boolean") return value;
    return value === "true" ? true : value === "false" ? false : undefined;
  },
  expected: words.flag,
});

export const oneOf = <T extends string>(options: readonly T[], description: string): Field<T> => ({
  schema: { type: "string", enum: options, description },
  optional: false,
  read: (value) => options.find((option) => option === value),
  expected: words.oneOf(options),
});

export const listOf = <T>(item: Field<T>, description: string): Field<readonly T[]> => ({
  schema: { type: "array", items: item.schema, description },
  optional: false,
  read(value) {
    const read = (Array.isArray(value) ? value : [value]).map((each) => item.read(each));
    return read.every((each) => each !== undefined) ? read : undefined;
  },
  expected: words.listOf(item.expected),
});

export const optional = <T>(field: Field<T>): Field<T | undefined> => ({ ...field, optional: true });

export const schemaOf = (fields: Fields): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.keys(fields).filter((name) => !fields[name]!.optional),
});

/** The arguments, typed. `InvalidArgsError` names all that is wrong at once. */
export function readArgs<F extends Fields>(fields: F, args: Readonly<Record<string, unknown>>): ArgsOf<F> {
  const wrong: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(args, name) ? args[name] : undefined;
    if (given === undefined || given === null) {
      if (!field.optional) wrong.push(words.missing(name, field.expected));
      continue;
    }
    const value = field.read(given);
    if (value === undefined) wrong.push(words.another(name, field.expected, shownValue(given)));
    else read[name] = value;
  }
  if (wrong.length > 0) throw new AgentError("InvalidArgsError", words.misfit(wrong));
  return read as ArgsOf<F>;
}

/** A value as JSON, cut to fit a sentence. */
export function shownValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
