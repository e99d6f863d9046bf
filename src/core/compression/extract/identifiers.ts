/**
 * Identifiers are the marks in a text that must be kept to the letter (C6): paths, addresses, names in code, numbers with their units,
 * error names, quoted words. An extract keeps, and the coverage check asks for, the same marks.
 */
type IdentifierKind = "path" | "address" | "name" | "number" | "error" | "quoted" | "person";

export interface Identifier {
  readonly kind: IdentifierKind;
  readonly text: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]}，。、；]+[^\s<>"'`)\]}，。、；.,:;!?]/g;
const PATH =
  /(?<![\w/.@-])(?:[~.]{0,2}\/)?(?:[\w@.+-]+\/)+[\w@.+-]*[\w+-]|(?<![\w/.@-])[\w@+-][\w@.+-]*\.(?:[a-z]{1,4}|json|yaml|toml|lock|html|scss|java|swift|kotlin|ipynb|proto|graphql|tfvars|conf|properties)\d?(?![\w/.-])/gi;
const ERROR =
  /\b(?:[A-Z][A-Za-z]*(?:Error|Exception|Failure|Warning)|E[A-Z]{4,}|TS\d{3,5}|HTTP \d{3}|exit(?:ed)?(?: with)?(?: code)? [1-9]\d*|SIG[A-Z]{3,})\b/g;
/** `camelCase`, `PascalCase`, `snake_case`, `CONSTANT_CASE`, `kebab-case-names` with a digit or two hyphens, `a.b()` and `--flags`. */
const NAME =
  /(?<![\w-])--?[a-z][\w-]+|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b|\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b|\b[A-Z][A-Z0-9]{2,}(?:-\d+)?\b|\b[a-z][a-z0-9]*(?:-[a-z0-9]+){2,}\b|\b[\w.]+\(\)|\b[a-z]+[\w]*\.[a-z]\w*(?:\.[a-z]\w*)+\b/g;
const NUMBER =
  /(?<![\w.#-])v?\d+(?:[.,:/-]\d+)*(?:\s?(?:%|ms|s|sec|min|h|GB|MB|KB|kB|GiB|MiB|KiB|px|rpm|req\/s|k|M|€|\$|£|¥|円|元|秒|分|時|时|日|月|年|件|个|個|天|小时|Uhr|Tage|días|дней|часов))?(?![\w])/gu;
/** Two or three words with capitals, not at the beginning: the name of a person or a thing. */
const PERSON = /(?<=[\p{Ll}\p{N},:;(–-] ?(?:\p{L}+ )?)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2}/gu;
const QUOTED =
  /`([^`\n]{2,80})`|“([^”\n]{2,80})”|「([^」\n]{1,60})」|『([^』\n]{1,60})』|«([^»\n]{2,80})»|„([^“”\n]{2,80})[“”]|(?<![\w])"([^"\n]{2,80})"/g;

/** Identifiers in the order of their kinds; those inside a wider one are not listed. */
export function marksIn(text: string): readonly Identifier[] {
  const marks: Identifier[] = [];
  const seen = new Set<string>();
  let rest = text;
  const take = (kind: IdentifierKind, pattern: RegExp, group = false) => {
    rest = rest.replaceAll(pattern, (...found: unknown[]) => {
      const whole = found[0] as string;
      const inner = group ? (found.slice(1, 8).find((each) => typeof each === "string") as string) : whole;
      const key = inner.trim();
      if (key !== "" && !seen.has(key) && isTelling(kind, key)) {
        seen.add(key);
        marks.push({ kind, text: key });
      }
      return group ? ` ${inner} ` : " ";
    });
  };
  take("address", ADDRESS);
  take("quoted", QUOTED, true);
  take("path", PATH);
  take("person", PERSON);
  take("error", ERROR);
  take("name", NAME);
  take("number", NUMBER);
  return marks;
}

/** Small numbers count things in prose, and stand in every list. */
function isTelling(kind: IdentifierKind, text: string): boolean {
  if (kind === "number") return !/^\d$/.test(text) && !/^v?0+$/.test(text);
  if (kind === "name") return text.length >= 3 && !COMMON.has(text);
  return true;
}

const COMMON = new Set("TODO DONE JSON HTML HTTP HTTPS URL API CSS XML THE AND NOT OK".split(" "));
