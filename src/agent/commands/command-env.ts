/** The environment of Commands, made from the parts of the Agent. */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { Clock } from "../../core/clock.js";
import type { LogStore } from "../../core/log/store.js";
import type { Ids } from "../../core/ulid.js";
import type { CallActions } from "../calls/call-actions.js";
import type { CommandEnv } from "./command.js";
import type { OpenSession } from "../session/open-session.js";

export interface EnvParts extends Pick<CommandEnv, "workspace" | "trust" | "memory" | "tools" | "ask"> {
  readonly log: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly port: Pick<AgentPort, "commands" | "models" | "settings">;
  readonly session: () => OpenSession;
  readonly calls: Pick<CallActions, "policies" | "restoreTo" | "modes">;
}

export function commandEnv(parts: EnvParts, say: (markdown: string) => void): CommandEnv {
  const { log, clock, ids, port, session, calls } = parts;
  return {
    ...parts,
    say,
    session: {
      get id() {
        return session().id;
      },
      summary: async () => log.session(session().id),
      records: async () => log.records(session().id),
      rewind: async (to, turn) => session().rewind(to, turn),
      restoreTo: (turn) => calls.restoreTo(turn),
      compress: async (what) => session().compress(what),
    },
    policies: async () => ({ ...(await calls.policies()), mode: calls.modes.mode }),
    commands: () => port.commands.list(),
    models: () => port.models.list(),
    settings: () => port.settings.view(),
    // `choose` counts also where the settings of the folder name another model.
    changeSetting: (key, value) =>
      key === "model.name" ? port.models.choose(String(value)) : port.settings.change(key, value),
    now: () => clock.now(),
    nextId: () => ids.next(),
  };
}
