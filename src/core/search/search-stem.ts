/**
 * Brings the forms of an English word together, lightly: "setting", "settings" and "sets" become "set". Forms must
 * become equal; a stem need not be a word. Words of other languages pass nearly untouched.
 * R1 Only words of small ASCII letters, four at least, are touched; a stem keeps at least three of them.
 * R2 Plurals lose their s: "ies" becomes "y", "sses" becomes "ss"; "ss", "us" and "is" stay.
 * R3 "ing", "ed", "er" fall away after a stem with a vowel, and a doubled consonant before them is made single.
 * R4 The family of "-ate" ("-ation", "-ator") falls away where four letters remain; else only "-ion", "-or".
 * R5 "-ment" and "-ly" fall away where five letters remain. A last "e" falls away.
 * R6 British spellings become American: "our" at the end becomes "or", "is" and "ys" of a verb become "iz", "yz",
 *    "licence", "defence" and "offence" get an s.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word; // R1
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  return american(withoutE(withoutSuffix(singular(word))));
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    "used=use uses=use using=use indices=index indexes=index children=child written=write wrote=write chosen=choose " +
    "chose=choose sent=send built=build kept=keep caches=cach thrown=throw threw=throw during customer customers=customer " +
    "number numbers=number string strings=string thing things=thing " +
    // no plurals, for all their s
    "https alias aliases=alias canvas canvases=canvas always kubernetes chaos lens news"
  )
    .split(" ")
    .map((each) => {
      const [word = "", stemmed = word] = each.split("=");
      return [word, stemmed];
    }),
);

/** R2 */
function singular(word: string): string {
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:sses|xes|ches|shes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutSuffix(word: string): string {
  const family =
    /^([a-z]{4,})(?:ations?|ators?|ating|ated|ate)$/.exec(word) ?? /^([a-z]{3,}[st])(?:ion|or)$/.exec(word);
  if (family) return family[1]!; // R4
  const long = /^([a-z]{5,})(?:ment|ly)$/.exec(word);
  if (long) return long[1]!; // R5
  const verb = /^([a-z]*[aeiouy][a-z]*)(?:ing|ed|er)$/.exec(word);
  if (!verb || verb[1]!.length < 3) return word;
  return verb[1]!.replace(/([bdfgmnprt])\1$/, "$1"); // R3
}

/** R5 */
const withoutE = (word: string): string => (word.length > 4 && word.endsWith("e") ? word.slice(0, -1) : word);

/** R6 */
function american(word: string): string {
  if (word.length >= 6 && word.endsWith("our")) return `${word.slice(0, -3)}or`;
  if (/^(?:licen|defen|offen)c$/.test(word)) return `${word.slice(0, -1)}s`;
  if (word.length >= 5 && /[iy]s$/.test(word)) return `${word.slice(0, -1)}z`;
  return word;
}
