/**
 * Lines of a draft checked against the ledgers (C6): a Model's words can't contradict what was done.
 * R1 The fate of a file is that of the calls: a line with another one is corrected; one that names several files of several fates can't
 *    be corrected, and is dropped.
 * R2 A step of the plan has the state that the plan has.
 * R3 A line that says that a command ends well is dropped while its last run failed.
 */
import type { FileEntry, Ledgers } from "./ledgers.js";
import { wordsOf } from "../../text/words.js";

/** The line, corrected where it must be; nothing where it is dropped. */
export function checkAgainstLedgers(text: string, ledgers: Ledgers): string | undefined {
  const fate = FATE.exec(text);
  if (fate) return withFate(text, fate[1]!.toUpperCase(), ledgers.files);
  const step = STEP.exec(text);
  if (step) return withState(text, step[1]!.toUpperCase(), ledgers);
  return contradictsRuns(text, ledgers) ? undefined : text;
}

const FATE = /^(READ|MODIFIED|CREATED|DELETED)\b/i;
export const STEP = /\[(DONE|IN PROGRESS|TODO)\]/i;

/** R1 */
function withFate(text: string, said: string, files: readonly FileEntry[]): string | undefined {
  const named = files.filter(({ path }) => names(text, path));
  const wrong = named.filter(({ state }) => state !== said && !(state === "CREATED" && said === "MODIFIED"));
  if (wrong.length === 0) return text;
  const fates = new Set(named.map(({ state }) => state));
  return fates.size === 1 ? text.replace(FATE, [...fates][0]!) : undefined;
}

function names(text: string, path: string): boolean {
  const at = text.indexOf(path);
  return at >= 0 && !/[\w/-]/.test(text.charAt(at - 1)) && !/[\w/-]/.test(text.charAt(at + path.length));
}

/** The share of a step's words that a line must have to be about it. */
const SAME_STEP = 0.75;

/** R2 */
function withState(text: string, said: string, { plan }: Ledgers): string {
  const has = new Set(wordsOf(text));
  const step = plan.find((each) => {
    const words = wordsOf(each.text);
    return words.length > 0 && words.filter((word) => has.has(word)).length >= SAME_STEP * words.length;
  });
  return step && step.state !== said ? text.replace(STEP, `[${step.state}]`) : text;
}

const ENDS_WELL =
  /\b(?:pass(?:es|ed|ing)?|green|succe\w+|works|bestanden|grün|läuft durch|pasan?|verdes?|проход\S*|зел[её]н\S*)\b|通过|成功|合格/iu;
const FAILS =
  /\b(?:fail\w*|error\w*|broken|not|never|until|still|fehl\w*|nicht|fall\w*|no|не|ошиб\S*)\b|失败|错误|失敗|未/iu;

/** R3 */
const contradictsRuns = (text: string, { unresolved }: Ledgers): boolean =>
  ENDS_WELL.test(text) && !FAILS.test(text) && unresolved.some(({ command }) => text.includes(command));
