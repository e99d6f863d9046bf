/** What the web's Tools have in common: where the web comes from, and how an answer is written with its sources. */
import { AgentError } from "../../core/errors.js";
import type { Web, WebAnswer } from "../../core/web.js";
import type { ToolEnv } from "../tool.js";

export function webOf(env: ToolEnv): Web {
  const web = env.web?.();
  if (!web) throw new AgentError("NotSupportedError", "The web can be reached only with a Gemini model and its key.");
  return web;
}

export const withSources = ({ text, sources, how }: WebAnswer): string =>
  [
    text,
    "",
    "Sources:",
    ...sources.map(({ address, title }, index) => `[${index + 1}] ${title ? `${title}: ` : ""}${address}`),
    how,
  ].join("\n");
