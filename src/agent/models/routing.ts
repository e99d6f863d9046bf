/** The choice of Models for prompts and for the app's own questions, by the Settings and by what Models can do just now (R1–R4). */
import type { Clock } from "../../core/clock.js";
import { onlyQuotes } from "../../core/models/model-names.js";
import { AUTO, LIGHT, QUICK, STRONG } from "../../core/models/providers.js";
import type { Content } from "../../core/content.js";
import type { TurnEvent } from "../../core/port/events.js";
import type { Model, ModelCatalogue } from "../../core/models/model.js";
import { classify, hasChain, standInFor, type Complexity } from "../../core/models/route.js";
import type { Settings } from "../../core/settings/settings.js";
import type { TurnId } from "../../core/ids.js";
import type { AskAside } from "./ask-aside.js";
import { createAvailability } from "./availability.js";
import { chooseModel } from "./choose-model.js";
import { classifyWith, requestIn } from "./classify-prompt.js";
import type { ModelChooser } from "../turn/run-step.js";

export interface Routing {
  choose(prompt: RoutedPrompt, signal: AbortSignal): Promise<ModelChooser>;
  /** The Models that judge whether a Turn answered by this one gets anywhere: the first, and one to confirm (D3). None if it only quotes. */
  judges(answering: Model): Promise<readonly Model[]>;
  /** The Model that writes a Snapshot (C13): the one that answers, or the one in the Settings; undefined if it can't be asked or only quotes (C9). */
  summariser(answering: Model | undefined, isOnline: boolean): Promise<Model | undefined>;
  /** Lets Models that failed be tried again: the user gave another key or address, or chose a Model anew. */
  forgetFailures(): void;
}

export interface RoutedPrompt {
  readonly turn: TurnId;
  readonly context: readonly Content[];
  readonly ask: AskAside;
  /** The Model that answered the Turn so far, if it goes on. */
  readonly kept?: string;
}

export interface RoutingParts {
  readonly catalogue: ModelCatalogue;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly isPlanning: () => boolean;
  readonly isOnline: () => boolean;
  readonly tell: (event: TurnEvent) => void;
}

export function createRouting(parts: RoutingParts): Routing {
  const { catalogue, clock, settings, tell } = parts;
  const availability = createAvailability(clock);

  /** The prompt's difficulty: by a small Model if the user allows extra calls and one can be reached, else by rules (R2, R3). */
  async function complexityOf({ context, ask }: RoutedPrompt, signal: AbortSignal): Promise<Complexity | undefined> {
    const prompt = context.at(-1);
    if (settings()["model.routing"] === "rules" || !parts.isOnline()) return prompt && classify(requestIn(prompt));
    return classifyWith({ model: await catalogue.open(LIGHT), ask }, context, signal);
  }

  const named = (): Promise<Model> => {
    const wanted = settings()["model.name"];
    return catalogue.open(wanted === AUTO ? STRONG : wanted);
  };

  return {
    async summariser(answering, isOnline) {
      const model = answering ?? (await named().catch(() => undefined)); // no key, say: then it is made without a Model
      return !model || onlyQuotes(model.name) || (model.remote && !isOnline) ? undefined : model;
    },
    choose: (prompt, signal) =>
      chooseModel({
        turn: prompt.turn,
        wanted: settings()["model.name"],
        isPlanning: parts.isPlanning(),
        ...(prompt.kept !== undefined && hasChain(prompt.kept) && { kept: prompt.kept }),
        catalogue,
        availability,
        classify: () => complexityOf(prompt, signal),
        tell,
      }),
    async judges(answering) {
      if (onlyQuotes(answering.name)) return [];
      if (!hasChain(answering.name)) return [answering, answering];
      const isAvailable = (model: string) => availability.isAvailable(model);
      const available = (model: string) => (isAvailable(model) ? model : (standInFor(model, isAvailable) ?? model));
      return Promise.all([catalogue.open(available(QUICK)), catalogue.open(available(STRONG))]);
    },
    forgetFailures: () => availability.forget(),
  };
}
