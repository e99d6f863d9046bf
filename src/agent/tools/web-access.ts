/** The web for the Tools that use it, and the form in which they write an answer with its sources. */
import { AgentError } from "../../core/errors.js";
import type { AsideRole } from "../../core/log/log.js";
import type { Web, WebAnswer, WebListener } from "../../core/sandbox/web.js";
import type { ToolEnv } from "../calls/tool.js";
import { toolWords } from "./tool-words.js";

export function webOf(env: ToolEnv): Web {
  const web = env.web?.();
  if (!web) throw new AgentError("NotSupportedError", toolWords.noWeb);
  return web;
}

/** Progress goes to the screen; requests made of a Model on the way are recorded under `role` (C16). */
export const webListenerFor = (env: ToolEnv, role: AsideRole): WebListener => ({
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
