/**
 * Which texts the UI names, read from its source: `texts.chat.send`, `t.send` after `const t = texts.chat`, `{ send }` of it. One that
 * is made, `t[kind]`, stands for all it may be; a group that is handed on as a whole, for all that is in it.
 */
import { readdirSync, readFileSync } from "node:fs";

const UI = new URL("../../src/ui/", import.meta.url);

const read = (name: string): string => readFileSync(new URL(name, UI), "utf8");
const names = readdirSync(UI, { encoding: "utf8", recursive: true }).filter((name) => name.endsWith(".ts"));

/** Without `.ts`. */
export const textFiles: readonly string[] = names.flatMap((name) => /^(.*\btexts)\.ts$/.exec(name)?.[1] ?? []);
const sources = names.filter((name) => !textFiles.includes(name.slice(0, -".ts".length))).map(read);

/** `*` for a name that is made. */
type Path = readonly string[];

const STEP = String.raw`(?:\??\.\s*[\w$]+|\[(?:[^\][]|\[[^\]]*\])*\])`;

function namedIn(source: string, root: string): readonly Path[] {
  const imported = new RegExp(String.raw`import \{[^}]*\b${root} as (\w+)`).exec(source)?.[1] ?? root;
  const aliases = new Map<string, Path[]>([[imported, [[]]]]);
  const named: Path[] = [];
  const declared = new RegExp(String.raw`const (\w+|\{[^}]*\}|\[[^\]]*\]) = (${root}${STEP}*);`, "g");
  const rest = source.replaceAll(declared, (_all, given: string, chain: string) => {
    const path = stepsOf(chain.slice(root.length));
    if (/^\w+$/.test(given)) aliases.set(given, [...(aliases.get(given) ?? []), path]);
    else if (given.startsWith("[")) named.push(path);
    else {
      for (const key of given
        .slice(1, -1)
        .split(",")
        .map((each) => each.trim())) {
        const [from = "", to = from] = key.split(/:\s*/);
        named.push([...path, from]);
        aliases.set(to, [...(aliases.get(to) ?? []), [...path, from]]);
      }
    }
    return "";
  });
  for (const [alias, paths] of aliases) {
    const used = new RegExp(String.raw`(?<![\w$.])${alias}\b(${STEP}*)`, "g");
    const chains = [...rest.matchAll(used)].map(([, chain = ""]) => stepsOf(chain)).filter((steps) => steps.length > 0);
    named.push(...paths.flatMap((path) => chains.map((steps) => [...path, ...steps])));
  }
  return named;
}

const stepsOf = (chain: string): Path =>
  [...chain.matchAll(new RegExp(STEP, "g"))].map(([step]) => {
    if (!step.startsWith("[")) return step.replace(/^\??\.\s*/, "");
    return /^\["([^"]*)"\]$/.exec(step)?.[1] ?? "*";
  });

/** The texts of a root that nobody names: `chat.answeredBy`. */
export function unnamed(root: string, group: object): readonly string[] {
  const named = sources.flatMap((source) => namedIn(source, root));
  const isNamed = (leaf: Path) =>
    named.some((path) => path.slice(0, leaf.length).every((step, at) => step === "*" || step === leaf[at]));
  return leavesOf(group)
    .filter((leaf) => !isNamed(leaf))
    .map((leaf) => leaf.join("."));
}

const leavesOf = (group: object, above: Path = []): readonly Path[] =>
  Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? leavesOf(value, [...above, key])
      : [[...above, key]],
  );
