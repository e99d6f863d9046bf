/** The calls port: answers of a UI to the calls of the open Session, and the edits that calls made. Loads its parts when needed. */
import type { CallsPort } from "../../core/port/calls-port.js";
import type { ApprovalMode } from "../../core/policy/approval.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { LogRecord } from "../../core/log/log.js";
import { VIRTUAL_FOLDER } from "../../core/memory/memory-file.js";
import { memoryNamesBy } from "../../core/memory/memory-names.js";
import type { LogStore } from "../../core/log/store.js";
import type { CallId, TurnId } from "../../core/ids.js";
import { createApprovalModes, type ApprovalModes } from "./approval-modes.js";
import { findFullOutput } from "./full-output.js";
import type { SearchIndexer } from "../recall/search-indexer.js";
import type { OpenSession } from "../session/open-session.js";
import type { SessionDeps } from "../session/session-deps.js";
import type { SessionCalls } from "./session-calls.js";
import type { ToolEnvParts } from "./tool-env.js";

interface CallActionParts {
  readonly log: LogStore;
  readonly indexer?: Pick<SearchIndexer, "findRecords">;
  readonly given: Omit<ToolEnvParts, "fullOutput">;
  readonly trusted: () => TrustedFolder | undefined;
  /** Whether the folder has files to load that nobody has trusted yet. */
  readonly isDoubtful: () => boolean;
  /** Resolves when `isDoubtful` is known. */
  readonly considered: () => Promise<unknown>;
  /** The mode that the Settings start with. */
  readonly preferredMode: () => ApprovalMode;
  readonly session: () => OpenSession;
  readonly tell: (event: AgentEvent) => void;
}

export interface CallActions extends CallsPort {
  readonly modes: ApprovalModes;
  policies: SessionCalls["policies"];
  /** The files that the Model of this Session was shown. */
  seenIn(session: OpenSession): Promise<SessionCalls["seen"]>;
  depsOf(session: () => OpenSession): Pick<SessionDeps, "calling" | "settle">;
}

export function createCallActions(parts: CallActionParts): CallActions {
  const { log } = parts;
  const { workspace } = parts.given;
  const modes = createApprovalModes({ ...parts, preferred: parts.preferredMode });
  const made = new WeakMap<OpenSession, Promise<SessionCalls>>();

  function callsOf(session: OpenSession): Promise<SessionCalls> {
    const kept = made.get(session) ?? make(session);
    made.set(session, kept);
    return kept;
  }

  async function make(session: OpenSession): Promise<SessionCalls> {
    const [{ createSessionCalls }, { createPolicyBook }, { createMemoryFileSystem }] = await Promise.all([
      import("./session-calls.js"),
      import("./policy-book.js"),
      import("../memory/memory-file-system.js"),
    ]);
    const { memory: given, settings } = parts.given;
    const names = () => memoryNamesBy(settings());
    const memory =
      given && createMemoryFileSystem({ files: () => given().files, workspace, names, session: session.id });
    return createSessionCalls(session.state, {
      places: { workspace, memory },
      book: createPolicyBook({ log, trustedFolder: parts.trusted }),
      mode: () => modes.mode,
    });
  }

  const current = () => callsOf(parts.session());
  /** Checkpoints, for changes by the user: not while a Turn reads and writes files, nor in a tab that only follows. */
  async function free(): Promise<SessionCalls["checkpoints"]> {
    parts.session().mustBeFree();
    return (await current()).checkpoints;
  }

  return {
    modes,
    approve: async (callId, approval) => (await current()).approve(callId, approval),
    answer: async (callId, answers) => (await current()).answer(callId, answers),
    mode: () => Promise.resolve(modes.mode),
    setMode: async (mode) => {
      await parts.considered();
      modes.set(mode);
    },
    editOf: async (callId) => (await current()).checkpoints.editOf(callId),
    undoEdit: async (callId) => (await free()).undo(callId),
    redoEdit: async (callId) => (await free()).redo(callId),
    settleEdit: async (callId, file, text) => (await free()).choose(callId, file, text),
    async restoreTo(turnId) {
      const checkpoints = await free();
      return checkpoints.restore(turnsFrom(await log.records(parts.session().id), turnId));
    },
    seenIn: async (session) => (await callsOf(session)).seen,
    policies: async () => (await current()).policies(),
    depsOf: (session) => ({
      async calling(turn) {
        const [{ toolEnv }, { createRecall }, calls] = await Promise.all([
          import("./tool-env.js"),
          import("../recall/recall-records.js"),
          callsOf(session()),
        ]);
        const fullOutput = async (id: CallId) => findFullOutput(await log.records(session().id), id);
        const { env, ...given } = toolEnv({ ...parts.given, fullOutput });
        const recall = createRecall({ log, indexer: parts.indexer, session: () => session().id });
        return { ...calls.ofTurn(turn), ...given, env: { ...env, seen: calls.seen, recall } };
      },
      async settle(records) {
        if (!hasOpenEdits(records, [workspaceId(), VIRTUAL_FOLDER])) return [];
        return (await callsOf(session())).checkpoints.settle(records);
      },
    }),
  };

  function workspaceId(): string | undefined {
    try {
      return workspace().id;
    } catch {
      return undefined; // no folder is open: edits are settled when theirs is
    }
  }
}

function hasOpenEdits(records: readonly LogRecord[], workspaces: readonly (string | undefined)[]): boolean {
  const settled = new Set(records.flatMap((record) => (record.kind === "edit-settled" ? [record.edit] : [])));
  return records.some(
    ({ id, ...record }) => record.kind === "edit" && workspaces.includes(record.workspace) && !settled.has(id),
  );
}

/** This Turn and all that began after it. */
function turnsFrom(records: readonly LogRecord[], turn: TurnId): ReadonlySet<string> {
  const before = new Set<string>();
  const from = new Set<string>();
  for (const record of records) {
    if (!("turn" in record) || record.turn === undefined) continue;
    if (from.size > 0 ? !before.has(record.turn) : record.turn === turn) from.add(record.turn);
    else before.add(record.turn);
  }
  return from;
}
