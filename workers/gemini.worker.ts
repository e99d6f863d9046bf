/** A thread that asks Gemini. It has no sense of its own: see src/platform/models/request-desk.ts. */
import { expose } from "comlink";
import { createRequestDesk } from "../src/platform/models/request-desk.js";

expose(createRequestDesk());
