/** Who answers a prompt, by what the user has set and what the Models can do just now (R1–R4). */
import type { Clock } from "../core/clock.js";
import { textOf, type Content } from "../core/content.js";
import type { TurnEvent } from "../core/events.js";
import type { ModelShelf } from "../core/model.js";
import { classify, LIGHT, type Complexity } from "../core/route.js";
import type { Settings } from "../core/settings.js";
import { createAvailability } from "./availability.js";
import { chooseModel } from "./choose-model.js";
import { classifyWith } from "./classify-prompt.js";
import type { Measures } from "./measures.js";
import type { ModelChooser } from "./run-step.js";

export interface Routing {
  choose(turn: string, context: readonly Content[], signal: AbortSignal): Promise<ModelChooser>;
}

export interface RoutingParts {
  readonly shelf: ModelShelf;
  readonly measures: Measures;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly tell: (event: TurnEvent) => void;
}

export function createRouting({ shelf, measures, clock, settings, tell }: RoutingParts): Routing {
  const availability = createAvailability(clock);

  /** By a small Model if the user allows extra calls, else by rules (R2, R3). */
  async function complexityOf(context: readonly Content[], signal: AbortSignal): Promise<Complexity | undefined> {
    const prompt = context.at(-1);
    if (settings()["model.routing"] === "rules") return prompt && classify(textOf(prompt));
    return classifyWith(await shelf.open(LIGHT), context, signal);
  }

  return {
    choose: (turn, context, signal) =>
      chooseModel({
        turn,
        wanted: settings()["model.name"],
        isPlanning: false,
        shelf,
        availability,
        classify: () => complexityOf(context, signal),
        learn: (model, error) => measures.learnLimit(model, error),
        tell,
      }),
  };
}
