/** `/policies`: lists the rules that hold, the strongest first, and their sources. */
import type { PolicyRule } from "../../core/policy/policy.js";
import { defineCommand } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";

export const policies = defineCommand({
  name: "policies",
  description: "Lists what may run without asking",
  async run(_args, { say, policies: read }) {
    const { mode, rules, problems } = await read();
    const isOn = ({ modes }: PolicyRule) => !modes || modes.includes(mode);
    const lines = rules
      .filter(isOn)
      .map((rule) => `- **${rule.decision}** ${scopeOf(rule)} (${asPlain(rule.source, 120)})`);
    const off = rules.length - lines.length;
    say(
      [
        `The approval mode is ${asCode(mode)}. These rules hold in it, and the first that fits decides:`,
        "",
        ...lines,
        ...(off > 0 ? ["", `${off} more hold in other modes.`] : []),
        ...(problems.length > 0 ? ["", "Not used:", ...problems.map((problem) => `- ${asPlain(problem, 300)}`)] : []),
      ].join("\n"),
    );
  },
});

function scopeOf({ tools, kinds, commandPrefixes, command, args }: PolicyRule): string {
  const what =
    tools?.map(asCode).join(", ") ?? (kinds ? `tools that ${kinds.map((kind) => VERBS[kind]).join(", ")}` : "any tool");
  const conditions = [
    ...(commandPrefixes ? [`commands that begin with ${commandPrefixes.map(asCode).join(", ")}`] : []),
    ...(command ? [`commands like ${asCode(command.source)}`] : []),
    ...(args ? [`arguments like ${asCode(args.source)}`] : []),
  ];
  return [what, ...conditions].join(", ");
}

const VERBS = {
  read: "read",
  edit: "change files",
  execute: "run something",
  fetch: "fetch pages",
  remember: "remember",
  ask: "ask you",
} as const;
