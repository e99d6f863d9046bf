/** Who answers, and what is typed with a slash: loaded when first asked for, since no page is shown by them. */
import type { CommandDesk, DeskParts } from "./commands/command-runner.js";
import type { Routing, RoutingParts } from "./models/routing.js";

export interface LazyRouting extends Routing {
  /** Beside what else a message needs, so that no Turn waits for it alone. */
  load(): Promise<unknown>;
}

export function lazyRouting(parts: RoutingParts): LazyRouting {
  let made: Promise<Routing> | undefined;
  const routing = (): Promise<Routing> =>
    (made ??= import("./models/routing.js").then(({ createRouting }) => createRouting(parts)));
  return {
    load: routing,
    choose: async (...asked) => (await routing()).choose(...asked),
    judges: async (answering) => (await routing()).judges(answering),
    summariser: async (...asked) => (await routing()).summariser(...asked),
    forgetFailures: () => void made?.then((known) => known.forgetFailures()),
  };
}

export function lazyCommandDesk(parts: DeskParts): CommandDesk {
  let made: Promise<CommandDesk> | undefined;
  const desk = (): Promise<CommandDesk> =>
    (made ??= import("./commands/command-runner.js").then(({ createCommandDesk }) => createCommandDesk(parts)));
  return {
    list: async () => (await desk()).list(),
    run: async (typed) => (await desk()).run(typed),
    complete: async (...typed) => (await desk()).complete(...typed),
  };
}
