/** What Commands are given, made from what the Agent has. */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { Clock } from "../../core/clock.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import type { LogStore } from "../../core/log/store.js";
import type { Ids } from "../../core/ulid.js";
import type { CallActions } from "../calls/call-actions.js";
import type { CommandEnv } from "./command.js";
import type { OpenSession } from "../session/open-session.js";
import type { ScreenRequest } from "../../core/port/events.js";

export interface EnvParts {
  readonly log: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly port: Pick<AgentPort, "commands" | "models" | "settings">;
  readonly session: () => OpenSession;
  readonly workspace: CommandEnv["workspace"];
  readonly trust: CommandEnv["trust"];
  readonly calls: Pick<CallActions, "policies" | "restoreTo" | "modes">;
  readonly memory: CommandEnv["memory"];
  readonly tools: () => Promise<readonly ToolDeclaration[]>;
  readonly ask: (request: ScreenRequest) => void;
}

export function commandEnv(parts: EnvParts, say: (markdown: string) => void): CommandEnv {
  const { log, clock, ids, port, session, workspace, calls, memory, tools, ask, trust } = parts;
  return {
    say,
    ask,
    tools,
    memory,
    log,
    workspace,
    trust,
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
    // Who answers is chosen as by the button: also where the folder names another.
    changeSetting: (key, value) =>
      key === "model.name" ? port.models.choose(String(value)) : port.settings.change(key, value),
    now: () => clock.now(),
    nextId: () => ids.next(),
  };
}
