/** Routing, loaded when it is first asked for: the first screen needs none. */
import { lazy, once } from "../../core/lazy.js";
import type { Routing, RoutingParts } from "./routing.js";

export interface LazyRouting extends Routing {
  /** Loads routing beside the other things a message needs, so that no Turn waits for it alone. */
  load(): Promise<unknown>;
}

export function lazyRouting(parts: RoutingParts): LazyRouting {
  const routing = once(async () => (await import("./routing.js")).createRouting(parts));
  return {
    ...lazy(routing, ["choose", "judges", "summariser"]),
    load: routing,
    forgetFailures: () => routing.ifAsked((known) => known.forgetFailures()),
  };
}
