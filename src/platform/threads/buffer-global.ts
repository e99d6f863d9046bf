/** The global `Buffer` that libraries made for node expect. Imported before them, and only in workers. */
import { Buffer } from "buffer";

(globalThis as { Buffer?: typeof Buffer }).Buffer ??= Buffer;
