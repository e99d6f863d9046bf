/** The Model that answers a Turn: routed once, kept for the whole of it, replaced only when it can't answer (R1, R4). */
import type { TurnEvent } from "../../core/port/events.js";
import { AUTO } from "../../core/models/providers.js";
import type { Model, ModelCatalogue } from "../../core/models/model.js";
import { routeTo, standInFor, type Complexity, type ModelRoute } from "../../core/models/route.js";
import type { TurnId } from "../../core/ids.js";
import type { Availability } from "./availability.js";
import type { ModelChooser } from "../turn/run-step.js";

interface ChooseParts {
  readonly turn: TurnId;
  readonly wanted: string;
  readonly isPlanning: boolean;
  /** The Model that answered the Turn so far, if it goes on. */
  readonly kept?: string;
  readonly catalogue: ModelCatalogue;
  readonly availability: Availability;
  /** Whether the prompt is hard or simple; undefined where no classifier could say. Asked only if the user left the choice to the app. */
  readonly classify: () => Promise<Complexity | undefined>;
  readonly tell: (event: TurnEvent) => void;
}

export async function chooseModel(parts: ChooseParts): Promise<ModelChooser> {
  const { turn, wanted, isPlanning, kept, catalogue, availability, tell } = parts;
  const isAvailable = (model: string) => availability.isAvailable(model);
  const isOpen = wanted === AUTO && !isPlanning && kept === undefined;
  const found = isOpen ? await parts.classify() : undefined;
  const report = (route: ModelRoute) => tell({ type: "turn-routed", turnId: turn, route });
  const route = routeTo({ wanted, isPlanning, kept, isAvailable, found });
  let current: Model = await catalogue.open(route.model);
  /** The Models that failed in this Turn. Each is asked once: overloaded ones are soon available again, and a Turn would go round among them for ever. */
  const failed = new Set<string>();
  if (route.by !== "override" && route.by !== "kept") report(route);
  return {
    ...(route.insteadOf !== undefined && { insteadOf: route.insteadOf }),
    get current() {
      return current;
    },
    async another(error) {
      if (!error.details) return undefined;
      availability.note(current.name, error.details);
      failed.add(current.name);
      if (wanted !== AUTO) return undefined; // the user has named the Model, and decides (G4)
      const next = standInFor(current.name, (model) => isAvailable(model) && !failed.has(model));
      if (next === undefined) return undefined;
      report({ model: next, by: "fallback", insteadOf: current.name });
      current = await catalogue.open(next);
      return current;
    },
  };
}
