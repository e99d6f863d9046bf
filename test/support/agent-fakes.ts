/** An Agent on working fakes: a log in memory, a scripted Model, a clock that is wound by hand. Tests have it from agent-rig.ts. */
import { Agent } from "../../src/agent/agent.js";
// What the Agent loads with the first message is there, so that no test waits for it.
import "smol-toml";
import "../../src/agent/session/change-context.js";
import "../../src/agent/commands/command-runner.js";
import "../../src/agent/commands/all.js";
import "../../src/agent/commands/custom-commands.js";
import "../../src/agent/session/describe-environment.js";
import "../../src/agent/session/editor-updates.js";
import "../../src/agent/folder/find-loadables.js";
import "../../src/agent/request/learn-limits.js";
import "../../src/agent/folder/list-folder.js";
import "../../src/agent/memory/memory-loader.js";
import "../../src/agent/session/open-sessions.js";
import "../../src/agent/calls/policy-book.js";
import "../../src/agent/session/read-map.js";
import "../../src/agent/models/routing.js";
import "../../src/agent/calls/session-calls.js";
import "../../src/agent/turn/run-session-turn.js";
import "../../src/agent/session/submit-message.js";
import "../../src/agent/recall/prefetch-recall.js";
import "../../src/agent/recall/recall-records.js";
import "../../src/agent/compression/compression-preview.js";
import "../../src/agent/compression/session-compression.js";
import "../../src/agent/compression/model-snapshot.js";
import "../../src/agent/calls/tool-env.js";
import "../../src/agent/memory/memory-panel-port.js";
import "../../src/agent/memory/memory-files.js";
import "../../src/agent/memory/memory-file-system.js";
import "../../src/agent/memory/memory-annotations.js";
import "../../src/agent/memory/memory-trust.js";
import "../../src/agent/sub-agents/sub-agent.js";
import { createSnapshotMaker } from "../../src/core/compression/snapshot-maker.js";
import { createGauge } from "../../src/core/measure/gauge.js";
import { limitFor } from "../../src/core/models/context-limits.js";
import type { AgentEvent } from "../../src/core/port/events.js";
import type { Model } from "../../src/core/models/model.js";
import type { SessionLock, Ownership } from "../../src/core/log/session-lock.js";
import { createIds } from "../../src/core/ulid.js";
import { createMemoryLog, type MemoryLog } from "./memory-log.js";
import { createModelCalibration, endpointOf } from "../../src/agent/request/model-calibration.js";
import type { Tool } from "../../src/agent/calls/tool.js";
import { plainCounter } from "./plain-counter.js";
import type { Web } from "../../src/core/sandbox/web.js";
import type { Workspace } from "../../src/core/files/workspace.js";
import { createMemoryWorkspace } from "./memory-workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { createScriptedModel } from "./scripted-model.js";
import { weightTraces } from "./weights.js";

export function createHandClock() {
  let time = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after(ms: number, run: () => void) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    pass(ms: number) {
      time += ms;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { run } of due) run();
    },
  };
}

/** Locks of tabs that all live in one test. */
export function createLockHall() {
  const owners = new Map<string, Holder>();
  interface Holder {
    readonly change: (owner: Ownership) => Promise<void>;
  }
  return (): SessionLock => {
    const mine = new Map<string, Holder>();
    const letGo = (session: string) => {
      if (owners.get(session) === mine.get(session)) owners.delete(session);
      mine.delete(session);
    };
    return {
      letGo,
      hold(session, change) {
        letGo(session);
        const holder = { change };
        mine.set(session, holder);
        if (owners.has(session)) return Promise.resolve("elsewhere");
        owners.set(session, holder);
        return Promise.resolve("here");
      },
      async takeOver(session) {
        const holder = mine.get(session);
        if (!holder) return;
        await owners.get(session)?.change("elsewhere");
        owners.set(session, holder);
        await holder.change("here");
      },
    };
  };
}

/** `before`: a browser that is started again on the storage of one that crashed; its locks are gone. */
export function createFakes({
  tools = [],
  tree = { "README.md": "# Sample\n" },
  web,
  answering,
  models = [],
  isLocked = false,
  ...before
}: {
  readonly log?: MemoryLog;
  readonly workspace?: Workspace;
  readonly tools?: readonly Tool[];
  readonly tree?: Tree;
  readonly web?: Web;
  /** Who answers in the scripted Model's place. */
  readonly answering?: Model;
  /** Who answers by these names; by any other the rig's own Model does. */
  readonly models?: readonly Model[];
  /** The browser does not let us into the folder before a click. */
  readonly isLocked?: boolean;
} = {}) {
  const lockFor = createLockHall();
  const tabs: Agent[] = [];
  const heard: (readonly AgentEvent[])[] = [];
  const clock = createHandClock();
  const model = createScriptedModel();
  const log =
    before.log ??
    createMemoryLog((news) => {
      for (const tab of tabs) tab.hear(news, false);
    });
  const workspace = before.workspace ?? createMemoryWorkspace({ id: "w", name: "sample", tree });
  const secrets = new Map<string, string>();
  const vault = {
    store: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
    forget: (name: string) => Promise.resolve(void secrets.delete(name)),
    has: (name: string) => Promise.resolve(secrets.has(name)),
  };
  const catalogue = {
    list: () =>
      Promise.resolve([
        { name: "librarian", label: "Librarian", description: "Answers from what is here.", remote: false },
        { name: "gemini-2.5-pro", label: "Gemini 2.5 Pro", description: "A large model.", remote: true },
      ]),
    open: (name: string) => Promise.resolve(models.find((each) => each.name === name) ?? answering ?? model),
  };
  const stored = async (session: string) => weightTraces(await log.records(session));
  const view = { id: "w", name: "sample", kind: "memory", ...(isLocked && { locked: true }) };
  const reopenFolder = () => Promise.resolve({ view, ...(!isLocked && { workspace }) });
  let isGaugeBroken = false;
  const counter = () =>
    isGaugeBroken ? Promise.reject(new Error("The gauge worker has failed.")) : Promise.resolve(plainCounter);
  /** From now on nothing can be weighed; or it can again. */
  const breakGauge = (isBroken = true) => void (isGaugeBroken = isBroken);
  /** Another tab on the same storage, not yet started. */
  async function newTab() {
    const events: AgentEvent[] = [];
    let byte = tabs.length;
    const ids = createIds(clock.now, (count) => new Uint8Array(count).fill(byte++));
    const said = async (session: string, ids: readonly string[]) =>
      (await log.records(session)).filter(({ id }) => ids.includes(id));
    const gauge = createGauge({ counter, stored, whole: said, said });
    const calibration = createModelCalibration({
      log,
      endpoint: (model) => endpointOf(model, agent.chosen),
      override: (model) => limitFor(agent.chosen["model.contextLimit"], model, agent.chosen["model.name"]),
    });
    const agent: Agent = new Agent({
      log,
      lock: lockFor(),
      catalogue,
      gauge,
      snapshotMaker: createSnapshotMaker({ counter, stored, whole: said, records: (id) => log.records(id) }),
      calibration,
      tools: () => Promise.resolve(tools),
      chance: () => 0.5,
      clock,
      ids,
      vault,
      reopenFolder,
      ...(web && { web }),
    });
    tabs.push(agent);
    heard.push(events);
    await agent.subscribe((event) => events.push(event));
    return { agent, events };
  }
  async function openTab() {
    const tab = await newTab();
    await tab.agent.start();
    return tab;
  }
  return { log, clock, model, vault, workspace, newTab, openTab, breakGauge, tabs, heard };
}
