/** What the web's Tools have in common: where the web comes from, and how an answer is written with its sources. */
import { AgentError } from "../../core/errors.js";
import type { AsideRole } from "../../core/log/log.js";
import type { Web, WebAnswer, WebListener } from "../../core/sandbox/web.js";
import type { ToolEnv } from "../calls/tool.js";

export function webOf(env: ToolEnv): Web {
  const web = env.web?.();
  if (!web) throw new AgentError("NotSupportedError", "The web can be reached only with a Gemini model and its key.");
  return web;
}

/** What the web is given to hear with; requests made on the way are put down by role (C16). */
export const witnessOf = (env: ToolEnv, role: AsideRole): WebListener => ({
  progress: env.progress,
  asked: (request) => env.keepAside({ role, ...request }),
});

export const withSources = ({ text, sources, how }: WebAnswer): string =>
  [
    text,
    "",
    "Sources:",
    ...sources.map(({ address, title }, index) => `[${index + 1}] ${title ? `${title}: ` : ""}${address}`),
    how,
  ].join("\n");
