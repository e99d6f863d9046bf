/** A run on disk: what has been done and what was acknowledged, so that it can be gone on with after any end of it. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Mishap, Phase } from "./plan.js";
import type { Acknowledged } from "./witness.js";

export interface RoundResult {
  readonly round: number;
  readonly phase: Phase | "power-cut";
  readonly mishap: Mishap;
  readonly losses: readonly string[];
  /** From asking for the page until it was ready, where that was waited for. */
  readonly openMs?: number;
  /** How old the last word that survived the kill before this round was by then: how much of an answer was lost, in time. */
  readonly draftAge?: number;
  readonly words?: string;
}

export interface Progress {
  readonly seed: number;
  /** The origin is part of the data's address (L10), and the model's address is among the settings. */
  readonly ports: { readonly app: number; readonly wire: number };
  /** Of the database: upgrades count it up. */
  version: number;
  acknowledged: Acknowledged[];
  /** The newest message, to be looked for on the screen; and when its words were first seen, by the kill's clock. */
  last?: { readonly tag: string; readonly killedAt: number; readonly seen: readonly number[] };
  /** Whether the database has been lost since the last look. */
  wiped: boolean;
  rounds: RoundResult[];
}

export function openProgress(folder: string, seed: number, freePorts: () => Progress["ports"]): Progress {
  const file = path.join(folder, "progress.json");
  mkdirSync(folder, { recursive: true });
  if (statSync(file, { throwIfNoEntry: false })) return JSON.parse(readFileSync(file, "utf8")) as Progress;
  return { seed, ports: freePorts(), version: 1, acknowledged: [], wiped: false, rounds: [] };
}

/** Whole or not at all: this program may be killed too. */
export function saveProgress(folder: string, progress: Progress): void {
  const file = path.join(folder, "progress.json");
  writeFileSync(`${file}.new`, JSON.stringify(progress, undefined, 1));
  renameSync(`${file}.new`, file);
}
