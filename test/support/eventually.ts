/** What a page comes to show in its own time. Vitest's poll gives up after a second, which a busy machine can take. */
import { expect } from "vitest";

export const eventually = <T>(look: () => T | Promise<T>, timeout = 15_000) => expect.poll(look, { timeout });
