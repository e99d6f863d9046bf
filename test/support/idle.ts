/**
 * Until nothing is under way in a test that runs in node: promises have come to rest, no part of the Agent is being loaded,
 * nothing is being hashed. What waits for a gate of a script, or for the clock that is wound by hand, waits on.
 */
import { vi } from "vitest";

export async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await vi.dynamicImportSettled(); // modules that are being run, and a task of the event loop
    await new Promise((resolve) => setImmediate(resolve));
    quiet = loading() + underWay === 0 ? quiet + 1 : 0;
  }
}

/** Something that takes a moment, in a fake: `idle` waits for it. */
export const moment = (): Promise<void> => counted(new Promise((resolve) => setImmediate(resolve)));

let underWay = 0;
async function counted<T>(work: Promise<T>): Promise<T> {
  underWay++;
  try {
    return await work;
  } finally {
    underWay--;
  }
}

/**
 * Modules that vitest asks its server for. It asks for those that are there, too, and `dynamicImportSettled` does not know of
 * these; only the runner does.
 */
function loading(): number {
  const { moduleRunner } = (globalThis as unknown as { readonly __vitest_mocker__: { readonly moduleRunner: Runner } })
    .__vitest_mocker__;
  return moduleRunner.concurrentModuleNodePromises.size;
}
interface Runner {
  readonly concurrentModuleNodePromises: ReadonlyMap<string, unknown>;
}

/** Hashes are made on another thread. */
const digest = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = (...given) => counted(digest(...given));
