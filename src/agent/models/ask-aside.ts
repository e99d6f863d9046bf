/**
 * A request made for the app itself (C16): to route a prompt, to see whether a Turn gets anywhere. It carries no Tools,
 * never enters the context or the calibration, and is a record of its own, counted by role.
 */
import type { Content } from "../../core/content.js";
import type { AsideMade, AsideRole } from "../../core/log/log.js";
import type { Model, Usage } from "../../core/models/model.js";
import type { TurnId } from "../../core/ids.js";
import type { SessionState } from "../session/session-state.js";

interface Aside {
  readonly role: AsideRole;
  readonly model: Model;
  readonly system: string;
  readonly contents: readonly Content[];
}

/** Resolves with the words of the answer. Rejects as the Model does, once the failure is in the Log. */
export type AskAside = (aside: Aside, signal: AbortSignal) => Promise<string>;

/** Asks in a Session, and records the request there: in a Turn, or beside all of them. */
export function createAsideAsker({ clock, write }: Pick<SessionState, "clock" | "write">, turn?: TurnId): AskAside {
  return async ({ role, model, system, contents }, signal) => {
    const began = clock.now();
    let said = "";
    let usage: Usage | undefined;
    const keep = async (failed?: Error): Promise<void> => {
      const made: AsideMade = { kind: "aside", role, model: model.name, ms: clock.now() - began };
      const known = { ...(turn !== undefined && { turn }), ...(usage && { usage }) };
      await write([{ ...made, ...known, ...(failed && { failed: failed.message }) }]);
    };
    try {
      for await (const event of model.stream({ system, contents }, signal)) {
        if (event.type === "text") said += event.delta;
        if (event.type === "usage") usage = event.usage;
      }
    } catch (error) {
      await keep(error as Error);
      throw error;
    }
    await keep();
    return said;
  };
}
