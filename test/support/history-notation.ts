/**
 * A History, a line each: `u words` the user, `m words` the Model, `c tool {args} => result` a call and its result, `x` in place of
 * `c` where it failed. Labels count from 1; `\n` in a line is a line break.
 */
import type { LabelledRecord } from "../../src/core/context/labelled-record.js";

export function recordsIn(script: string): readonly LabelledRecord[] {
  const records: LabelledRecord[] = [];
  const add = (from: LabelledRecord["from"], parts: LabelledRecord["content"]["parts"]) =>
    records.push({ label: records.length + 1, from, content: { role: from === "model" ? "model" : "user", parts } });
  for (const line of script.trim().split("\n")) {
    const [, kind, rest] = /^\s*(\w) (.*)$/.exec(line)!;
    const said = rest!.replaceAll("\\n", "\n");
    if (kind === "u") add("user", [{ text: said }]);
    else if (kind === "m") add("model", [{ text: said }]);
    else {
      const [, name, args, result] = /^(\w+) (\{.*\}) => (.*)$/s.exec(said)!;
      add("model", [{ functionCall: { name: name!, args: JSON.parse(args!) as Record<string, unknown> } }]);
      add("tool", [
        { functionResponse: { name: name!, response: kind === "c" ? { output: result! } : { error: result! } } },
      ]);
    }
  }
  return records;
}
