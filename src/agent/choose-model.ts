/** Who answers a Turn: routed once, kept for the whole of it, replaced only when it can't (R1, R4). */
import type { AgentError } from "../core/errors.js";
import type { TurnEvent } from "../core/events.js";
import type { Model, ModelShelf } from "../core/model.js";
import { AUTO, routeTo, type Complexity, type Route } from "../core/route.js";
import type { Availability } from "./availability.js";
import type { ModelChooser } from "./run-step.js";

export interface ChooseParts {
  readonly turn: string;
  readonly wanted: string;
  readonly isPlanning: boolean;
  readonly shelf: ModelShelf;
  readonly availability: Availability;
  /** Hard or simple; nothing where no classifier could say. Asked only if the user left the choice to us. */
  readonly classify: () => Promise<Complexity | undefined>;
  /** Takes a limit the server has named (T1); true if the request will now be made to fit. */
  readonly learn: (model: string, error: AgentError) => Promise<boolean>;
  readonly tell: (event: TurnEvent) => void;
}

export async function chooseModel(parts: ChooseParts): Promise<ModelChooser> {
  const { turn, wanted, isPlanning, shelf, availability, tell } = parts;
  const isAvailable = (model: string) => availability.isAvailable(model);
  const found = wanted === AUTO && !isPlanning ? await parts.classify() : undefined;
  const told = (route: Route) => {
    tell({ type: "turn-routed", turnId: turn, route });
    return route;
  };
  const route = routeTo({ wanted, isPlanning, isAvailable, found });
  let current: Model = await shelf.open(route.model);
  let hasLearnt = false;
  if (route.by !== "override") told(route);
  return {
    get current() {
      return current;
    },
    async another(error) {
      if (!error.details) return undefined;
      availability.note(current.name, error.details);
      const next = routeTo({ wanted: current.name, isPlanning, isAvailable });
      if (next.model === current.name) return undefined;
      current = await shelf.open(told(next).model);
      return current;
    },
    async learn(error) {
      if (hasLearnt) return false;
      hasLearnt = true; // refitted and retried once (T1)
      return parts.learn(current.name, error);
    },
  };
}
