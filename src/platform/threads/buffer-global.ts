/** Libraries made for node take `Buffer` for granted. Imported before them, and only in workers. */
import { Buffer } from "buffer";

(globalThis as { Buffer?: typeof Buffer }).Buffer ??= Buffer;
