/**
 * The choice of the Model that answers a prompt (R1–R4). The first of these that applies decides, for the whole prompt:
 * R1 fallback: the choice is left to the app and falls on an unavailable Model, so the next in its chain that is available.
 * R2 override: the user named one. Nobody takes its place unasked (G4): where it can't answer, that is said.
 * R3 kept: a Turn that goes on keeps the Model that answered it.
 * R4 plan: planning takes the strong Model.
 * R5 classifier: a hard prompt takes the strong Model, another the quick one.
 * R6 default: the quick Model.
 */
import { AUTO, LIGHT, QUICK, STRONG } from "./providers.js";

export interface RouteAsk {
  /** As in the settings: `auto`, or a model's name. */
  readonly wanted: string;
  readonly isPlanning: boolean;
  /** The Model that answered the Turn so far, if it goes on. */
  readonly kept?: string;
  readonly isAvailable: (model: string) => boolean;
  /** The classifier's finding, if one was asked and answered. */
  readonly found?: Complexity;
}

export type Complexity = "simple" | "hard";

export interface ModelRoute {
  readonly model: string;
  readonly by: "fallback" | "override" | "kept" | "plan" | "classifier" | "default";
  /** For `fallback`: which Model was wanted. A step down is never silent. */
  readonly insteadOf?: string;
}

/** The Models that step in for each, in order. A Model that isn't here has none. */
const CHAINS: Readonly<Record<string, readonly string[]>> = {
  [STRONG]: [QUICK, LIGHT],
  [QUICK]: [LIGHT, STRONG],
  [LIGHT]: [QUICK, STRONG],
};

/** Whether a Model is one of those that step in for each other. */
export const hasChain = (model: string): boolean => Object.hasOwn(CHAINS, model);

/** The next available Model in a Model's chain, if any. */
export const standInFor = (model: string, isAvailable: (model: string) => boolean): string | undefined =>
  hasChain(model) ? CHAINS[model]!.find(isAvailable) : undefined;

export function routeTo({ wanted, isAvailable, ...ask }: RouteAsk): ModelRoute {
  if (wanted !== AUTO) return { model: wanted, by: "override" };
  const choice = choose(ask);
  const other = isAvailable(choice.model) ? undefined : standInFor(choice.model, isAvailable);
  return other === undefined ? choice : { model: other, by: "fallback", insteadOf: choice.model };
}

function choose({ kept, isPlanning, found }: Omit<RouteAsk, "wanted" | "isAvailable">): ModelRoute {
  if (kept !== undefined) return { model: kept, by: "kept" };
  if (isPlanning) return { model: STRONG, by: "plan" };
  if (found) return { model: found === "hard" ? STRONG : QUICK, by: "classifier" };
  return { model: QUICK, by: "default" };
}

/**
 * A classifier by rules, without a request (R3 of routing): asked when offline or when the user wants no extra calls.
 * Operational simplicity beats strategic wording: a short request for one thing stays simple whatever words it uses.
 */
export function classify(prompt: string): Complexity {
  const words = prompt.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  let score = 0;
  if (words > 120) score += 2;
  else if (words > 40) score += 1;
  score += Math.min(3, prompt.match(STEPS)?.length ?? 0);
  if (DEEP.test(prompt)) score += 2;
  if (BROAD.test(prompt)) score += 2;
  if (PLAIN.test(prompt) && words < 15) score -= 2;
  return score >= 4 ? "hard" : "simple";
}

const STEPS = /(^|\n)\s*(?:\d+[.)]|[-*])\s|\b(?:then|after that|finally|and also|next)\b|然后|接着|最后/gi;
const DEEP =
  /\b(?:why|root cause|race condition|deadlock|memory leak|architect\w*|design|trade-?offs?|strategy|migrat\w+|refactor\w*|prove|optimi[sz]e|algorithm|concurren\w+)\b|为什么|架构|设计|重构|なぜ|設計|warum|architektur|por qué|arquitectura|почему|архитектур/i;
const BROAD =
  /\b(?:whole|entire|every|across|codebase|all (?:the )?(?:files|modules|tests|usages|call sites)|investigate|audit)\b|整个|所有|全部|すべて|gesamte|todo el|весь|всю/i;
const PLAIN = /^\s*(?:read|list|show|open|print|what is|what's|rename|find|where is|run|add|fix the typo|translate)\b/i;
